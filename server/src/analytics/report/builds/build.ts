import { type FileHandle, open, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { PoolConfig } from 'pg';
import { FilesAway } from '../../../engines/files/files.ts';
import { FairQueue } from '../../../platform/concurrency/fair-queue.ts';
import type { Database, Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/errors.ts';
import { ContentAnswer } from '../../../platform/http/endpoint.ts';
import { newId } from '../../../platform/ids.ts';
import type { ReportFormat } from '../file.ts';

export const reportTypes = {
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const satisfies Record<ReportFormat, string>;

/** A report to build, of a call or of a session of an automatic webinar. */
export interface ReportJob {
  /** Which report, as plain data: it is passed to the thread. */
  order: { format: ReportFormat };
  /** The name of the file; undefined for JSON. */
  fileName: string | undefined;
  /** Whether it has more visits than that. */
  hasMoreThan: (db: Db, most: number) => Promise<boolean>;
  /** Writes a small one, piece by piece. */
  write: (db: Db) => AsyncGenerator<string | Buffer>;
  /** The program of a thread that writes a large one; it calls `runBuildTask`. */
  worker: URL;
}

/** The message to a thread. */
export interface BuildTask<Order = unknown> {
  order: Order;
  connection: PoolConfig;
  /** The descriptor of the file to write: threads of a process share them. */
  file: number;
}

/** The response of a thread. */
export type BuildResult =
  | { isWritten: true }
  | { isWritten: false; away: 'database' | 'storage' | undefined; error: unknown };

/** A report of 10,000 people takes a tenth of it. With a small limit V8 collects garbage sooner. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 12 };

/** One core stays free for other requests, and a second thread needs the memory of another report. */
const threads = Math.min(2, Math.max(1, availableParallelism() - 1));

/** The account and the connection that wait for a report. */
export interface ReportReader {
  userId: string;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
}

export const limits = {
  /** Reports with more visits are built in threads: here they would keep other requests waiting. */
  mostVisitsHere: 1000,
};

/**
 * Builds the reports that clients request. A few are built at once; others wait for their turn, so that many requests
 * take neither all memory nor all processor time (docs/decisions/0045).
 */
export class ReportBuilds {
  readonly #parts: { database: Pick<Database, 'db' | 'connection'>; folder: string };
  readonly #large = new FairQueue({ slots: threads, maxWaiting: 20, retryAfter: 10 });
  readonly #small = new FairQueue({ slots: 3, maxWaiting: 200, retryAfter: 2 });

  /** @param parts `folder` is where large reports are written before they are sent */
  constructor(parts: { database: Pick<Database, 'db' | 'connection'>; folder: string }) {
    this.#parts = parts;
  }

  /** @throws Refusal `rate_limited` if too many reports wait */
  async build(job: ReportJob, { userId, signal }: ReportReader): Promise<ContentAnswer> {
    const { db } = this.#parts.database;
    const isLarge = await job.hasMoreThan(db, limits.mostVisitsHere);
    const content = isLarge
      ? await this.#large.run(userId, () => this.#buildInThread(job, signal), signal)
      : await this.#small.run(userId, () => buildHere(db, job), signal);
    return new ContentAnswer(content, reportTypes[job.order.format], job.fileName);
  }

  /** The report is in a file until the client has read it, so that slow clients need no memory. */
  async #buildInThread({ order, worker }: ReportJob, signal: AbortSignal) {
    const file = await openUnnamed(this.#parts.folder);
    try {
      const task = { order, connection: this.#parts.database.connection, file: file.fd };
      await runBuildThread(worker, task, signal);
      return file.createReadStream({ start: 0 });
    } catch (error) {
      await file.close();
      throw error;
    }
  }
}

async function buildHere(db: Db, { write }: ReportJob): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of write(db)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

/** Opens a file that has no name any more: it disappears when it is closed, also if the process is killed. */
async function openUnnamed(folder: string): Promise<FileHandle> {
  const path = join(folder, `report-${newId()}`);
  try {
    const file = await open(path, 'wx+', 0o600);
    await rm(path);
    return file;
  } catch (cause) {
    throw new FilesAway('the file of a report cannot be made', { cause });
  }
}

/** Runs a thread until it has written the report. An abort ends it. */
export async function runBuildThread(program: URL, task: BuildTask, signal: AbortSignal): Promise<void> {
  // The server starts with such a flag, and V8 prefers it to `maxYoungGenerationSizeMb`. Its own heap keeps its size.
  setFlagsFromString('--max-semi-space-size=0');
  const worker = new Worker(program, { workerData: task, resourceLimits });
  const { promise, resolve, reject } = Promise.withResolvers<BuildResult>();
  const abort = () => reject(signal.reason);
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', (code) => reject(new Error(`the thread of a report ended with code ${code}`)));
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    const result = await promise;
    if (result.isWritten) return;
    if (result.away === 'database') throw new Refusal('database_away', { retryAfter: 2 });
    if (result.away === 'storage') throw new FilesAway('a report cannot be written', { cause: result.error });
    throw result.error;
  } finally {
    signal.removeEventListener('abort', abort);
    await worker.terminate();
  }
}
