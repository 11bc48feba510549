import { setTimeout as pause } from 'node:timers/promises';
import { now } from '../../platform/clock.ts';
import { isDatabaseAway } from '../../platform/db/db.ts';
import { decideNextStep } from './next-step.ts';
import { recordById } from './running.store.ts';
import { isTemporary, newMemory, type RecordRunningParts, type StepRunner } from './step-runner.ts';

export const timings = {
  /** Pauses between the tries of a step that failed; the last one repeats. */
  pausesMs: [1000, 2000, 5000, 10_000, 30_000, 60_000],
};
const databasePauseMs = 500;

interface RunnerParts extends RecordRunningParts {
  stepRunner: StepRunner;
  signal: AbortSignal;
}

/** Runs the steps of one recording until its end. Each step is decided from the row and the folder, never from memory. */
export class SingleRecordRunner {
  readonly #parts: RunnerParts;
  readonly #recordId: string;
  readonly #memory = newMemory();
  #failures = 0;
  #isWanted = false;
  #rouse: (() => void) | undefined;

  constructor(parts: RunnerParts, recordId: string) {
    this.#parts = parts;
    this.#recordId = recordId;
  }

  /** Looks again now, or after the step under way. */
  wake(): void {
    this.#isWanted = true;
    this.#rouse?.();
  }

  /** Resolves when nothing is left to do, or the server stops. */
  async run(): Promise<void> {
    const { signal } = this.#parts;
    while (!signal.aborted) {
      this.#isWanted = false;
      const ms = await this.#step();
      if (ms === 'over') return;
      if (ms > 0) await this.#sleep(ms);
    }
  }

  async #step(): Promise<number | 'over'> {
    const { db, node, recorder, stepRunner, signal } = this.#parts;
    const recordId = this.#recordId;
    try {
      const row = await recordById(db, recordId);
      const record = row?.nodeId === node ? row : undefined;
      const step = decideNextStep({ record, view: await recorder.look(recordId), at: now() });
      if (!step) return 'over';
      const ms = await stepRunner.perform(step, { record, recordId, memory: this.#memory, signal });
      this.#failures = 0;
      return ms;
    } catch (error) {
      await this.#pauseAfter(error);
      return 0;
    }
  }

  async #pauseAfter(error: unknown): Promise<void> {
    const { log, signal } = this.#parts;
    if (signal.aborted) return;
    const isAway = isDatabaseAway(error);
    const ms = isAway ? databasePauseMs : (timings.pausesMs[this.#failures] ?? timings.pausesMs.at(-1));
    if (!isAway) {
      this.#failures += 1;
      const about = { recordId: this.#recordId, failures: this.#failures };
      if (isTemporary(error)) log.warn({ ...about, reason: (error as Error).message }, 'a recording waits');
      else log.error({ ...about, err: error }, 'a step of a recording failed; will retry');
    }
    await pause(ms, undefined, { signal }).catch(() => undefined);
  }

  async #sleep(ms: number): Promise<void> {
    if (this.#isWanted) return;
    const woken = new AbortController();
    this.#rouse = () => woken.abort();
    const either = AbortSignal.any([woken.signal, this.#parts.signal]);
    await pause(ms, undefined, { signal: either }).catch(() => undefined);
    this.#rouse = undefined;
  }
}
