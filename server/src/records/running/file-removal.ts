import type pg from 'pg';
import { type FileStore, FilesAway } from '../../engines/files/files.ts';
import { now, seconds } from '../../platform/clock.ts';
import type { TaskLease } from '../../platform/concurrency/lease.ts';
import { repeat } from '../../platform/concurrency/repeat.ts';
import type { Db } from '../../platform/db/db.ts';
import { listen } from '../../platform/db/listen.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { deletionsChannel } from '../store.ts';
import { findLeftoverFiles, type LeftoverFiles, leftoverBatch, markFilesRemoved } from './running.store.ts';

export interface FileRemovalParts {
  db: Db;
  pool: pg.Pool;
  files: Pick<FileStore, 'remove'>;
  log: Logger;
}

export const timings = { everySeconds: 10 };
/** After failures of this many recordings in a row the storage is taken to be down. */
const maxFailuresInARow = 3;

/** Removes the files of deleted recordings and of erased voices, whichever node made them. */
class FileRemoval {
  readonly #parts: FileRemovalParts;
  /** The last recording that was tried before a failure: the next pass continues after it. */
  #triedUpTo = '';

  constructor(parts: FileRemovalParts) {
    this.#parts = parts;
  }

  async look(stop: AbortSignal): Promise<void> {
    let more = await this.#removeDeleted();
    while (more && !stop.aborted) more = await this.#removeDeleted();
  }

  /** @returns whether more are left: the batch was full and nothing failed */
  async #removeDeleted(): Promise<boolean> {
    const { db, log } = this.#parts;
    const failures: FilesAway[] = [];
    let inARow = 0;
    const batch = await findLeftoverFiles(db, this.#triedUpTo);
    for (const one of batch) {
      this.#triedUpTo = one.id;
      const failure = await this.#remove(one);
      if (failure) failures.push(failure);
      inARow = failure ? inARow + 1 : 0;
      if (inARow === maxFailuresInARow) break;
    }
    const [first] = failures;
    if (!first) {
      this.#triedUpTo = '';
      return batch.length === leftoverBatch;
    }
    const about = { reason: first.message, recordings: failures.length };
    log.warn(about, 'files of deleted recordings or erased people could not be removed; will retry');
    return false;
  }

  /** @returns the error if it has to be tried again */
  async #remove(leftover: LeftoverFiles): Promise<FilesAway | undefined> {
    const { db, files } = this.#parts;
    const keys = [...Object.values(leftover.files ?? {}), ...leftover.voiceKeys];
    try {
      if (keys.length > 0) await files.remove(keys);
    } catch (error) {
      if (error instanceof FilesAway) return error;
      throw error;
    }
    await markFilesRemoved(db, leftover, now());
    return undefined;
  }
}

/**
 * Starts to remove the files of deleted recordings and erased voices, on one node at a time. A pass runs at once after
 * a deletion or an erasure, because the storage's own URLs work until then.
 */
export function startRemovingFiles(parts: FileRemovalParts, lease: TaskLease): () => Promise<void> {
  const removal = new FileRemoval(parts);
  const { pool, log } = parts;
  const what = 'removing the files of deleted recordings';
  const removing = repeat({ what, everyMs: seconds(timings.everySeconds), lease, log }, (stop) =>
    removal.look(stop),
  );
  const stopListening = listen({ pool, channel: deletionsChannel, log, onNotice: () => removing.wake() });
  return async () => {
    await Promise.all([removing.stop(), stopListening()]);
  };
}
