import { after, now, seconds } from '../platform/clock.ts';
import { noteLastCall } from '../rooms/rooms.ts';
import { type CallRow, insertCall, saveCall } from './store.ts';
import { later, sameMoment } from './times.ts';
import type { Turn } from './turn.ts';
import { mostPresentIn, spanOf } from './visits/store.ts';

export type CallState = 'none' | 'running' | 'empty' | 'finished';
export type CallMove = 'begin' | 'drain' | 'refill' | 'finish';

/** What may become of a room's call: from where, and to what. A finished call never changes again. */
export const moves: Record<CallMove, { from: readonly CallState[]; to: CallState }> = {
  begin: { from: ['none'], to: 'running' },
  /** The last person left: the call waits for a return. */
  drain: { from: ['running'], to: 'empty' },
  refill: { from: ['empty'], to: 'running' },
  finish: { from: ['running', 'empty'], to: 'finished' },
};

export function stateOf(call: CallRow | undefined): CallState {
  if (!call) return 'none';
  if (call.finishedAt) return 'finished';
  return call.emptySince ? 'empty' : 'running';
}

function assertMay(move: CallMove, call: CallRow | undefined): void {
  const state = stateOf(call);
  if (!moves[move].from.includes(state)) throw new Error(`a call that is ${state} cannot ${move}`);
}

/** From when on an empty call may end; null while somebody is in it. */
export function mayEndAt(call: CallRow, graceSeconds: number): Date | null {
  return call.emptySince && later(after(seconds(graceSeconds), call.emptySince), call.returnsUntil);
}

/** The room's call, begun at this moment where there is none. */
export async function begin(turn: Turn, at: Date): Promise<CallRow> {
  assertMay('begin', turn.call);
  const call = await insertCall(turn.trx, turn.room, at);
  turn.call = call;
  await noteLastCall(turn.trx, turn.room.id, at);
  await turn.parts.listeners.onCallStarted(turn.trx, call);
  return call;
}

/**
 * Makes the call what its visits say it is: begun with the first entry, empty since the last exit.
 * The order in which the visits became known does not matter.
 */
export async function settle(turn: Turn): Promise<void> {
  const { trx, call } = turn;
  if (!call) return;
  const { open, first, last } = await spanOf(trx, call.id);
  const startedAt = first ?? call.startedAt;
  const emptySince = open > 0 ? null : (last ?? startedAt);
  if (emptySince && !call.emptySince) assertMay('drain', call);
  if (!emptySince && call.emptySince) assertMay('refill', call);
  const returnsUntil = emptySince && call.returnsUntil;
  const settled = { ...call, startedAt, emptySince, returnsUntil };
  turn.call = settled;
  const same =
    sameMoment(call.startedAt, startedAt) &&
    sameMoment(call.emptySince, emptySince) &&
    sameMoment(call.returnsUntil, returnsUntil);
  if (!same) await saveCall(trx, settled);
}

/** The room's people lost the engine and are coming back: the call does not end before this moment. */
export async function awaitReturns(turn: Turn, until: Date): Promise<void> {
  await settle(turn);
  if (!turn.call?.emptySince) return;
  turn.call = { ...turn.call, returnsUntil: until };
  await saveCall(turn.trx, turn.call);
}

/** Ends the call, all of whose visits are over: at the last departure. */
export async function finish(turn: Turn): Promise<CallRow & { finishedAt: Date }> {
  await settle(turn);
  const { trx, call, parts } = turn;
  assertMay('finish', call);
  if (!call?.emptySince) throw new Error('a call ends only when all of its visits are over');
  const mostPresent = await mostPresentIn(trx, call.id);
  const finished = { ...call, returnsUntil: null, finishedAt: call.emptySince, mostPresent };
  await saveCall(trx, finished);
  turn.call = undefined;
  await parts.listeners.onCallFinished(trx, finished);
  return finished;
}

/** Ends the call when it was empty for long enough. */
export async function finishWhenDue(turn: Turn): Promise<void> {
  await settle(turn);
  const due = turn.call && mayEndAt(turn.call, turn.parts.graceSeconds);
  if (due && due <= now()) await finish(turn);
}
