import { type Db, inTransaction } from '../platform/db/db.ts';
import { updateCallFromVisits } from './lifecycle.ts';
import type { CallParts } from './parts.ts';
import { activeCallOf, type CallRow, lockRoomOfCall, type RoomRow } from './store.ts';

/** One change to a room's call, in a transaction that locks the room: changes of a room are serialized. */
export interface CallChange {
  parts: CallParts;
  trx: Db;
  room: RoomRow;
  /** The active call, as this change has modified it so far. */
  call: CallRow | undefined;
}

/**
 * Runs `work` while the room is locked, so that nothing else changes its call on any node.
 * @returns undefined if the room does not exist
 */
export function changeCall<T>(
  parts: CallParts,
  options: { roomId: string; db?: Db },
  work: (change: CallChange) => Promise<T>,
): Promise<T | undefined> {
  const { roomId, db = parts.db } = options;
  return inTransaction(db, async (trx) => {
    const room = await lockRoomOfCall(trx, roomId);
    if (!room) return undefined;
    const change: CallChange = { parts, trx, room, call: await activeCallOf(trx, roomId) };
    const result = await work(change);
    await updateCallFromVisits(change);
    return result;
  });
}
