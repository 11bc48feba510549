import { type FileStore, FilesAway } from '../engines/files/files.ts';
import { seconds } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import type { JobDefinition } from '../platform/jobs/jobs.ts';

/** Stored files that nobody may read any more: those of one deleted row. */
export interface FilesOfRow {
  id: string;
  keys(): string[] | Promise<string[]>;
  /** Called when the files are removed. */
  markRemoved(): Promise<void>;
}

/** The leftovers of a feature. */
export interface Leftovers {
  /** Reads some by id, after an id. */
  find(db: Db, page: { after: string; limit: number }): Promise<FilesOfRow[]>;
  /** A channel of NOTIFY: there are new ones. */
  wokenBy?: string;
}

interface Removing {
  db: Db;
  files: Pick<FileStore, 'remove'>;
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
export function leftoverRemover(
  { db, files }: Removing,
  { find }: Leftovers,
): (stop: AbortSignal) => Promise<void> {
  let after = '';
  const removeSome = async (): Promise<boolean> => {
    let failure: FilesAway | undefined;
    let inARow = 0;
    const found = await find(db, { after, limit: leftoverBatch });
    for (const leftover of found) {
      after = leftover.id;
      const failed = await removeOne(leftover, files);
      failure ??= failed;
      inARow = failed ? inARow + 1 : 0;
      if (inARow === maxFailuresInARow) break;
    }
    if (failure) throw failure;
    after = '';
    return found.length === leftoverBatch;
  };
  return async (stop) => {
    let isMore = await removeSome();
    while (isMore && !stop.aborted) isMore = await removeSome();
  };
}

/** Removes files at once after a deletion, because the storage's own URLs work until then. */
export function removeLeftoversJob(removing: Removing, leftovers: Leftovers[]): JobDefinition {
  const removers = leftovers.map((one) => leftoverRemover(removing, one));
  return {
    everyMs: seconds(timings.everySeconds),
    wokenBy: leftovers.flatMap(({ wokenBy = [] }) => wokenBy),
    awayService: (error) => (error instanceof FilesAway ? 'the file storage' : undefined),
    run: async (stop) => {
      const failures: unknown[] = [];
      for (const remove of removers) await remove(stop).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },
  };
}
