import type { Answer, Body } from '../../../../contract/routes.ts';
import { hashOf } from '../../platform/crypto.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Playback } from '../playback.ts';
import { faultsOfItems, type ItemRow, presentItem, rowOfItem } from './items.ts';
import { itemsOfPlayback, lockTimeline, replaceItems } from './timeline.store.ts';

/**
 * A hash of the items instead of a stored number: it is read in one statement with them
 * (docs/decisions/0070).
 */
const revisionOf = (items: ItemRow[]): string =>
  hashOf(JSON.stringify(items)).subarray(0, 16).toString('base64url');

export async function readTimeline(db: Db, { roomId, timelineId }: Playback): Promise<Answer<'getTimeline'>> {
  const items = await itemsOfPlayback(db, roomId);
  return { id: timelineId, revision: revisionOf(items), items: items.map(presentItem) };
}

/** Replaces the whole timeline. Running sessions keep what they have shown already. */
export const updateTimeline = (
  db: Db,
  playback: Playback,
  { items, ifRevision }: Body<'updateTimeline'>,
): Promise<Answer<'updateTimeline'>> =>
  inTransaction(db, async (trx) => {
    if (!(await lockTimeline(trx, playback.roomId))) refuse('not_found');
    const present = await itemsOfPlayback(trx, playback.roomId);
    if (ifRevision !== undefined && ifRevision !== revisionOf(present)) refuse('timeline_changed');
    const details = faultsOfItems(items, new Set(present.map(({ id }) => id)));
    if (details.length > 0) throw new Refusal('validation_failed', { details });
    await replaceItems(
      trx,
      playback.roomId,
      items.map((item) => rowOfItem(item, item.id ?? newId())),
    );
    return readTimeline(trx, playback);
  });
