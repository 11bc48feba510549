import type { Answer, Body } from '../../../../contract/routes.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Playback } from '../playback.ts';
import { faultsOfItems, presentItem, rowOfItem } from './items.ts';
import { itemsOfPlayback, lockTimeline, replaceItems } from './timeline.store.ts';

export const readTimeline = async (
  db: Db,
  { roomId, timelineId }: Playback,
): Promise<Answer<'getTimeline'>> => ({
  id: timelineId,
  items: (await itemsOfPlayback(db, roomId)).map(presentItem),
});

/** Replaces the whole timeline. Running sessions keep what they have shown already. */
export const updateTimeline = (
  db: Db,
  playback: Playback,
  { items }: Body<'updateTimeline'>,
): Promise<Answer<'updateTimeline'>> =>
  inTransaction(db, async (trx) => {
    if (!(await lockTimeline(trx, playback.roomId))) refuse('not_found');
    const known = new Set((await itemsOfPlayback(trx, playback.roomId)).map(({ id }) => id));
    const details = faultsOfItems(items, known);
    if (details.length > 0) throw new Refusal('validation_failed', { details });
    await replaceItems(
      trx,
      playback.roomId,
      items.map((item) => rowOfItem(item, item.id ?? newId())),
    );
    return readTimeline(trx, playback);
  });
