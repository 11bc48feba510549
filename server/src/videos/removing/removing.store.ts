import type { Db } from '../../platform/db/db.ts';
import { execute, selectAll, selectColumn } from '../../platform/db/rows.ts';
import { type VideoRow, videoColumns } from '../store.ts';

/** The most rows that one statement returns. */
export const removalBatch = 100;

/**
 * Locks videos that may be unused, by id, starting after an id: a request that is about to use one waits. A new one
 * is left alone.
 */
export const lockOldVideos = (trx: Db, { after, before }: { after: string; before: Date }) =>
  selectColumn(trx)`
    SELECT id FROM videos WHERE deleted_at IS NULL AND created_at < ${before} AND id > ${after}
    ORDER BY id LIMIT ${removalBatch} FOR UPDATE`;

export const markVideosDeleted = (trx: Db, videoIds: string[], at: Date) =>
  execute(trx)`UPDATE videos SET deleted_at = ${at} WHERE id = ANY (${videoIds})`;

/** Videos that are deleted or failed and may have files in the storage, by id; starting after an id. */
export const findLeftoverVideos = (db: Db, { after, limit }: { after: string; limit: number }) =>
  selectAll<VideoRow>(db)`
    SELECT ${videoColumns} FROM videos v
    WHERE (v.deleted_at IS NOT NULL OR v.state = 'failed') AND v.files_removed_at IS NULL AND v.id > ${after}
      AND (v.claimed_until IS NULL OR v.claimed_until < clock_timestamp())
    ORDER BY v.id LIMIT ${limit}`;

export const markVideoFilesRemoved = (db: Db, videoId: string, at: Date) =>
  execute(db)`UPDATE videos SET files_removed_at = ${at} WHERE id = ${videoId}`;
