import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { recordsChannel } from '../transitions.store.ts';
import { type RecordLoop, runRecord } from './runner.ts';
import { findUnendedOf } from './running.store.ts';
import { type RecordRunningParts, StepRunner } from './step-runner.ts';

/**
 * Runs the recordings of this node, each by a loop of its own that these jobs start and wake, and cleans up all folders
 * on it.
 */
export function recordingJobs(parts: RecordRunningParts): Record<'run' | 'sweep', JobDefinition> {
  const { db, node, recorder } = parts;
  const stepRunner = new StepRunner(parts);
  const stopping = new AbortController();
  const { signal } = stopping;
  const loops = new Map<string, RecordLoop>();
  const wake = (recordId: string): void => {
    loops.get(recordId)?.wake();
    if (loops.has(recordId) || signal.aborted) return;
    const loop = runRecord(parts, recordId, { stepRunner, signal });
    const done = loop.done.finally(() => loops.delete(recordId));
    loops.set(recordId, { ...loop, done });
  };
  const unwatch = recorder.onChange(wake);
  // Recorders and the making of files continue: the next start takes them over.
  const abort = (): void => stopping.abort(new Error('stopping'));
  return {
    run: {
      everyMs: 2000,
      wokenBy: [recordsChannel],
      isFor: (other) => other === node,
      run: async (stop) => {
        // Recordings do not wait for the end of this run; a listener is added once only.
        stop.addEventListener('abort', abort, { once: true });
        try {
          for (const recordId of await findUnendedOf(db, node)) wake(recordId);
        } finally {
          // An ended row leaves the list, and its loop must notice.
          for (const loop of loops.values()) loop.wake();
        }
      },
      end: async () => {
        unwatch();
        abort();
        await Promise.all([...loops.values()].map(({ done }) => done));
      },
    },
    sweep: {
      everyMs: 60_000,
      run: async () => {
        // Folders without a row have no loop.
        for (const recordId of await recorder.list()) wake(recordId);
      },
    },
  };
}
