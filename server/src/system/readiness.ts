import { setTimeout as pause } from 'node:timers/promises';
import { ticks } from '../platform/clock.ts';
import { withDeadline } from '../platform/concurrency/deadline.ts';
import type { Logger } from '../platform/logging/log.ts';
import { Outage } from '../platform/logging/outage.ts';

const freshMs = 1_000;
/** A longer check counts as failed. */
const checkMs = 5_000;
/** How long a request waits for a check before it gets the last known state. */
const answerMs = 300;

export type DependencyState = 'up' | 'down';

/**
 * All callers share one check at a time. Its result is valid for a second: many requests, few checks.
 * @returns a function that reads the state; a stopping node does not wait for a check
 */
function watchDependency(check: () => Promise<void>, outage: Outage) {
  let running: Promise<void> | undefined;
  let state: DependencyState = 'down';
  let freshUntil = Number.NEGATIVE_INFINITY;

  const set = (found: DependencyState, error?: unknown) => {
    state = found;
    freshUntil = ticks() + freshMs;
    running = undefined;
    if (found === 'up') outage.back();
    else outage.away(error);
  };

  /** Resolves after the check, or when the waiting time is over. */
  const run = (): Promise<void> => {
    const checked = withDeadline(check(), checkMs, 'the check').then(
      () => set('up'),
      (error: unknown) => set('down', error),
    );
    return Promise.race([checked, pause(answerMs, undefined, { ref: false })]);
  };

  return async (isStopping: boolean): Promise<DependencyState> => {
    if (!isStopping && ticks() >= freshUntil) {
      running ??= run();
      await running;
    }
    return state;
  };
}

/** Whether this node takes requests, and which of its dependencies respond. */
export class Readiness {
  readonly #dependencies: [string, ReturnType<typeof watchDependency>][];
  isStopping = false;

  /** @param checks by name of the dependency; a check rejects if the dependency is away */
  constructor(log: Logger, checks: Record<string, () => Promise<void>>) {
    this.#dependencies = Object.entries(checks).map(([name, check]) => {
      const words = { away: `dependency is down: ${name}`, back: `dependency is up again: ${name}` };
      return [name, watchDependency(check, new Outage(log, words))];
    });
  }

  /** Makes the node count as not ready. */
  off(): void {
    this.isStopping = true;
  }

  async dependencies(): Promise<Record<string, DependencyState>> {
    const states = this.#dependencies.map(async ([name, read]) => [name, await read(this.isStopping)]);
    return Object.fromEntries(await Promise.all(states));
  }
}
