import { isSoundOn } from './setting.ts';
import { playTone } from './tone.ts';

/** In ms. Ten hands in a second cause one sound. */
const quietFor = 2_500;
const last = new Map<string, number>();

/** Plays a sound if the person's setting allows it. */
export function playSound(
  tune: 'hand' | 'poll' | 'knock' | 'letIn' | 'record' | 'recordEnd' | 'timer',
): void {
  const now = performance.now();
  if (!isSoundOn() || now - (last.get(tune) ?? Number.NEGATIVE_INFINITY) < quietFor) return;
  last.set(tune, now);
  playTone(tune);
}
