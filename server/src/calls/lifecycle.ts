import { after, now, seconds } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { runAll } from '../platform/effects.ts';
import type { CallParts } from './parts.ts';
import { activeCallOf, type CallRow, insertCall, lockRoomOfCall, type RoomRow, saveCall } from './store.ts';
import { later, sameMoment } from './times.ts';
import { countMostPresent, presenceSpanOf } from './visits/store.ts';

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

export type CallState = 'none' | 'running' | 'empty' | 'finished';
export type CallMove = 'begin' | 'drain' | 'refill' | 'finish';

/** The state transitions of a room's call. A finished call never changes again. */
export const moves: Record<CallMove, { from: readonly CallState[]; to: CallState }> = {
  begin: { from: ['none'], to: 'running' },
  /** The last person left: the call waits for somebody to return. */
  drain: { from: ['running'], to: 'empty' },
  refill: { from: ['empty'], to: 'running' },
  finish: { from: ['running', 'empty'], to: 'finished' },
};

export function stateOf(call: CallRow | undefined): CallState {
  if (!call) return 'none';
  if (call.finishedAt) return 'finished';
  return call.emptySince ? 'empty' : 'running';
}

function assertMoveAllowed(move: CallMove, call: CallRow | undefined): void {
  const state = stateOf(call);
  if (!moves[move].from.includes(state)) throw new Error(`a call that is ${state} cannot ${move}`);
}

/** @returns from when an empty call may end; null while somebody is in it */
export function mayEndAt(call: CallRow, graceSeconds: number): Date | null {
  return call.emptySince && later(after(seconds(graceSeconds), call.emptySince), call.returnsUntil);
}

/** Starts the room's call at this moment. */
export async function beginCall(
  change: CallChange,
  at: Date,
  { isSample = false }: { isSample?: boolean } = {},
): Promise<CallRow> {
  assertMoveAllowed('begin', change.call);
  const call = await insertCall(change.trx, change.room, { startedAt: at, isSample });
  change.call = call;
  await runAll(change.trx, change.parts.onCallStarted, call);
  return call;
}

/**
 * Updates the call from its visits: started at the first entry, empty since the last exit. The order in which the
 * visits became known does not matter.
 */
export async function updateCallFromVisits(change: CallChange): Promise<void> {
  const { trx, call } = change;
  if (!call) return;
  const { open, first, last } = await presenceSpanOf(trx, call.id);
  const startedAt = first ?? call.startedAt;
  const emptySince = open > 0 ? null : (last ?? startedAt);
  if (emptySince && !call.emptySince) assertMoveAllowed('drain', call);
  if (!emptySince && call.emptySince) assertMoveAllowed('refill', call);
  const returnsUntil = emptySince && call.returnsUntil;
  const settled = { ...call, startedAt, emptySince, returnsUntil };
  change.call = settled;
  const same =
    sameMoment(call.startedAt, startedAt) &&
    sameMoment(call.emptySince, emptySince) &&
    sameMoment(call.returnsUntil, returnsUntil);
  if (!same) await saveCall(trx, settled);
}

/** Time for people to return after the media server was lost: clients were measured to need 15 s. */
export const returnSeconds = 30;

/** Keeps the call until this moment: its people lost the media server and are reconnecting. */
export async function waitForReturns(change: CallChange, until: Date): Promise<void> {
  await updateCallFromVisits(change);
  if (!change.call?.emptySince) return;
  change.call = { ...change.call, returnsUntil: until };
  await saveCall(change.trx, change.call);
}

/** Ends the call at its last exit. All of its visits must be over. */
export async function finishCall(change: CallChange): Promise<CallRow & { finishedAt: Date }> {
  await updateCallFromVisits(change);
  const { trx, call, parts } = change;
  assertMoveAllowed('finish', call);
  if (!call?.emptySince) throw new Error('a call with open visits cannot end');
  const mostPresent = await countMostPresent(trx, call.id);
  const finished = { ...call, returnsUntil: null, finishedAt: call.emptySince, mostPresent };
  await saveCall(trx, finished);
  change.call = undefined;
  await runAll(trx, parts.onCallFinished, finished);
  return finished;
}

/** Ends the call if it was empty for long enough. */
export async function finishCallWhenDue(change: CallChange): Promise<void> {
  await updateCallFromVisits(change);
  const due = change.call && mayEndAt(change.call, change.parts.graceSeconds);
  if (due && due <= now()) await finishCall(change);
}
