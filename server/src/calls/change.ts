import { type Db, inTransaction } from '../platform/db/db.ts';
import { updateCallFromVisits } from './lifecycle.ts';
import type { CallParts } from './parts.ts';
import { activeCallOf, type CallRow, lockRoomOfCall, type RoomRow } from './store.ts';

/** One change to a room's call: a transaction that holds the room, so that no other change is under way. */
export interface CallChange {
  parts: CallParts;
  trx: Db;
  room: RoomRow;
  /** The active call, as far as this change has brought it. */
  call: CallRow | undefined;
}

/**
 * Does `work` while nothing else changes the room's call, on any node.
 * @returns undefined where there is no such room
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
