import { isSoundOn } from './setting.ts';
import { playTone } from './tone.ts';

/** Ten hands in a second are one sound. */
const quietFor = 2_500;
const last = new Map<string, number>();

/** Sounds where the person wants sounds. */
export function playSound(tune: 'hand' | 'poll' | 'knock' | 'letIn' | 'record' | 'recordEnd'): void {
  const now = performance.now();
  if (!isSoundOn() || now - (last.get(tune) ?? Number.NEGATIVE_INFINITY) < quietFor) return;
  last.set(tune, now);
  playTone(tune);
}
