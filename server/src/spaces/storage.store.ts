import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { hasRows, selectFirst } from '../platform/db/rows.ts';

/** Bytes of the files of a group. */
export interface StoredBytes {
  recordings: number;
  uploads: number;
  /** Files that were made of both for webinars. */
  preparedVideos: number;
}

/** Sums the rows that are not deleted. The files of others are removed soon. */
export const storedBytesOf = async (db: Db, spaceId: string) =>
  (await selectFirst<StoredBytes>(db)`
    WITH r AS (SELECT id, bytes FROM records WHERE space_id = ${spaceId} AND deleted_at IS NULL),
      a AS (SELECT id, bytes FROM assets WHERE space_id = ${spaceId} AND deleted_at IS NULL),
      v AS (
        SELECT v.id FROM r JOIN videos v ON v.record_id = r.id AND v.deleted_at IS NULL AND v.state <> 'failed'
        UNION ALL
        SELECT v.id FROM a JOIN videos v ON v.asset_id = a.id AND v.deleted_at IS NULL AND v.state <> 'failed'
      )
    SELECT
      (SELECT coalesce(sum(bytes), 0) FROM r)::double precision AS recordings,
      (
        SELECT coalesce(sum(bytes), 0) FROM (
          SELECT bytes FROM a
          UNION ALL
          -- Until its file is stored, its upload counts.
          SELECT CASE WHEN is_stored THEN bytes ELSE 0 END + page_bytes
          FROM documents WHERE space_id = ${spaceId} AND deleted_at IS NULL
        ) files
      )::double precision AS uploads,
      (SELECT coalesce(sum(f.bytes), 0) FROM v JOIN video_renditions f ON f.video_id = v.id)::double precision
        AS "preparedVideos"`) ?? { recordings: 0, uploads: 0, preparedVideos: 0 };

/**
 * Locks the group until the transaction ends: its deletion waits, and what others store in it waits if there is a limit.
 * @returns false if the group is gone
 */
export async function lockStorage(trx: Db, spaceId: string, hasLimit: boolean): Promise<boolean> {
  const strength = hasLimit ? sql`FOR NO KEY UPDATE` : sql`FOR KEY SHARE`;
  return hasRows(trx)`SELECT FROM spaces WHERE id = ${spaceId} ${strength}`;
}
