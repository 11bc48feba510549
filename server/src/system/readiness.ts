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

/** All callers share one check at a time. Its result is valid for a second: many requests, few checks. */
class Dependency {
  readonly #check: () => Promise<void>;
  readonly #outage: Outage;
  #running: Promise<void> | undefined;
  #state: DependencyState = 'down';
  #freshUntil = Number.NEGATIVE_INFINITY;

  constructor(check: () => Promise<void>, outage: Outage) {
    this.#check = check;
    this.#outage = outage;
  }

  get lastState(): DependencyState {
    return this.#state;
  }

  async state(): Promise<DependencyState> {
    if (ticks() >= this.#freshUntil) {
      this.#running ??= this.#run();
      await this.#running;
    }
    return this.#state;
  }

  /** Resolves after the check, or when the waiting time is over. */
  #run(): Promise<void> {
    const checked = withDeadline(this.#check(), checkMs, 'the check').then(
      () => this.#set('up'),
      (error: unknown) => this.#set('down', error),
    );
    return Promise.race([checked, pause(answerMs, undefined, { ref: false })]);
  }

  #set(state: DependencyState, error?: unknown): void {
    this.#state = state;
    this.#freshUntil = ticks() + freshMs;
    this.#running = undefined;
    if (state === 'up') this.#outage.back();
    else this.#outage.away(error);
  }
}

/** Whether this node takes requests, and which of its dependencies respond. */
export class Readiness {
  readonly #dependencies: [string, Dependency][];
  #isStopping = false;

  /** @param checks by name of the dependency; a check rejects if the dependency is away */
  constructor(log: Logger, checks: Record<string, () => Promise<void>>) {
    this.#dependencies = Object.entries(checks).map(([name, check]) => {
      const words = { away: `dependency is down: ${name}`, back: `dependency is up again: ${name}` };
      return [name, new Dependency(check, new Outage(log, words))];
    });
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Makes the node count as not ready. */
  off(): void {
    this.#isStopping = true;
  }

  async dependencies(): Promise<Record<string, DependencyState>> {
    const states = this.#dependencies.map(async ([name, dependency]) => [
      name,
      // Checks are not awaited while the node stops.
      this.#isStopping ? dependency.lastState : await dependency.state(),
    ]);
    return Object.fromEntries(await Promise.all(states));
  }
}
