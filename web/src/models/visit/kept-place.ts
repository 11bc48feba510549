import type { CallEntry } from '../call/call-contract.ts';

/** The place of who waits at a door. It lives in `history.state` of this tab, so that a reload comes back to it. */
export type KeptPlace = { entry: CallEntry; since: number };

const key = 'lectern.waiting';

type Kept = Record<string, unknown> | null;

const state = (): Kept => (typeof window === 'undefined' ? null : (window.history.state as Kept));

export function keepPlace(place: KeptPlace): void {
  window.history.replaceState({ ...state(), [key]: place }, '');
}

export function keptPlace(roomId: string): KeptPlace | undefined {
  const place = state()?.[key] as KeptPlace | undefined;
  return place?.entry.roomId === roomId ? place : undefined;
}

export function forgetPlace(): void {
  if (!state()?.[key]) return;
  const { [key]: _, ...rest } = state() ?? {};
  window.history.replaceState(rest, '');
}
