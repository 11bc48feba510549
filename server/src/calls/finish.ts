import { setTimeout as pause } from 'node:timers/promises';
import { MediaEngineAway } from '../engines/media/media.ts';
import { now } from '../platform/clock.ts';
import { type Db, onCommit } from '../platform/db/db.ts';
import { Refusal } from '../platform/errors.ts';
import { type CallChange, changeCall } from './change.ts';
import { finishCall } from './lifecycle.ts';
import type { CallParts } from './parts.ts';
import { type CallRow, insertDeletedRoom, roomsWithActiveCall } from './store.ts';
import { openVisitsIn } from './visits/store.ts';
import { endVisit } from './visits/visits.ts';

async function finishNow(change: CallChange): Promise<CallRow | undefined> {
  if (!change.call) return undefined;
  const moment = now();
  for (const visit of await openVisitsIn(change.trx, change.call.id)) await endVisit(change, visit, moment);
  return finishCall(change);
}

/** So that people learn of it; where the engine is away, the next reconciliation does it. */
async function endInEngine({ engine, log }: CallParts, roomId: string): Promise<void> {
  try {
    await engine.endRoom(roomId);
  } catch (error) {
    if (!(error instanceof MediaEngineAway)) throw error;
    log.warn({ roomId }, 'a call was ended while the media engine is away');
  }
}

/** Ends the room's call for all, at once. Who comes again begins another one. */
export async function finishActiveCall(parts: CallParts, roomId: string, db = parts.db): Promise<CallRow> {
  const finished = await changeCall(parts, { roomId, db }, finishNow);
  if (!finished) throw new Refusal('call_not_active');
  await endInEngine(parts, roomId);
  return finished;
}

/**
 * Ends the call of a room that is being deleted, in the deletion's transaction. The media server is called after the
 * commit; if that call fails or the process dies before it, reconciliation finds the room in `deleted_rooms`.
 */
export async function finishCallOfDeletedRoom(parts: CallParts, trx: Db, roomId: string): Promise<void> {
  const finished = await changeCall(parts, { roomId, db: trx }, finishNow);
  await insertDeletedRoom(trx, roomId);
  if (!finished) return;
  onCommit(trx, () => {
    endInEngine(parts, roomId).catch((error: unknown) =>
      parts.log.error({ err: error, roomId }, 'could not end a deleted room in the media server; will retry'),
    );
  });
}

/** What the engine says to everybody at the end comes to them through our own door, which closes next. */
const farewellMs = 300;

/** How many calls are written to the database at once: not all of the connection pool. */
const finishedAtOnce = 8;

/**
 * Ends every call: the media server is about to stop with everybody in it. A room that fails or hangs in the media
 * server does not delay the others.
 */
export async function finishAllCalls(parts: CallParts): Promise<void> {
  const waiting = await roomsWithActiveCall(parts.db);
  if (waiting.length === 0) return;
  const ending: Promise<void>[] = [];
  const finishNext = async () => {
    for (let roomId = waiting.pop(); roomId !== undefined; roomId = waiting.pop()) {
      const id = roomId;
      const report = (error: unknown) =>
        parts.log.error({ err: error, roomId: id }, 'could not end a call at the shutdown');
      const finished = await changeCall(parts, { roomId: id }, finishNow).catch(report);
      if (finished) ending.push(endInEngine(parts, id).catch(report));
    }
  };
  await Promise.all(Array.from({ length: Math.min(finishedAtOnce, waiting.length) }, finishNext));
  await Promise.all(ending);
  await pause(farewellMs);
}
