import { ticks } from '../../platform/clock.ts';
import { DeadlineMissed, withDeadline } from '../../platform/deadline.ts';
import type { Logger } from '../../platform/log.ts';

/** A part of the program that is stopped by itself. */
export interface StopStep {
  /** As the log names it. */
  name: string;
  /** The next step begins at this deadline, whatever became of this one. */
  withinMs: number;
  /** What the steps before it leave for this one. */
  reservedMs?: number;
  /** Waits for clients or load balancers: its time is added to that of the whole. */
  isWait?: boolean;
  /**
   * @param withinMs how long it has, at most its deadline
   * @param cut aborted when nobody wants to wait any more
   */
  stop(withinMs: number, cut: AbortSignal): unknown;
  /** What the operator should know or do when the step failed or missed its deadline. */
  advice: string;
}

export const waits = {
  /**
   * The whole shutdown, apart from waits for clients. Where there are none to wait for, it must end before 10 s, when
   * container runtimes kill, also on a busy machine.
   */
  shutdownMs: 8_000,
};
/** How long a stop waits for the end of a start that is in progress, for instance on a database that hangs. */
const startEndsMs = 2_500;
/** Every step runs, also when those before it used up the time. */
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
  /** Told whether a wait is in progress. */
  onWait?: (isWaiting: boolean) => void;
}

/** Stops one stage after the other, the steps of a stage at once; each also when one before it failed or hangs. */
export async function runStages(
  stages: StopStep[][],
  log: Logger,
  { withinMs = waits.shutdownMs, cut = new AbortController().signal, onWait }: StageLimits = {},
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

/** The start was interrupted by a signal. */
export class Interrupted extends Error {}

/** What was started, to be stopped in the opposite order. */
export class Stops {
  /** What runs after an uncaught error: it closes sockets so that clients reconnect. Child processes keep running. */
  onCrash: StopStep[][] = [];
  #stages: StopStep[][] = [];
  #run: Promise<void> | undefined;
  readonly #request = new AbortController();
  readonly #cut = new AbortController();
  #isWaiting = false;

  /** Aborted as soon as a stop is requested. */
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

  /** Called between two steps of the start: throws once a stop is requested. */
  goOn(): void {
    if (this.isStopRequested) throw new Interrupted();
  }

  /** Runs the stages once; every caller gets the same promise. */
  run(log: Logger, withinMs = waits.shutdownMs): Promise<void> {
    this.#run ??= runStages(this.#stages.splice(0), log, {
      withinMs,
      cut: this.#cut.signal,
      onWait: (isWaiting) => {
        this.#isWaiting = isWaiting;
      },
    });
    return this.#run;
  }

  /** Waits a moment for the start, which a requested stop interrupts, then runs the stages in the time that is left. */
  async runAfter(starting: Promise<void>, log: Logger): Promise<void> {
    const until = ticks() + waits.shutdownMs;
    await withDeadline(starting, startEndsMs, 'the start').catch(() => undefined);
    await this.run(log, until - ticks());
  }
}
