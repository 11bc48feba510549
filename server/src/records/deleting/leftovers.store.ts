import type { Db } from '../../platform/db/db.ts';
import { execute, selectAll } from '../../platform/db/rows.ts';
import type { RecordFiles } from '../../platform/db/tables.ts';

/** Files in the storage that nobody may read any more: those of a deleted recording, or the voices of erased people. */
export interface LeftoverFiles {
  /** The id of the recording. */
  id: string;
  isDeleted: boolean;
  files: RecordFiles | null;
  voiceKeys: string[];
}

/** Files that are still in the storage, by the id of their recording; starting after the id `after`. */
export const findLeftoverFiles = (db: Db, { after, limit } = { after: '', limit: 100 }) =>
  selectAll<LeftoverFiles>(db)`
    SELECT r.id, true AS "isDeleted", r.files,
      ARRAY(SELECT v.key FROM record_voices v WHERE v.record_id = r.id) AS "voiceKeys"
    FROM records r
    WHERE r.deleted_at IS NOT NULL AND r.files_removed_at IS NULL
      AND r.state IN ('finished', 'aborted', 'failed') AND r.id > ${after}
    UNION ALL
    SELECT r.id, false, NULL, array_agg(v.key)
    FROM record_voices v JOIN records r ON r.id = v.record_id
    WHERE v.erased_at IS NOT NULL AND v.file_removed_at IS NULL AND r.deleted_at IS NULL
      AND r.state IN ('finished', 'aborted', 'failed') AND v.record_id > ${after}
    GROUP BY r.id
    ORDER BY id LIMIT ${limit}`;

export async function markFilesRemoved(
  db: Db,
  { id, isDeleted, voiceKeys }: LeftoverFiles,
  at: Date,
): Promise<void> {
  if (isDeleted) {
    await db.updateTable('records').set({ files_removed_at: at }).where('id', '=', id).execute();
  } else {
    await execute(db)`
      UPDATE record_voices SET file_removed_at = ${at}
      WHERE record_id = ${id} AND key = ANY (${voiceKeys})`;
  }
}
