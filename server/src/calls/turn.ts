import { type Db, inTransaction } from '../platform/db/db.ts';
import { settle } from './lifecycle.ts';
import type { CallParts } from './parts.ts';
import { activeCallOf, type CallRow, lockRoom, type RoomRow } from './store.ts';

/** One change to a room's call: a transaction that holds the room, so that no other change is under way. */
export interface Turn {
  parts: CallParts;
  trx: Db;
  room: RoomRow;
  /** The active call, as far as this turn has brought it. */
  call: CallRow | undefined;
}

/**
 * Does `work` while nothing else changes the room's call, on any node.
 * @returns undefined where there is no such room
 */
export function inRoom<T>(
  parts: CallParts,
  options: { roomId: string; db?: Db },
  work: (turn: Turn) => Promise<T>,
): Promise<T | undefined> {
  const { roomId, db = parts.db } = options;
  return inTransaction(db, async (trx) => {
    const room = await lockRoom(trx, roomId);
    if (!room) return undefined;
    const turn: Turn = { parts, trx, room, call: await activeCallOf(trx, roomId) };
    const result = await work(turn);
    await settle(turn);
    return result;
  });
}
