import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { type VideoRow, videoColumns } from '../store.ts';

/** The most rows that one statement returns. */
export const removalBatch = 100;

/**
 * Locks videos that may be unused, by id, starting after an id: a request that is about to use one waits. A new one
 * is left alone.
 */
export async function lockOldVideos(
  trx: Db,
  { after, before }: { after: string; before: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM videos WHERE deleted_at IS NULL AND created_at < ${before} AND id > ${after}
    ORDER BY id LIMIT ${removalBatch} FOR UPDATE`.execute(trx);
  return rows.map(({ id }) => id);
}

export async function markVideosDeleted(trx: Db, videoIds: string[], at: Date): Promise<void> {
  await trx.updateTable('videos').set({ deleted_at: at }).where('id', 'in', videoIds).execute();
}

/** Videos that are deleted or failed and may have files in the storage, by id; starting after an id. */
export async function findLeftoverVideos(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<VideoRow[]> {
  const { rows } = await sql<VideoRow>`
    SELECT ${videoColumns} FROM videos v
    WHERE (v.deleted_at IS NOT NULL OR v.state = 'failed') AND v.files_removed_at IS NULL AND v.id > ${after}
      AND (v.claimed_until IS NULL OR v.claimed_until < clock_timestamp())
    ORDER BY v.id LIMIT ${limit}`.execute(db);
  return rows;
}

export async function markVideoFilesRemoved(db: Db, videoId: string, at: Date): Promise<void> {
  await db.updateTable('videos').set({ files_removed_at: at }).where('id', '=', videoId).execute();
}
