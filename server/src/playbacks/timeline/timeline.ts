import type { Answer } from '../../../../contract/routes.ts';
import { hashOf } from '../../platform/crypto.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { newId } from '../../platform/ids.ts';
import { playbackInPath } from '../access.ts';
import type { Playback } from '../store.ts';
import { faultsOfItems, type ItemRow, presentItem, rowOfItem } from './items.ts';
import { itemsOfPlayback, lockTimeline, replaceItems } from './timeline.store.ts';

/**
 * A hash of the items instead of a stored number: it is read in one statement with them
 * (docs/decisions/0070).
 */
const revisionOf = (items: ItemRow[]): string =>
  hashOf(JSON.stringify(items)).subarray(0, 16).toString('base64url');

async function readTimeline(db: Db, { roomId, timelineId }: Playback): Promise<Answer<'getTimeline'>> {
  const items = await itemsOfPlayback(db, roomId);
  return { id: timelineId, revision: revisionOf(items), items: items.map(presentItem) };
}

export const timelineEndpoints: Endpoint[] = [
  endpoint('getTimeline', {
    access: playbackInPath,
    handle: ({ db, access: { playback } }) => readTimeline(db, playback),
  }),
  // Replaces the whole timeline. Running sessions keep what they have shown already.
  endpoint('updateTimeline', {
    access: playbackInPath,
    handle: ({ db, access: { playback }, body: { items, ifRevision } }) =>
      inTransaction(db, async (trx) => {
        const { roomId } = playback;
        if (!(await lockTimeline(trx, roomId))) refuse('not_found');
        const present = await itemsOfPlayback(trx, roomId);
        if (ifRevision !== undefined && ifRevision !== revisionOf(present)) refuse('timeline_changed');
        const details = faultsOfItems(items, new Set(present.map(({ id }) => id)));
        if (details.length > 0) throw new Refusal('validation_failed', { details });
        const rows = items.map((item) => rowOfItem(item, item.id ?? newId()));
        await replaceItems(trx, roomId, rows);
        return readTimeline(trx, playback);
      }),
  }),
];
