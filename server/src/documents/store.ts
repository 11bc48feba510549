import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../platform/db/page.ts';
import { prepared } from '../platform/db/prepared.ts';
import { countChanged, execute, hasRows, selectAll, selectFirst, selectValue } from '../platform/db/rows.ts';
import { columnsOf, type NewRowOf, type RowOf, snakeCased } from '../platform/db/tables.ts';

export type DocumentRow = RowOf<'documents'>;
export type DocumentPageRow = RowOf<'document_pages'>;

/** Notified on commit when a job has work: a document was created or deleted. */
export const documentsChannel = 'lectern_documents';

export const documentColumns = columnsOf('documents', 'd');
const pageColumns = columnsOf('document_pages', 'p');

export interface DocumentPlace {
  spaceId: string;
  roomId: string;
  documentId: string;
}

/** Finds a document that is not deleted. */
export const findDocument = (db: Db, { spaceId, roomId, documentId }: DocumentPlace) =>
  selectFirst<DocumentRow>(db)`${prepared}
    SELECT ${documentColumns} FROM documents d
    WHERE d.id = ${documentId} AND d.room_id = ${roomId} AND d.space_id = ${spaceId} AND d.deleted_at IS NULL`;

export async function documentsOf(db: Db, roomId: string, page: Page) {
  const all = sql`FROM documents d WHERE d.room_id = ${roomId} AND d.deleted_at IS NULL`;
  const direction = sqlDirectionOf(page);
  const rows = await selectAll<DocumentRow>(db)`
    SELECT ${documentColumns} ${all} ORDER BY d.created_at ${direction}, d.id ${direction} ${sqlLimitOf(page)}`;
  return withTotal(db, rows, { page, all });
}

export const countDocuments = async (db: Db, roomId: string) =>
  (await selectValue<number>(db)`
    SELECT count(*)::int AS count FROM documents WHERE room_id = ${roomId} AND deleted_at IS NULL`) ?? 0;

/** @returns false if another document took over the upload */
export async function insertDocument(trx: Db, document: NewRowOf<'documents'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('documents')
    .values(snakeCased(document))
    .onConflict((conflict) => conflict.column('asset_id').doNothing())
    .executeTakeFirst();
  await execute(trx)`SELECT pg_notify(${documentsChannel}, '')`;
  return numInsertedOrUpdatedRows === 1n;
}

/** Whether a document of the group took over an upload. */
export const isUploadTaken = (trx: Db, { spaceId, assetId }: { spaceId: string; assetId: string }) =>
  hasRows(trx)`SELECT FROM documents WHERE asset_id = ${assetId} AND space_id = ${spaceId}`;

export const insertSentContent = (trx: Db, documentId: string, content: Buffer) => execute(trx)`
    INSERT INTO document_contents (document_id, content) VALUES (${documentId}, ${content})`;

/** The content that waits to be stored. */
export const sentContentOf = (db: Db, documentId: string) => selectValue<Buffer>(db)`
    SELECT content FROM document_contents WHERE document_id = ${documentId}`;

export const updateDocumentRow = (
  db: Db,
  documentId: string,
  { name = null, isDownloadable = null }: { name?: string | null; isDownloadable?: boolean | null },
) => selectFirst<DocumentRow>(db)`
    UPDATE documents d SET name = coalesce(${name}, d.name),
      is_downloadable = coalesce(${isDownloadable}, d.is_downloadable)
    WHERE d.id = ${documentId} AND d.deleted_at IS NULL
    RETURNING ${documentColumns}`;

/** @returns false if it was deleted already */
export async function markDocumentDeleted(trx: Db, documentId: string, at: Date): Promise<boolean> {
  const changed = await countChanged(trx)`
    UPDATE documents SET deleted_at = ${at} WHERE id = ${documentId} AND deleted_at IS NULL`;
  await execute(trx)`SELECT pg_notify(${documentsChannel}, '')`;
  return changed === 1;
}

/** The pages that are ready, by their numbers. */
export const readyPagesOf = (db: Db, documentId: string, page: Page) => selectAll<DocumentPageRow>(db)`
    SELECT ${pageColumns} FROM documents d JOIN document_pages p ON p.document_id = d.id
    WHERE d.id = ${documentId} AND p.number <= d.ready_pages
    ORDER BY p.number ${sqlDirectionOf(page)} ${sqlLimitOf(page)}`;

/** A page that is ready, of a document that is not deleted. */
export const pageOfDocument = (
  db: Db,
  { roomId, documentId, number }: { roomId: string; documentId: string; number: number },
) => selectFirst<DocumentPageRow>(db)`
    SELECT ${pageColumns} FROM documents d JOIN document_pages p ON p.document_id = d.id
    WHERE d.id = ${documentId} AND d.room_id = ${roomId} AND d.deleted_at IS NULL
      AND p.number = ${number} AND p.number <= d.ready_pages`;
