import { setTimeout as pause } from 'node:timers/promises';
import { now } from '../../platform/clock.ts';
import { isDatabaseAway } from '../../platform/db/db.ts';
import { recordById } from '../store.ts';
import { decideNextStep } from './next-step.ts';
import { isTemporary, type RecordMemory, type RecordRunningParts, type StepRunner } from './step-runner.ts';

export const timings = {
  /** Pauses between the tries of a step that failed; the last one repeats. */
  pausesMs: [1000, 2000, 5000, 10_000, 30_000, 60_000],
};
const databasePauseMs = 500;

export interface RecordLoop {
  /** Looks again now, or after the step under way. */
  wake(): void;
  /** Resolves when nothing is left to do, or the server stops. */
  done: Promise<void>;
}

/** Runs the steps of one recording until its end. Each step is decided from the row and the folder, never from memory. */
export function runRecord(
  { db, node, recorder, log }: RecordRunningParts,
  recordId: string,
  { stepRunner, signal }: { stepRunner: StepRunner; signal: AbortSignal },
): RecordLoop {
  const memory: RecordMemory = { finishFailures: 0 };
  let failures = 0;
  let isWanted = false;
  let rouse: (() => void) | undefined;

  const step = async (): Promise<number | 'over'> => {
    const row = await recordById(db, recordId);
    const record = row?.nodeId === node ? row : undefined;
    const next = decideNextStep({ record, view: await recorder.look(recordId), at: now() });
    if (!next) return 'over';
    const ms = await stepRunner.perform(next, { record, recordId, memory, signal });
    failures = 0;
    return ms;
  };

  const pauseAfter = async (error: unknown): Promise<number> => {
    if (signal.aborted) return 0;
    const isAway = isDatabaseAway(error);
    const ms = isAway ? databasePauseMs : (timings.pausesMs[failures] ?? timings.pausesMs.at(-1));
    if (!isAway) {
      failures += 1;
      const about = { recordId, failures };
      if (isTemporary(error)) log.warn({ ...about, reason: (error as Error).message }, 'a recording waits');
      else log.error({ ...about, err: error }, 'a step of a recording failed; will retry');
    }
    await pause(ms, undefined, { signal }).catch(() => undefined);
    return 0;
  };

  const sleep = async (ms: number): Promise<void> => {
    if (isWanted) return;
    const woken = new AbortController();
    rouse = () => woken.abort();
    const either = AbortSignal.any([woken.signal, signal]);
    await pause(ms, undefined, { signal: either }).catch(() => undefined);
    rouse = undefined;
  };

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      isWanted = false;
      const ms = await step().catch(pauseAfter);
      if (ms === 'over') return;
      if (ms > 0) await sleep(ms);
    }
  };

  const wake = () => {
    isWanted = true;
    rouse?.();
  };
  return { wake, done: run() };
}
