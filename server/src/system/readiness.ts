import { setTimeout as pause } from 'node:timers/promises';
import { ticks } from '../platform/clock.ts';
import { withDeadline } from '../platform/deadline.ts';
import type { Logger } from '../platform/log.ts';
import { Outage } from '../platform/outage.ts';

const freshMs = 1_000;
/** A check that takes longer has failed. */
const checkMs = 5_000;
/** A request waits so long for a check, then gets the last known state: a hanging dependency delays no health check. */
const answerMs = 300;

export type DependencyState = 'up' | 'down';

/** One check at a time serves all callers, and its result serves them for a second: a flood of requests causes no flood of checks. */
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

  /** Resolves when the check is through, or has taken too long for those who wait. */
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

/** Whether this node takes requests, and which of the servers that it needs answer it. */
export class Readiness {
  readonly #dependencies: [string, Dependency][];
  #isStopping = false;

  /** @param checks by the dependency's name; a check rejects while the dependency is away */
  constructor(log: Logger, checks: Record<string, () => Promise<void>>) {
    this.#dependencies = Object.entries(checks).map(([name, check]) => {
      const words = { away: `dependency is down: ${name}`, back: `dependency is up again: ${name}` };
      return [name, new Dependency(check, new Outage(log, words))];
    });
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** From now on the node counts as not ready. */
  off(): void {
    this.#isStopping = true;
  }

  async dependencies(): Promise<Record<string, DependencyState>> {
    const states = this.#dependencies.map(async ([name, dependency]) => [
      name,
      // Nobody waits for a check while the node stops.
      this.#isStopping ? dependency.lastState : await dependency.state(),
    ]);
    return Object.fromEntries(await Promise.all(states));
  }
}
