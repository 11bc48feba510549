import { now } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { countChanged, execute, selectAll } from '../platform/db/rows.ts';
import { type DocumentRow, documentColumns, documentsChannel } from './store.ts';

/** Deletes the documents of rooms that are being deleted. */
export async function deleteDocumentsOfRooms(trx: Db, roomIds: string[]): Promise<void> {
  await execute(trx)`
    UPDATE documents SET deleted_at = ${now()} WHERE room_id = ANY (${roomIds}) AND deleted_at IS NULL`;
  await execute(trx)`SELECT pg_notify(${documentsChannel}, '')`;
}

/** Deletes the documents of a group that is being deleted with everything in it. */
export async function deleteDocumentsIn(trx: Db, { id: spaceId }: { id: string }): Promise<void> {
  await execute(trx)`
    UPDATE documents SET deleted_at = ${now()} WHERE space_id = ${spaceId} AND deleted_at IS NULL`;
  await execute(trx)`SELECT pg_notify(${documentsChannel}, '')`;
}

/**
 * Deletes documents that are older than a moment, if the last call of their room is, too. @returns how many
 */
export const deletePastDocuments = (trx: Db, before: Date, limit: number) => countChanged(trx)`
    UPDATE documents SET deleted_at = ${now()}
    WHERE id IN (
      SELECT d.id FROM documents d LEFT JOIN rooms r ON r.id = d.room_id
      WHERE d.deleted_at IS NULL AND d.created_at < ${before}
        AND (r.last_call_at IS NULL OR r.last_call_at < ${before})
        AND NOT EXISTS (SELECT FROM calls c WHERE c.room_id = d.room_id AND c.finished_at IS NULL)
      LIMIT ${limit}
    )`;

/** Deleted documents that no node converts any more, by id, starting after an id. */
export const findDeletedDocuments = (db: Db, { after, limit }: { after: string; limit: number }) =>
  selectAll<DocumentRow>(db)`
    SELECT ${documentColumns} FROM documents d
    WHERE d.deleted_at IS NOT NULL AND d.id > ${after}
      AND (d.claimed_until IS NULL OR d.claimed_until < clock_timestamp())
    ORDER BY d.id LIMIT ${limit}`;

/** Removes the row of a deleted document with its pages. */
export const deleteDocumentRow = (db: Db, documentId: string) =>
  execute(db)`DELETE FROM documents WHERE id = ${documentId} AND deleted_at IS NOT NULL`;
