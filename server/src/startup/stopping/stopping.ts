import { ticks } from '../../platform/clock.ts';
import { DeadlineMissed, withDeadline } from '../../platform/concurrency/deadline.ts';
import type { Logger } from '../../platform/logging/log.ts';

/** A part of the program with a stop of its own. */
export interface StopStep {
  /** The name in the log. */
  name: string;
  /** The next step starts after this deadline at the latest. */
  withinMs: number;
  /** Time that the earlier steps must leave for this one. */
  reservedMs?: number;
  /** Whether it waits for clients or load balancers: such a wait extends the total. */
  isWait?: boolean;
  /**
   * @param withinMs the time that is left, at most its deadline
   * @param cut aborted to end a wait early
   */
  stop(withinMs: number, cut: AbortSignal): unknown;
  /** Logged for the operator if the step fails or misses its deadline. */
  advice: string;
}

export const timings = {
  /**
   * The whole shutdown without waits for clients. It must end within 10 s even on a busy machine, because container
   * runtimes kill then.
   */
  shutdownMs: 8_000,
};
/** How long a stop waits for a start in progress, which may hang on a database. */
const startEndsMs = 2_500;
/** The minimum for a step if the earlier ones used up the time. */
const leastMs = 250;

interface StepLimits {
  limitMs: number;
  cut: AbortSignal;
  log: Logger;
}

async function runStep(step: StopStep, { limitMs, cut, log }: StepLimits): Promise<void> {
  const { name, advice } = step;
  const limit = step.isWait ? step.withinMs : limitMs;
  const withinMs = Math.max(leastMs, Math.min(step.withinMs, Math.round(limit)));
  try {
    await withDeadline((async () => step.stop(withinMs, cut))(), withinMs, name);
  } catch (error) {
    const isLate = error instanceof DeadlineMissed;
    const fields = { step: name, ...(isLate ? { withinMs } : { err: error }) };
    log.error(fields, `stopping: ${name} ${isLate ? 'missed the deadline' : 'failed'}. ${advice}`);
  }
}

const reservedFor = (stages: StopStep[][]): number =>
  Math.max(0, ...stages.flat().map(({ reservedMs = 0 }) => reservedMs));

interface StageLimits {
  withinMs?: number;
  /** Aborted to end the waits. */
  cut?: AbortSignal;
  /** Called with whether a wait is in progress. */
  onWait?: (isWaiting: boolean) => void;
}

/** Runs the stages in order, the steps of a stage concurrently, even if earlier ones fail or hang. */
export async function runStages(
  stages: StopStep[][],
  log: Logger,
  { withinMs = timings.shutdownMs, cut = new AbortController().signal, onWait }: StageLimits = {},
): Promise<void> {
  let until = ticks() + withinMs;
  for (const [index, steps] of stages.entries()) {
    const began = ticks();
    const limitMs = until - began - reservedFor(stages.slice(index + 1));
    const isWait = steps.some((step) => step.isWait);
    onWait?.(isWait);
    await Promise.all(steps.map((step) => runStep(step, { limitMs, cut, log })));
    if (isWait) until += ticks() - began;
  }
  onWait?.(false);
}

/** A signal interrupted the start. */
export class Interrupted extends Error {}

/** The parts of the server that were started. They stop in reverse order. */
export class Stops {
  /** Stages after an uncaught error: they close the sockets so that clients reconnect, and keep child processes. */
  onCrash: StopStep[][] = [];
  #stages: StopStep[][] = [];
  #run: Promise<void> | undefined;
  readonly #request = new AbortController();
  readonly #cut = new AbortController();
  #isWaiting = false;

  /** Aborted when a stop is requested. */
  get requested(): AbortSignal {
    return this.#request.signal;
  }

  get isStopRequested(): boolean {
    return this.#request.signal.aborted;
  }

  requestStop(): void {
    this.#request.abort();
  }

  /** Ends a wait for clients or load balancers. @returns whether there was one */
  cutWait(): boolean {
    if (!this.#isWaiting || this.#cut.signal.aborted) return false;
    this.#cut.abort();
    return true;
  }

  /** The first of these stages is stopped first. */
  add(...stages: StopStep[][]): void {
    this.#stages.unshift(...stages);
  }

  /** Throws if a stop was requested. Called between the steps of the start. */
  throwIfRequested(): void {
    if (this.isStopRequested) throw new Interrupted();
  }

  /** Runs the stages once; every caller gets the same promise. */
  run(log: Logger, withinMs = timings.shutdownMs): Promise<void> {
    this.#run ??= runStages(this.#stages.splice(0), log, {
      withinMs,
      cut: this.#cut.signal,
      onWait: (isWaiting) => {
        this.#isWaiting = isWaiting;
      },
    });
    return this.#run;
  }

  /** Waits a moment for the start, which the stop request interrupts, then runs the stages in the time left. */
  async runAfter(starting: Promise<void>, log: Logger): Promise<void> {
    const until = ticks() + timings.shutdownMs;
    await withDeadline(starting, startEndsMs, 'the start').catch(() => undefined);
    await this.run(log, until - ticks());
  }
}
