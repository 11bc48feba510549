import type { CallEntry } from '../call/call-contract.ts';

/** The place in the waiting room. It is kept in `history.state` of this tab, so that a reload finds it. */
export type KeptWaiting = { entry: CallEntry; since: number };

const key = 'lectern.waiting';

type Kept = Record<string, unknown> | null;

const state = (): Kept => (typeof window === 'undefined' ? null : (window.history.state as Kept));

export function keepWaiting(place: KeptWaiting): void {
  window.history.replaceState({ ...state(), [key]: place }, '');
}

export function keptWaiting(roomId: string): KeptWaiting | undefined {
  const place = state()?.[key] as KeptWaiting | undefined;
  return place?.entry.roomId === roomId ? place : undefined;
}

export function forgetWaiting(): void {
  if (!state()?.[key]) return;
  const { [key]: _, ...rest } = state() ?? {};
  window.history.replaceState(rest, '');
}
