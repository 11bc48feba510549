import { type Effects, runAll } from '../../platform/effects.ts';
import type { BbbParts } from '../parts.ts';

/**
 * Runs the effects of a change that is committed. The request is done by then, so their failure is logged; the
 * reconciliation of calls repeats changes of the media server.
 */
export async function runAfterCommit<Event>(
  { db, log }: Pick<BbbParts, 'db' | 'log'>,
  effects: Effects<Event>,
  event: Event,
): Promise<void> {
  try {
    await runAll(db, effects, event);
  } catch (err) {
    log.error({ err }, 'an effect of a BigBlueButton meeting failed after its change was stored');
  }
}
