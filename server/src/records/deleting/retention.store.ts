import type { Db } from '../../platform/db/db.ts';
import { countChanged, selectColumn } from '../../platform/db/rows.ts';

/**
 * The ids of recordings that ended before a moment and are not deleted, oldest first. Recordings that an automatic
 * webinar plays stay.
 */
export const findPastRecords = (db: Db, before: Date, limit: number) => selectColumn(db)`
    SELECT r.id FROM records r
    WHERE r.finished_at < ${before} AND r.deleted_at IS NULL
      AND NOT EXISTS (SELECT FROM playbacks p WHERE p.record_id = r.id)
    ORDER BY r.finished_at LIMIT ${limit}`;

/** Deletes the rows of recordings that ended before a moment and have no files left. @returns how many */
export const deleteRowsWithoutFiles = (trx: Db, before: Date, limit: number) => countChanged(trx)`
    DELETE FROM records WHERE id = ANY (ARRAY(
      SELECT id FROM records WHERE files_removed_at IS NOT NULL AND finished_at < ${before}
      ORDER BY finished_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ))`;
