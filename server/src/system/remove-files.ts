import { type FileStore, FilesAway } from '../engines/files/files.ts';
import { seconds } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { type JobDefinition, LoggedFailure } from '../platform/jobs/jobs.ts';
import type { Logger } from '../platform/logging/log.ts';

/** Stored files that nobody may read any more: those of one deleted row. */
export interface FilesOfRow {
  id: string;
  keys(): string[] | Promise<string[]>;
  /** Called when the files are removed. */
  markRemoved(): Promise<void>;
}

/** The files that deletions in a feature leave in the storage. */
export interface Leftovers {
  /** Names the files in the log: `files of <owners> could not be removed`. */
  owners: string;
  /** Reads a page of rows in the order of their ids. */
  find(db: Db, page: { after: string; limit: number }): Promise<FilesOfRow[]>;
  /** The channel of NOTIFY that tells of new ones. */
  wokenBy?: string;
}

interface Removing {
  db: Db;
  files: Pick<FileStore, 'remove'>;
  log: Pick<Logger, 'warn'>;
}

export const timings = { everySeconds: 10 };
export const leftoverBatch = 100;
/** After so many failures in a row the storage is taken to be down. */
const maxFailuresInARow = 3;

/** @returns the error if it has to be tried again */
async function removeOne(leftover: FilesOfRow, files: Removing['files']): Promise<FilesAway | undefined> {
  const keys = await leftover.keys();
  try {
    if (keys.length > 0) await files.remove(keys);
  } catch (error) {
    if (error instanceof FilesAway) return error;
    throw error;
  }
  await leftover.markRemoved();
  return undefined;
}

/** Returns a function that removes all leftovers of a feature; if some cannot be removed, its next call begins with others. */
function leftoverRemover({ db, files, log }: Removing, { owners, find }: Leftovers) {
  let after = '';
  const removeSome = async (stop: AbortSignal): Promise<boolean> => {
    const failures: FilesAway[] = [];
    let inARow = 0;
    const found = await find(db, { after, limit: leftoverBatch });
    for (const leftover of found) {
      if (stop.aborted) return false;
      after = leftover.id;
      const failed = await removeOne(leftover, files);
      if (failed) failures.push(failed);
      inARow = failed ? inARow + 1 : 0;
      if (inARow === maxFailuresInARow) break;
    }
    const [first] = failures;
    if (first) {
      const about = { reason: first.message, count: failures.length };
      log.warn(about, `files of ${owners} could not be removed; will retry`);
      throw new LoggedFailure(first.message);
    }
    after = '';
    return found.length === leftoverBatch;
  };
  return async (stop: AbortSignal): Promise<void> => {
    while (!stop.aborted && (await removeSome(stop))) {}
  };
}

/** Removes files at once after a deletion, because the storage's own URLs work until then. */
export const removeFilesJob = (removing: Removing, leftovers: Leftovers): JobDefinition => ({
  everyMs: seconds(timings.everySeconds),
  wokenBy: leftovers.wokenBy === undefined ? [] : [leftovers.wokenBy],
  run: leftoverRemover(removing, leftovers),
});
