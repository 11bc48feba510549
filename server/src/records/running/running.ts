import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { recordsChannel } from '../transitions.store.ts';
import { SingleRecordRunner } from './runner.ts';
import { findUnendedOf } from './running.store.ts';
import { type RecordRunningParts, StepRunner } from './step-runner.ts';

/** Runs all recordings assigned to this node, and cleans up all folders on it. */
class RecordRunner {
  readonly #parts: RecordRunningParts;
  readonly #stepRunner: StepRunner;
  readonly #stopping = new AbortController();
  readonly #runners = new Map<string, { runner: SingleRecordRunner; done: Promise<void> }>();
  readonly #unwatch: () => void;

  constructor(parts: RecordRunningParts) {
    this.#parts = parts;
    this.#stepRunner = new StepRunner(parts);
    this.#unwatch = parts.recorder.onChange((recordId) => this.#wake(recordId));
  }

  async look(): Promise<void> {
    const { db, node } = this.#parts;
    try {
      for (const recordId of await findUnendedOf(db, node)) this.#wake(recordId);
    } finally {
      // An ended row leaves the list, and its runner must notice.
      for (const { runner } of this.#runners.values()) runner.wake();
    }
  }

  /** Looks for folders without a runner. */
  async sweep(): Promise<void> {
    for (const recordId of await this.#parts.recorder.list()) this.#wake(recordId);
  }

  #wake(recordId: string): void {
    const { signal } = this.#stopping;
    this.#runners.get(recordId)?.runner.wake();
    if (this.#runners.has(recordId) || signal.aborted) return;
    const runner = new SingleRecordRunner({ ...this.#parts, stepRunner: this.#stepRunner, signal }, recordId);
    const done = runner.run().finally(() => this.#runners.delete(recordId));
    this.#runners.set(recordId, { runner, done });
  }

  /** Recorders and the making of files continue: the next start takes them over. */
  readonly abort = (): void => this.#stopping.abort(new Error('stopping'));

  async stop(): Promise<void> {
    this.#unwatch();
    this.abort();
    await Promise.all([...this.#runners.values()].map(({ done }) => done));
  }
}

/** Runs the recordings of this node, each by a loop of its own that these jobs start and wake. */
export function recordingJobs(parts: RecordRunningParts): Record<'run' | 'sweep', JobDefinition> {
  const running = new RecordRunner(parts);
  return {
    run: {
      everyMs: 2000,
      wokenBy: [recordsChannel],
      isFor: (node) => node === parts.node,
      run: (stop) => {
        // Recordings do not wait for the end of this run; a listener is added once only.
        stop.addEventListener('abort', running.abort, { once: true });
        return running.look();
      },
      end: () => running.stop(),
    },
    sweep: { everyMs: 60_000, run: () => running.sweep() },
  };
}
