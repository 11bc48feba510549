import { type ChatParts, ensureRoomChannel, lockRoomChannel, publishToRoom } from '../chat/chat.ts';
import { TimedBatches } from '../platform/concurrency/timed-batches.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import {
  deleteAnswers,
  deleteAnswersIn,
  type FeedbackChange,
  hideAnswerOfAbsent,
  saveAnswers,
  showAnswerAgain,
} from './feedback.store.ts';
import { gatherMs } from './gather.ts';
import { returnsWithin } from './hands.ts';

type FeedbackParts = Pick<ChatParts, 'socket' | 'db'>;
type Socket = Pick<ChatParts, 'socket'>;

const publishFeedback = (
  parts: Socket,
  trx: Db,
  { roomId, changes }: { roomId: string; changes: readonly FeedbackChange[] },
) => publishToRoom(parts, trx, { roomId, event: 'feedback', payload: { changes } });

/**
 * Stores what people answer, the last answer of each, and publishes what is new as one change.
 * @returns the people who may answer, or who took their answer back
 */
async function storeFeedback(parts: Socket, trx: Db, { roomId, given }: Given): Promise<ReadonlySet<string>> {
  // In order with all others, and with the end of the call, which locks the channel too.
  await ensureRoomChannel(trx, roomId);
  await lockRoomChannel(trx, roomId);
  const last = [...new Map(given.map((one) => [one.participantId, one])).values()];
  const saved = await saveAnswers(trx, roomId, last);
  const withdrawn = last.filter(({ answer }) => answer === null).map(({ participantId }) => participantId);
  const ended = withdrawn.length > 0 ? await deleteAnswers(trx, withdrawn) : [];
  const changes: FeedbackChange[] = [
    ...saved.flatMap(({ isNew, ...change }) => (isNew ? [change] : [])),
    ...ended.map((participantId) => ({ participantId, answer: null })),
  ];
  if (changes.length > 0) await publishFeedback(parts, trx, { roomId, changes });
  return new Set([...saved.map(({ participantId }) => participantId), ...withdrawn]);
}

interface Given {
  roomId: string;
  given: readonly FeedbackChange[];
}

/**
 * The answers that people in a call give, gathered: hundreds answer a question within a second, and each change goes to
 * everybody (docs/decisions/0193). A request ends when its answer is stored.
 */
export class GatheredFeedback {
  readonly #parts: FeedbackParts;
  readonly #batches = new TimedBatches<FeedbackChange & PromiseWithResolvers<boolean>>(
    gatherMs,
    (roomId, given) => this.#store(roomId, given),
  );

  constructor(parts: FeedbackParts) {
    this.#parts = parts;
  }

  /** @returns whether the person may answer now */
  set(roomId: string, change: FeedbackChange): Promise<boolean> {
    const stored = Promise.withResolvers<boolean>();
    this.#batches.add(roomId, { ...change, ...stored });
    return stored.promise;
  }

  async #store(roomId: string, asked: (FeedbackChange & PromiseWithResolvers<boolean>)[]): Promise<void> {
    const given = asked.map(({ participantId, answer }) => ({ participantId, answer }));
    try {
      const done = await inTransaction(this.#parts.db, (trx) =>
        storeFeedback(this.#parts, trx, { roomId, given }),
      );
      for (const { participantId, resolve } of asked) resolve(done.has(participantId));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  stop(): void {
    this.#batches.stop();
  }
}

/** Ends all answers in a room: a moderator asked for it, nobody may answer any more, or the call ended. */
export async function clearFeedback(parts: Socket, db: Db, roomId: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    // Answers that are being stored are there before this, or know what forbids them.
    await lockRoomChannel(trx, roomId);
    if (await deleteAnswersIn(trx, roomId))
      await publishToRoom(parts, trx, { roomId, event: 'feedback-cleared', payload: {} });
  });
}

/** Hides the answer of somebody who left the call, unless another session of theirs goes on. */
export async function hideFeedbackOfAbsent(parts: Socket, trx: Db, participantId: string): Promise<void> {
  const roomId = await hideAnswerOfAbsent(trx, participantId);
  if (roomId) await publishFeedback(parts, trx, { roomId, changes: [{ participantId, answer: null }] });
}

/** Shows the answer of somebody who returned so soon that their hand would be up again, too. */
export async function showFeedbackAgain(
  parts: Socket,
  trx: Db,
  { room: { id: roomId }, participantId }: { room: { id: string }; participantId: string },
): Promise<void> {
  const change = await showAnswerAgain(trx, participantId, returnsWithin);
  if (change) await publishFeedback(parts, trx, { roomId, changes: [change] });
}
