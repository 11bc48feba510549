import { type FileStore, FilesAway } from '../../engines/files/files.ts';
import { after, now, seconds } from '../../platform/clock.ts';
import type { TaskLease } from '../../platform/concurrency/lease.ts';
import { repeat } from '../../platform/concurrency/repeat.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { findRenditions } from '../preparing/preparing.store.ts';
import { videoKeys } from '../preparing/upload.ts';
import {
  findLeftoverVideos,
  lockOldVideos,
  markVideoFilesRemoved,
  markVideosDeleted,
  removalBatch,
} from './removing.store.ts';

export interface VideoRemovalParts {
  db: Db;
  files: Pick<FileStore, 'remove'>;
  /** Selects the ids of videos that playbacks and their sessions use. */
  findUsed: (trx: Db, videoIds: string[]) => Promise<Set<string>>;
  log: Logger;
}

export const timings = {
  everySeconds: 60,
  /** A video is kept this long without a playback, which may be chosen again. */
  unusedSeconds: 600,
};

/** Deletes videos that nothing uses any more. */
export async function deleteUnusedVideos(
  { db, findUsed }: VideoRemovalParts,
  stop: AbortSignal,
): Promise<void> {
  const before = after(-seconds(timings.unusedSeconds));
  for (let last = ''; !stop.aborted; ) {
    const ids = await inTransaction(db, async (trx) => {
      const found = await lockOldVideos(trx, { after: last, before });
      const used = found.length > 0 ? await findUsed(trx, found) : new Set();
      const unused = found.filter((id) => !used.has(id));
      if (unused.length > 0) await markVideosDeleted(trx, unused, now());
      return found;
    });
    last = ids.at(-1) ?? '';
    if (ids.length < removalBatch) return;
  }
}

/** Removes the files of deleted and failed videos. A storage that is away is tried again at the next pass. */
export async function removeVideoFiles(
  { db, files, log }: VideoRemovalParts,
  stop: AbortSignal,
): Promise<void> {
  for (let last = ''; !stop.aborted; ) {
    const videos = await findLeftoverVideos(db, last);
    for (const video of videos) {
      last = video.id;
      try {
        await files.remove(videoKeys(video, await findRenditions(db, video.id)));
      } catch (error) {
        if (!(error instanceof FilesAway)) throw error;
        log.warn({ reason: error.message }, 'files of deleted videos could not be removed; will retry');
        return;
      }
      await markVideoFilesRemoved(db, video.id, now());
    }
    if (videos.length < removalBatch) return;
  }
}

/** Starts to remove videos and their files, on one node at a time. @returns a function that stops it */
export function startRemovingVideos(parts: VideoRemovalParts, lease: TaskLease): () => Promise<void> {
  const options = { what: 'removing videos', everyMs: seconds(timings.everySeconds), lease, log: parts.log };
  const removing = repeat(options, async (stop) => {
    await deleteUnusedVideos(parts, stop);
    await removeVideoFiles(parts, stop);
  });
  return () => removing.stop();
}
