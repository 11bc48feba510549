import type { ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  diskFullCode,
  type PrepareJob,
  type PrepareProgress,
  type PrepareResult,
  prepareNames,
  prepareOrders,
  segmentPath,
} from '../../../../recorder/folder/prepare-job.ts';
import { limitReached, spawnConfined } from '../confined/confined.ts';
import { longestVideoSeconds, preparingCpu, preparingLimits } from '../confined/limits.ts';
import {
  type MadeRendition,
  type MadeVideoFiles,
  type PreparerEngine,
  PreparerFailed,
  type PreparingOptions,
} from './preparer.ts';

export interface PreparingSettings {
  dataDir: string;
  /** The folder with `prepare.ts`. */
  programs: string;
}

export const timings = {
  /** A program that reports no progress for so long hangs. A 4K video has some hundredths an hour. */
  stalledMs: 1_800_000,
  /** How often a program that may pause looks whether it has to. */
  pauseLookMs: 5_000,
};

/** As of nice(1): below calls, recordings and the making of their files. */
const niceness = 15;
const outputBytes = 4000;

/** Prepares videos in processes that end with the server: what they made is made anew. */
export class PreparingProcess implements PreparerEngine {
  readonly #root: string;
  readonly #script: string;

  constructor({ dataDir, programs }: PreparingSettings) {
    this.#root = join(dataDir, 'preparing');
    this.#script = join(programs, 'prepare.ts');
  }

  async begin(attempt: string): Promise<string> {
    const folder = this.#folderOf(attempt);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return join(folder, prepareNames.input);
  }

  async prepare(attempt: string, options: PreparingOptions): Promise<MadeVideoFiles> {
    const { signal, small } = options;
    signal.throwIfAborted();
    const folder = this.#folderOf(attempt);
    // Two programs run at once. The other half of the cores is for calls and recordings.
    const threads = Math.max(1, Math.floor(availableParallelism() / 4));
    const job: PrepareJob = {
      ...{ version: 1, maxSeconds: longestVideoSeconds, threads, maxCpu: preparingCpu },
      ...(small && { small }),
    };
    writeFileSync(join(folder, prepareNames.job), JSON.stringify(job), { mode: 0o600 });
    const child = this.#spawn(folder);
    const { code, output } = await supervise(child, options);
    signal.throwIfAborted();
    const limit = limitReached({ code, output });
    // Another attempt would reach it again.
    if (limit)
      return { ok: false, failure: 'unreadable', message: `it reached the limit of ${limit}: ${output}` };
    if (code !== 0) {
      throw new PreparerFailed(`the program ended with ${code}: ${output}`, code === diskFullCode);
    }
    return resultIn(folder);
  }

  pathOf(attempt: string, file: string): string {
    return join(this.#folderOf(attempt), file);
  }

  segmentOf(attempt: string, rendition: MadeRendition['name'], index: number): string {
    return this.pathOf(attempt, segmentPath(rendition, index));
  }

  async discard(attempt: string): Promise<void> {
    await rm(this.#folderOf(attempt), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }

  async clear(): Promise<void> {
    await rm(this.#root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }

  /** The open input tells the program that we live. */
  #spawn(folder: string): ChildProcess {
    return spawnConfined(
      {
        ...{ script: this.#script, args: [folder], niceness },
        ...{ limits: preparingLimits(), files: { write: [folder] } },
      },
      { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] },
    );
  }

  #folderOf(attempt: string): string {
    // The name becomes part of a path that is removed recursively.
    if (!/^[0-9a-f]{24}-(small-)?\d+$/.test(attempt)) throw new Error(`"${attempt}" is not an attempt`);
    return join(this.#root, attempt);
  }
}

interface Ended {
  /** The exit code, or the signal that killed it. */
  code: number | string;
  /** The end of its error output. */
  output: string;
}

/** Waits for the end of the program; kills it on abort, and if it makes no progress. */
function supervise(child: ChildProcess, { signal, onProgress, mayRun }: PreparingOptions): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>();
  let output = '';
  const kill = () => child.kill('SIGKILL');
  const stalled = setTimeout(kill, timings.stalledMs);
  stalled.unref();
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-outputBytes);
  });
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      stalled.refresh();
      const progress = progressIn(line);
      if (progress !== undefined) onProgress(progress);
    });
  }
  const endPausing = mayRun && pauseWhile(child, { mayRun, onPaused: () => stalled.refresh() });
  child.once('error', (error) => resolve({ code: error.message, output }));
  child.once('close', (code, by) => resolve({ code: code ?? by ?? 'nothing', output: output.trim() }));
  signal.addEventListener('abort', kill, { once: true });
  return promise.finally(() => {
    clearTimeout(stalled);
    endPausing?.();
    signal.removeEventListener('abort', kill);
  });
}

interface Pausing {
  mayRun: () => Promise<boolean>;
  onPaused: () => void;
}

/** Pauses and resumes the program until the returned function is called. */
function pauseWhile({ stdin }: ChildProcess, { mayRun, onPaused }: Pausing): () => void {
  let isPaused = false;
  let isLooking = false;
  const look = async () => {
    const wasPaused = isPaused;
    isPaused = !(await mayRun());
    if (isPaused) onPaused();
    if (isPaused !== wasPaused) stdin?.write(`${isPaused ? prepareOrders.pause : prepareOrders.resume}\n`);
  };
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    // A database that is away must not end the program.
    look()
      .catch(() => undefined)
      .finally(() => {
        isLooking = false;
      });
  }, timings.pauseLookMs);
  return () => clearInterval(timer);
}

/** FFmpeg may write other lines. */
function progressIn(line: string): number | undefined {
  try {
    const { progress } = JSON.parse(line) as PrepareProgress;
    return typeof progress === 'number' ? Math.min(1, Math.max(0, progress)) : undefined;
  } catch {
    return undefined;
  }
}

/** The program read a stranger's file: its names are not believed. */
function resultIn(folder: string): MadeVideoFiles {
  let result: PrepareResult;
  try {
    result = JSON.parse(readFileSync(join(folder, prepareNames.result), 'utf8'));
  } catch (error) {
    throw new PreparerFailed(`the program left no result: ${String(error)}`);
  }
  const { poster, strip } = prepareNames;
  if (result.ok && ((result.poster ?? poster) !== poster || (result.strip ?? strip) !== strip)) {
    throw new PreparerFailed('the program named other files');
  }
  return result;
}
