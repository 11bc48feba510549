import {
  type ChatParts,
  endPoll,
  ensureChannel,
  lockChannel,
  newPollOf,
  postMessage,
  runPoll,
} from '../../chat/chat.ts';
import { seconds } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import type { ItemRow } from './items.ts';
import {
  type BegunSession,
  closeOverduePolls,
  type DueMessage,
  dueItemsOf,
  dueMessagesOf,
  insertShownItem,
  sessionsWithDueItems,
  setLastReplayed,
  startReplay,
} from './posting.store.ts';

export interface PostingParts {
  db: Db;
  socket: ChatParts['socket'];
}

type Parts = Pick<PostingParts, 'socket'>;

/** Times that tests shorten. */
export const timings = { everyMs: seconds(1) };

/** Messages of the recorded call in one transaction. */
const messagesAtOnce = 100;

type Due = { item: ItemRow } | { message: DueMessage };

/**
 * Items and messages in the order of the video; messages keep their order among each other. If there may be more
 * messages, the items after the last one wait for the next batch.
 */
function inOrder(items: ItemRow[], messages: DueMessage[], areAll: boolean): Due[] {
  const waiting = [...items];
  const takeUpTo = (second: number): Due[] => {
    const next = waiting.findIndex(({ atSecond }) => atSecond > second);
    return waiting.splice(0, next === -1 ? waiting.length : next).map((item) => ({ item }));
  };
  const due = messages.flatMap((message) => [...takeUpTo(message.atSecond), { message }]);
  return areAll ? [...due, ...takeUpTo(Number.POSITIVE_INFINITY)] : due;
}

/** No chat user writes now: `meta` says whose message it is. */
const ofNobody = { type: 'user', userId: null } as const;

async function showItem(parts: Parts, trx: Db, { session, item }: { session: BegunSession; item: ItemRow }) {
  const { channelId } = session;
  const { kind, content } = item;
  let pollId: string | null = null;
  let messageId: string | null = null;
  if (kind === 'poll') {
    pollId = await runPoll(
      parts,
      trx,
      newPollOf({ ...content, question: content.question ?? '' }, channelId),
    );
  }
  if (kind === 'message') {
    const meta = { organizer: true, author: content.author ?? '' };
    messageId = (await postMessage(parts, trx, { ...ofNobody, channelId, text: content.text ?? '', meta }))
      .id;
  }
  await insertShownItem(trx, session.id, { ...item, pollId, messageId });
}

async function replayMessage(
  parts: Parts,
  trx: Db,
  { session: { channelId }, message }: { session: BegunSession; message: DueMessage },
): Promise<void> {
  const { id: copyOf, text, author, isLeftOut } = message;
  if (isLeftOut) return;
  const meta = { original: true, author };
  await postMessage(parts, trx, { ...ofNobody, channelId, text, meta, copyOf });
}

/**
 * Posts the next batch of a session's due items and messages, and stops polls whose time is over. The lock on the
 * channel makes it exactly once on all nodes; a killed node leaves nothing half done, because all is one
 * transaction (docs/decisions/0056).
 * @returns whether there may be more
 */
async function postBatch(parts: Parts, trx: Db, session: BegunSession): Promise<boolean> {
  await ensureChannel(trx, session.channelId);
  if (!(await lockChannel(trx, session.channelId))) return false;
  await startReplay(trx, session.id);
  const messages = await dueMessagesOf(trx, session.id, messagesAtOnce);
  const areAll = messages.length < messagesAtOnce;
  for (const due of inOrder(await dueItemsOf(trx, session.id), messages, areAll)) {
    if ('item' in due) await showItem(parts, trx, { session, item: due.item });
    else await replayMessage(parts, trx, { session, message: due.message });
  }
  const last = messages.at(-1);
  if (last) await setLastReplayed(trx, session.id, last.id);
  for (const pollId of await closeOverduePolls(trx, session.id)) {
    await endPoll(parts, trx, { channelId: session.channelId, pollId });
  }
  return !areAll;
}

/** Posts everything that is due now in all sessions. */
export async function postDueItems({ db, socket }: PostingParts, signal?: AbortSignal): Promise<void> {
  for (const session of await sessionsWithDueItems(db)) {
    let isMore = true;
    while (isMore && !signal?.aborted) {
      isMore = await inTransaction(db, (trx) => postBatch({ socket }, trx, session));
    }
  }
}

/** Posts items and messages of the recorded call into the channels of running sessions, at their seconds. */
export const postItemsJob = (parts: PostingParts): JobDefinition => ({
  everyMs: timings.everyMs,
  run: (stop) => postDueItems(parts, stop),
});
