import { pageState } from '../../kit/page-state.ts';
import type { CallEntry } from '../call/call-contract.ts';

const kept = pageState<CallEntry>('lectern.webinar');

/** Keeps a viewer's entry, so that a reload resumes without the form. */
export const keepEntry = kept.write;
export const forgetEntry = kept.forget;

export function keptEntry(roomId: string): CallEntry | undefined {
  const entry = kept.read();
  return entry?.roomId === roomId ? entry : undefined;
}
