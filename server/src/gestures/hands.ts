import { type ChatParts, ensureRoomChannel, lockRoomChannel, publishToRoom } from '../chat/chat.ts';
import { type Participant, participantById } from '../participants/participants.ts';
import { timestampOrNull } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { type Effects, runAll } from '../platform/effects.ts';
import { refuse } from '../platform/errors.ts';
import {
  deleteHand,
  deleteHandsIn,
  dropHandOfAbsent,
  type Hand,
  insertHand,
  nameForEverybody,
  raisedAtOf,
  restoreHand,
} from './store.ts';

export interface HandParts extends Pick<ChatParts, 'socket'> {
  /** In the transaction: hands of a room were raised or lowered. */
  onHandsMoved: Effects<{ roomId: string; participantIds: string[]; isRaised: boolean; hasLeft: boolean }>;
}

/** A hand that was raised, or without a time lowered. */
type ChangedHand = Omit<Hand, 'raisedAt'> & { roomId: string; raisedAt: Date | null; hasLeft?: true };

async function publishHand(
  parts: HandParts,
  trx: Db,
  { roomId, raisedAt, ...hand }: ChangedHand,
): Promise<void> {
  const { participantId, hasLeft = false } = hand;
  const name = await nameForEverybody(trx, participantId);
  const payload = { ...hand, name, raisedAt: timestampOrNull(raisedAt) };
  await publishToRoom(parts, trx, { roomId, event: 'hand', payload });
  const moved = { roomId, participantIds: [participantId], isRaised: raisedAt !== null, hasLeft };
  await runAll(trx, parts.onHandsMoved, moved);
}

/** Raises a hand and publishes it to the room in order. A hand that is raised already keeps its position. */
export async function raiseHand(parts: HandParts, db: Db, { id, name, roomId }: Participant): Promise<Hand> {
  return inTransaction(db, async (trx) => {
    // Hands are raised one after another, in the order in which they are published. The end of a call locks the
    // channel too: a hand is stored before it, or was raised after it.
    await ensureRoomChannel(trx, roomId);
    await lockRoomChannel(trx, roomId);
    const isNew = await insertHand(trx, { roomId, participantId: id });
    const raisedAt = (await raisedAtOf(trx, id)) ?? refuse('participant_not_in_call');
    const hand = { participantId: id, name, raisedAt };
    if (isNew) await publishHand(parts, trx, { roomId, ...hand });
    return hand;
  });
}

export async function lowerHand(parts: HandParts, db: Db, { id, name, roomId }: Participant): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (await deleteHand(trx, id))
      await publishHand(parts, trx, { roomId, participantId: id, name, raisedAt: null });
  });
}

/** Lowers all hands of a room: a moderator asked for it, or the call ended. */
export async function lowerAllHands(parts: HandParts, db: Db, roomId: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const lowered = await deleteHandsIn(trx, roomId);
    if (lowered.length === 0) return;
    await publishToRoom(parts, trx, { roomId, event: 'hands-lowered', payload: {} });
    const moved = { roomId, participantIds: lowered, isRaised: false, hasLeft: false };
    await runAll(trx, parts.onHandsMoved, moved);
  });
}

/** In ms. A person who returns within this time, after a reload or a lost connection, finds the hand up again. */
export const returnsWithin = 30_000;

/** Lowers the hand of somebody who left the call, unless another session of theirs goes on. */
export async function lowerHandOfAbsent(parts: HandParts, trx: Db, participantId: string): Promise<void> {
  if (!(await dropHandOfAbsent(trx, participantId))) return;
  const { name, roomId } = (await participantById(trx, participantId)) ?? refuse('not_found');
  await publishHand(parts, trx, { roomId, participantId, name, raisedAt: null, hasLeft: true });
}

/** Raises the hand of somebody who returned soon, in its old position. */
export async function raiseHandAgain(
  parts: HandParts,
  trx: Db,
  { room: { id: roomId }, participantId }: { room: { id: string }; participantId: string },
): Promise<void> {
  const hand = await restoreHand(trx, participantId, returnsWithin);
  if (hand) await publishHand(parts, trx, { roomId, ...hand });
}
