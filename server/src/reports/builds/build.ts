import { type FileHandle, open, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { PoolConfig } from 'pg';
import { FilesAway } from '../../engines/files/files.ts';
import { FairQueue } from '../../platform/concurrency/fair-queue.ts';
import type { Database } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/errors.ts';
import { ContentAnswer } from '../../platform/http/endpoint.ts';
import { newId } from '../../platform/ids.ts';
import { reportFileName, reportTypes } from '../formats/format.ts';
import { hasMoreVisits } from '../people/gathering.store.ts';
import type { ReportOrder, ReportWriter } from './kind.ts';

/** The message to a thread. */
export interface BuildTask<Reported = unknown> {
  kind: ReportWriter<Reported>['name'];
  order: ReportOrder<Reported>;
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

/** The person and the connection that wait for a report. */
export interface ReportReader {
  /** Readers take turns by their keys, such as the id of an account. */
  reader: string;
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
  async build<Reported>(
    writer: ReportWriter<Reported>,
    order: ReportOrder<Reported>,
    { reader, signal }: ReportReader,
  ): Promise<ContentAnswer> {
    const { db, connection } = this.#parts.database;
    const { format, reported } = order;
    const isLarge = await hasMoreVisits(db, writer.attendedBy(reported), limits.mostVisitsHere);
    const task = { kind: writer.name, order, connection };
    const content = isLarge
      ? await this.#large.run(reader, () => this.#buildInThread(task, signal), signal)
      : await this.#small.run(reader, () => buildHere(writer.write(db, order, { isSmall: true })), signal);
    return new ContentAnswer(content, reportTypes[format], reportFileName(writer.titleOf(reported), format));
  }

  /** The report is in a file until the client has read it, so that slow clients need no memory. */
  async #buildInThread(task: Omit<BuildTask, 'file'>, signal: AbortSignal) {
    const file = await openUnnamed(this.#parts.folder);
    try {
      await runBuildThread({ ...task, file: file.fd }, signal);
      return file.createReadStream({ start: 0 });
    } catch (error) {
      await file.close();
      throw error;
    }
  }
}

const buildHere = async (pieces: AsyncGenerator<string | Buffer>): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(pieces, (piece) => Buffer.from(piece)));

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
export async function runBuildThread(task: BuildTask, signal: AbortSignal): Promise<void> {
  // The server starts with such a flag, and V8 prefers it to `maxYoungGenerationSizeMb`. Its own heap keeps its size.
  setFlagsFromString('--max-semi-space-size=0');
  const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: task, resourceLimits });
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
