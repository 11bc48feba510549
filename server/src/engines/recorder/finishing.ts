import { stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { names } from '../../../../recorder/folder/job.ts';
import type { Result } from '../../../../recorder/folder/result.ts';
import { ticks } from '../../platform/clock.ts';
import { programLimits } from '../confined/limits.ts';
import { type Folders, readJson } from './folders.ts';
import type { Owners } from './owners.ts';
import { type FinishedRecording, RecorderFailed } from './recorder.ts';
import { startProgram } from './starting.ts';

/** The priority of running recordings and of the calls is higher. */
const niceness = 10;
/** A generous time limit: copying takes 1 to 2 s per GB, the pictures some seconds. */
const leastMs = 5 * 60_000;
const bytesPerMs = 5000;
const lookMs = 100;

/** Makes the files of finished recordings, one folder at a time, to leave the CPU to running recordings. */
export class Finishing {
  readonly #folders: Folders;
  readonly #owners: Owners;
  readonly #script: string;
  readonly #running = new Map<string, Promise<FinishedRecording>>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(folders: Folders, owners: Owners, script: string) {
    this.#folders = folders;
    this.#owners = owners;
    this.#script = script;
  }

  isFinished(recordId: string): boolean {
    return this.#resultOf(recordId) !== undefined;
  }

  /** A call during the work returns the same promise. */
  finish(recordId: string): Promise<FinishedRecording> {
    const running = this.#running.get(recordId);
    if (running) return running;
    const mine = this.#last.then(() => this.#finish(recordId));
    this.#last = mine.catch(() => undefined);
    this.#running.set(recordId, mine);
    const forget = () => this.#running.delete(recordId);
    mine.then(forget, forget);
    return mine;
  }

  #resultOf(recordId: string): Result | undefined {
    return readJson(this.#folders.pathIn(recordId, names.result)) as Result | undefined;
  }

  async #finish(recordId: string): Promise<FinishedRecording> {
    const deadline = ticks() + leastMs + (await this.captured(recordId)) / bytesPerMs;
    // A server that is gone may have started it.
    while (this.#owners.isAtWork(recordId, 'finish')) await this.#waitFor(recordId, deadline, pause(lookMs));
    const found = this.#resultOf(recordId);
    if (found) return found;
    const { identity, ended } = await startProgram({
      ...{ script: this.#script, limits: programLimits.finish },
      folder: this.#folders.of(recordId),
      log: this.#folders.pathIn(recordId, 'finish.log'),
      niceness,
    });
    this.#owners.note(recordId, 'finish', identity);
    await this.#waitFor(recordId, deadline, ended);
    const made = this.#resultOf(recordId);
    if (!made)
      throw new RecorderFailed(`the files of record ${recordId} could not be made; see its finish.log`);
    return made;
  }

  async #waitFor(recordId: string, deadline: number, what: Promise<unknown>): Promise<void> {
    const clock = new AbortController();
    const late = pause(Math.max(0, deadline - ticks()), 'late', { signal: clock.signal, ref: false });
    const first = await Promise.race([what, late.catch(() => undefined)]);
    clock.abort();
    if (first !== 'late') return;
    await this.#owners.kill(recordId, 'finish');
    throw new RecorderFailed(`the files of record ${recordId} were not made in time`);
  }

  /** Bytes of the captured file; its sound is a small part of the whole. */
  async captured(recordId: string): Promise<number> {
    return stat(this.#folders.pathIn(recordId, names.capture)).then(
      ({ size }) => size,
      () => 0,
    );
  }
}
