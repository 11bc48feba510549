import {
  createPersonalPoll,
  ensureChannel,
  lockChannel,
  newPollOf,
  removePersonalPoll,
  type SeenPersonalPolls,
} from '../../chat/chat.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { type ShownItem, shownItemsOf } from './open-items.store.ts';
import { comingSeconds } from './open-items.ts';
import { channelOfPermanentSession, pollOfItem, setPollOfItem } from './viewer-polls.store.ts';

const lacksPoll = ({ kind, pollId }: ShownItem): boolean => kind === 'poll' && pollId === null;

/**
 * The items of a session. A permanent session has one poll for each poll of its timeline, which all its viewers answer at
 * a second of their own: it is created when the item is read for the first time, and again after a change of the item.
 */
export async function preparedItemsOf(db: Db, sessionId: string): Promise<ShownItem[]> {
  const items = await shownItemsOf(db, sessionId);
  if (!items.some(lacksPoll)) return items;
  const channelId = await channelOfPermanentSession(db, sessionId);
  if (channelId === undefined) return items;
  await inTransaction(db, (trx) => createMissingPolls(trx, sessionId, channelId));
  return shownItemsOf(db, sessionId);
}

async function createMissingPolls(trx: Db, sessionId: string, channelId: string): Promise<void> {
  await ensureChannel(trx, channelId);
  if (!(await lockChannel(trx, channelId))) return;
  // Another node may have created them before the lock.
  for (const { id: itemId, content } of (await shownItemsOf(trx, sessionId)).filter(lacksPoll)) {
    const earlier = await pollOfItem(trx, { sessionId, itemId });
    if (earlier !== null) await removePersonalPoll(trx, earlier);
    const poll = newPollOf({ ...content, question: content.question ?? '' }, channelId);
    await setPollOfItem(trx, { sessionId, itemId, pollId: await createPersonalPoll(trx, poll) });
  }
}

/** The polls that a viewer has reached at a second of the video, and whether they are over there. */
export function pollsReachedAt(items: ShownItem[], second: number): SeenPersonalPolls {
  const reached = items.filter(({ kind, atSecond }) => kind === 'poll' && atSecond <= second + comingSeconds);
  return new Map(
    reached.flatMap(({ pollId, untilSecond }) =>
      pollId === null
        ? []
        : [[pollId, untilSecond !== null && untilSecond <= second ? 'done' : 'in_progress']],
    ),
  );
}
