import { MediaEngineAway } from '../engines/media/media.ts';
import { now } from '../platform/clock.ts';
import { type Db, onCommit } from '../platform/db/db.ts';
import { runAll } from '../platform/effects.ts';
import { Refusal } from '../platform/errors.ts';
import { type CallChange, changeCall, finishCall } from './lifecycle.ts';
import type { CallParts } from './parts.ts';
import { type CallRow, insertDeletedRooms } from './store.ts';
import { endOpenVisits } from './visits/visits.ts';

async function finishNow(change: CallChange): Promise<CallRow | undefined> {
  if (!change.call) return undefined;
  await endOpenVisits(change, change.call, now());
  return finishCall(change);
}

/** Ends the room in the media server. If that is down, the next reconciliation does it. */
async function endInEngine({ engine, log }: CallParts, roomId: string): Promise<void> {
  try {
    await engine.endRoom(roomId);
  } catch (error) {
    if (!(error instanceof MediaEngineAway)) throw error;
    log.warn({ roomId }, 'a call was ended while the media server is down; will retry');
  }
}

/** Ends the room's call for all at once. A later entry starts another call. */
export async function finishActiveCall(parts: CallParts, roomId: string, db = parts.db): Promise<CallRow> {
  const finished = await changeCall(parts, { roomId, db }, async (change) => {
    const call = await finishNow(change);
    if (call) await runAll(change.trx, parts.onEndedForAll, call);
    return call;
  });
  if (!finished) throw new Refusal('call_not_active');
  await endInEngine(parts, roomId);
  return finished;
}

/**
 * Ends the call of a room, if one is running, in the transaction of a change; calls the media server after the commit. If
 * that fails or the process dies before it, reconciliation removes the people.
 */
export async function finishCallIn(parts: CallParts, trx: Db, roomId: string): Promise<void> {
  if (!(await changeCall(parts, { roomId, db: trx }, finishNow))) return;
  onCommit(trx, () => {
    endInEngine(parts, roomId).catch((error: unknown) =>
      parts.log.error({ err: error, roomId }, 'could not end a room in the media server; will retry'),
    );
  });
}

/**
 * Ends the call of a room in the transaction that deletes the room. Calls the media server after the commit; if that
 * fails or the process dies before it, reconciliation finds the room in `deleted_rooms`.
 */
export async function finishCallOfDeletedRoom(parts: CallParts, trx: Db, roomId: string): Promise<void> {
  await finishCallIn(parts, trx, roomId);
  await insertDeletedRooms(trx, [roomId]);
}
