/** The program that prepares videos (`recorder/prepare.ts`). */

import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import {
  type PreparedName,
  type PrepareJob,
  type PrepareProgress,
  type PrepareResult,
  prepareNames,
  prepareOrders,
  segmentPath,
} from '../../../../recorder/folder/prepare-job.ts';
import { ProgramFailed } from '../confined/failed.ts';
import { runFolderProgram } from '../confined/job.ts';
import { longestVideoSeconds, preparingCpu, preparingLimits } from '../confined/limits.ts';
import type { ProgramRun } from '../confined/program.ts';

export type { PreparedRendition, PreparedVideo } from '../../../../recorder/folder/prepare-job.ts';
export { ProgramFailed };

export interface PreparingOptions {
  /** Ends the program. */
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (progress: number) => void;
  /** Makes only the small quality, with the segments of the full size. */
  small?: { durations: number[] };
  /** Asked again and again; the program pauses while it is false. */
  mayRun?: () => Promise<boolean>;
}

interface PreparerSettings {
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

/** FFmpeg may write lines beside those of the progress. */
const mostBytes = 10_000_000;

/**
 * Makes the files of videos, each attempt in a folder of its own on this node, by processes that end with the server;
 * the next start makes unfinished files anew.
 */
export class Preparer {
  readonly #root: string;
  readonly #script: string;

  constructor({ dataDir, programs }: PreparerSettings) {
    this.#root = join(dataDir, 'preparing');
    this.#script = join(programs, 'prepare.ts');
  }

  /** Makes the empty folder of an attempt. @returns the path at which its input has to be stored */
  async begin(attempt: string): Promise<string> {
    const folder = this.#folderOf(attempt);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return join(folder, prepareNames.input);
  }

  /** @throws ProgramFailed if the program ended without a result */
  async prepare(attempt: string, options: PreparingOptions): Promise<PrepareResult> {
    const { signal, small, onProgress, mayRun } = options;
    signal.throwIfAborted();
    const folder = this.#folderOf(attempt);
    // Two programs run at once. The other half of the cores is for calls and recordings.
    const threads = Math.max(1, Math.floor(availableParallelism() / 4));
    const job: PrepareJob = {
      ...{ version: 1, maxSeconds: longestVideoSeconds, threads, maxCpu: preparingCpu },
      ...(small && { small }),
    };
    try {
      const result = await runFolderProgram<PrepareResult>({
        ...{ script: this.#script, folder, cwd: folder, names: prepareNames, job, signal },
        ...{ limits: preparingLimits(), mostBytes, stalledMs: timings.stalledMs },
        onLine: (line) => {
          const progress = progressIn(line);
          if (progress !== undefined) onProgress(progress);
        },
        ...(mayRun && { onStart: pauseWhile(mayRun) }),
      });
      checkNames(result, small ? '360p' : 'source');
      return result;
    } catch (error) {
      // Another attempt would reach the limit again.
      if (!(error instanceof ProgramFailed && error.limit)) throw error;
      return { version: 1, ok: false, failure: 'unreadable', message: error.message };
    }
  }

  /** Path of a file in the attempt's folder. */
  pathOf(attempt: string, file: string): string {
    return join(this.#folderOf(attempt), file);
  }

  /** Path of a segment; -1 is the init segment. */
  segmentOf(attempt: string, rendition: PreparedName, index: number): string {
    return this.pathOf(attempt, segmentPath(rendition, index));
  }

  async discard(attempt: string): Promise<void> {
    await rm(this.#folderOf(attempt), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }

  /** Removes the folders that a killed server left. */
  async clear(): Promise<void> {
    await rm(this.#root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }

  #folderOf(attempt: string): string {
    // The name becomes part of a path that is removed recursively.
    if (!/^[0-9a-f]{24}-(small-)?\d+$/.test(attempt)) throw new Error(`"${attempt}" is not an attempt`);
    return join(this.#root, attempt);
  }
}

/** Pauses and resumes the program by lines of its input. */
const pauseWhile =
  (mayRun: () => Promise<boolean>): NonNullable<ProgramRun['onStart']> =>
  ({ stdin, isAlive }) => {
    let isPaused = false;
    let isLooking = false;
    const look = async () => {
      const wasPaused = isPaused;
      isPaused = !(await mayRun());
      if (isPaused) isAlive();
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
  };

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
function checkNames(result: PrepareResult, wanted: PreparedName): void {
  if (!result.ok) return;
  const { poster, strip } = prepareNames;
  const { poster: itsPoster = poster, strip: itsStrip = strip, rendition } = result;
  if (itsPoster !== poster || itsStrip !== strip || rendition.name !== wanted) {
    throw new ProgramFailed('the program named other files or another quality');
  }
}
