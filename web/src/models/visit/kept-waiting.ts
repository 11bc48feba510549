import { pageState } from '../../kit/page-state.ts';
import type { CallEntry } from '../call/call-contract.ts';

/** The place in the waiting room. */
export type KeptWaiting = { entry: CallEntry; since: number };

const kept = pageState<KeptWaiting>('lectern.waiting');

export const keepWaiting = kept.write;
export const forgetWaiting = kept.forget;

export function keptWaiting(roomId: string): KeptWaiting | undefined {
  const place = kept.read();
  return place?.entry.roomId === roomId ? place : undefined;
}
