import { type ChatParts, lockRoomChannel, publishToRoom } from '../chat/chat.ts';
import type { Participant } from '../participants/participants.ts';
import { timestamp } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { deleteHand, deleteHandsIn, type Hand, insertHand, raisedAtOf } from './store.ts';

export type HandParts = Pick<ChatParts, 'socket'>;

/** Raises a hand and publishes it to the room in order. A hand that is raised already keeps its position. */
export async function raiseHand(parts: HandParts, db: Db, { id, name, roomId }: Participant): Promise<Hand> {
  return inTransaction(db, async (trx) => {
    // The end of a call locks the channel: a hand is stored before it, or was raised after it.
    await lockRoomChannel(trx, roomId);
    const isNew = await insertHand(trx, { roomId, participantId: id });
    const raisedAt = (await raisedAtOf(trx, id)) ?? refuse('participant_not_in_call');
    if (isNew) {
      const payload = { participantId: id, name, raisedAt: timestamp(raisedAt) };
      await publishToRoom(parts, trx, { roomId, event: 'hand', payload });
    }
    return { participantId: id, name, raisedAt };
  });
}

export async function lowerHand(parts: HandParts, db: Db, { id, name, roomId }: Participant): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (!(await deleteHand(trx, id))) return;
    await publishToRoom(parts, trx, {
      roomId,
      event: 'hand',
      payload: { participantId: id, name, raisedAt: null },
    });
  });
}

/** Lowers all hands of a room: a moderator asked for it, or the call ended. */
export async function lowerAllHands(parts: HandParts, db: Db, roomId: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (await deleteHandsIn(trx, roomId))
      await publishToRoom(parts, trx, { roomId, event: 'hands-lowered', payload: {} });
  });
}
