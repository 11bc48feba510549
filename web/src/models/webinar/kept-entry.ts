import type { CallEntry } from '../call/call-contract.ts';

/** A viewer's entry. It is kept in `history.state` of this tab, so that a reload resumes without the form. */
const key = 'lectern.webinar';

const state = (): Record<string, unknown> => (window.history.state as Record<string, unknown> | null) ?? {};

export function keepEntry(entry: CallEntry): void {
  window.history.replaceState({ ...state(), [key]: entry }, '');
}

export function keptEntry(roomId: string): CallEntry | undefined {
  const entry = state()[key] as CallEntry | undefined;
  return entry?.roomId === roomId ? entry : undefined;
}

export function forgetEntry(): void {
  const { [key]: _, ...rest } = state();
  window.history.replaceState(rest, '');
}
