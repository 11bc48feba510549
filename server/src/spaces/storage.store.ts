import { sql } from 'kysely';
import type { Answer } from '../../../contract/routes.ts';
import type { Db } from '../platform/db/db.ts';

/** Bytes that the files of a group may take (LECTERN_GROUP_STORAGE_MAX); undefined: any number. */
export type StorageLimit = number | undefined;

/** Sums what was not deleted. Files of deleted rows are removed soon. */
async function storageOf(
  db: Db,
  spaceId: string,
): Promise<Pick<Answer<'getSpaceStorage'>, 'recordings' | 'uploads' | 'preparedVideos'>> {
  const { rows } = await sql<{ kind: 'recordings' | 'uploads' | 'preparedVideos'; bytes: string }>`
    WITH r AS (SELECT id, bytes FROM records WHERE space_id = ${spaceId} AND deleted_at IS NULL),
      a AS (SELECT id, bytes FROM assets WHERE space_id = ${spaceId} AND deleted_at IS NULL),
      v AS (
        SELECT v.id FROM r JOIN videos v ON v.record_id = r.id AND v.deleted_at IS NULL AND v.state <> 'failed'
        UNION ALL
        SELECT v.id FROM a JOIN videos v ON v.asset_id = a.id AND v.deleted_at IS NULL AND v.state <> 'failed'
      )
    SELECT 'recordings' AS kind, coalesce(sum(bytes), 0) AS bytes FROM r
    UNION ALL SELECT 'uploads', coalesce(sum(bytes), 0) FROM a
    UNION ALL SELECT 'preparedVideos', coalesce(sum(f.bytes), 0)
      FROM v JOIN video_renditions f ON f.video_id = v.id`.execute(db);
  const bytesOf = (kind: (typeof rows)[number]['kind']) =>
    Number(rows.find((row) => row.kind === kind)?.bytes ?? 0);
  return {
    recordings: bytesOf('recordings'),
    uploads: bytesOf('uploads'),
    preparedVideos: bytesOf('preparedVideos'),
  };
}

export async function readStorage(
  db: Db,
  spaceId: string,
  limit: StorageLimit,
): Promise<Answer<'getSpaceStorage'>> {
  const parts = await storageOf(db, spaceId);
  const used = parts.recordings + parts.uploads + parts.preparedVideos;
  return { ...parts, used, limit: limit ?? null };
}

/**
 * Whether so many more bytes stay within the limit of a group. The transaction that stores them asks first: the group
 * stays locked until its end, so that two uploads do not see the same space.
 */
export async function hasStorageFor(
  trx: Db,
  { spaceId, bytes, limit }: { spaceId: string; bytes: number; limit: StorageLimit },
): Promise<boolean> {
  if (limit === undefined) return true;
  await sql`SELECT FROM spaces WHERE id = ${spaceId} FOR NO KEY UPDATE`.execute(trx);
  const { used } = await readStorage(trx, spaceId, limit);
  return used + bytes <= limit;
}
