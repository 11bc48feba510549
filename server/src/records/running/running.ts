import type pg from 'pg';
import { isDatabaseAway } from '../../platform/db/db.ts';
import { listen } from '../../platform/db/listen.ts';
import { recordsChannel } from '../transitions.store.ts';
import { SingleRecordRunner } from './runner.ts';
import { findUnendedOf } from './running.store.ts';
import { type RecordRunningParts, StepRunner } from './step-runner.ts';

interface StartRunningParts extends RecordRunningParts {
  pool: pg.Pool;
}

/** Polls in case a notice is lost. */
const pollMs = 2000;
/** How often folders without a runner are looked for. */
const sweepMs = 60_000;

/** Runs all recordings assigned to this node, and cleans up all folders on it. */
class RecordRunner {
  readonly #parts: StartRunningParts;
  readonly #stepRunner: StepRunner;
  readonly #stopping = new AbortController();
  readonly #runners = new Map<string, { runner: SingleRecordRunner; done: Promise<void> }>();
  readonly #timers: NodeJS.Timeout[];
  #looking: Promise<void> | undefined;
  #isWanted = false;

  constructor(parts: StartRunningParts) {
    this.#parts = parts;
    this.#stepRunner = new StepRunner(parts);
    this.#timers = [setInterval(() => this.look(), pollMs), setInterval(() => this.sweep(), sweepMs)];
  }

  /** Reads the rows now, or once more after the read under way. */
  look(): void {
    if (this.#stopping.signal.aborted) return;
    this.#isWanted = true;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
      if (this.#isWanted) this.look();
    });
  }

  async #look(): Promise<void> {
    this.#isWanted = false;
    const { db, node, log } = this.#parts;
    try {
      for (const recordId of await findUnendedOf(db, node)) this.wake(recordId);
    } catch (error) {
      if (!isDatabaseAway(error)) log.error({ err: error }, 'recordings could not be read; will retry');
    }
    // An ended row leaves the list, and its runner must notice.
    for (const { runner } of this.#runners.values()) runner.wake();
  }

  async sweep(): Promise<void> {
    const { recorder, log } = this.#parts;
    try {
      for (const recordId of await recorder.list()) this.wake(recordId);
    } catch (error) {
      log.error({ err: error }, 'the folders of recordings could not be listed; will retry');
    }
  }

  wake(recordId: string): void {
    const { signal } = this.#stopping;
    this.#runners.get(recordId)?.runner.wake();
    if (this.#runners.has(recordId) || signal.aborted) return;
    const runner = new SingleRecordRunner({ ...this.#parts, stepRunner: this.#stepRunner, signal }, recordId);
    const done = runner.run().finally(() => this.#runners.delete(recordId));
    this.#runners.set(recordId, { runner, done });
  }

  /** Recorders and the making of files continue: the next start takes them over. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('stopping'));
    for (const timer of this.#timers) clearInterval(timer);
    await this.#looking;
    await Promise.all([...this.#runners.values()].map(({ done }) => done));
  }
}

/**
 * Starts to run the recordings of this node.
 * @returns a function that stops it and resolves when nothing is under way
 */
export function startRecordRunner(parts: StartRunningParts): () => Promise<void> {
  const running = new RecordRunner(parts);
  const { pool, log, node, recorder } = parts;
  const onNotice = (payload?: string) => {
    if (payload === undefined || payload === node) running.look();
  };
  const stopListening = listen({ pool, channel: recordsChannel, log, onNotice });
  const unwatch = recorder.onChange((recordId) => running.wake(recordId));
  running.look();
  void running.sweep();
  return async () => {
    unwatch();
    await Promise.all([running.stop(), stopListening()]);
  };
}
