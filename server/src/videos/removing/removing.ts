import { after, now, seconds } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
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
  /** Selects the ids of videos that playbacks and their sessions use. */
  findUsed: (trx: Db, videoIds: string[]) => Promise<Set<string>>;
}

export const timings = {
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

export const deleteUnusedVideosJob = (parts: VideoRemovalParts): JobDefinition => ({
  everyMs: seconds(60),
  run: (stop) => deleteUnusedVideos(parts, stop),
});

/** The files of deleted and failed videos. */
export const videoLeftovers = {
  owners: 'deleted videos',
  find: async (db: Db, page: { after: string; limit: number }) =>
    (await findLeftoverVideos(db, page)).map((video) => ({
      id: video.id,
      keys: async () => videoKeys(video, await findRenditions(db, video.id)),
      markRemoved: () => markVideoFilesRemoved(db, video.id, now()),
    })),
};
