import { sql } from 'kysely';
import type { DocumentFailure } from '../../../../contract/operations/document-limits.ts';
import type { Db } from '../../platform/db/db.ts';
import { countChanged, execute, selectFirst } from '../../platform/db/rows.ts';
import { type DocumentPageRow, type DocumentRow, documentColumns } from '../store.ts';

/** Identifies an attempt: a node that lost its claim changes nothing any more. */
export type DocumentClaim = Pick<DocumentRow, 'id' | 'nodeId' | 'attempts'>;

/** After this time another node takes the document of a dead one. */
export const claimTimings = { holdSeconds: 20 };

const holdUntil = () => sql`clock_timestamp() + ${claimTimings.holdSeconds} * interval '1 second'`;

/** Gives back the documents that the last run of this node abandoned. */
export const releaseAbandonedDocuments = (db: Db, node: string) => execute(db)`
    UPDATE documents SET claimed_until = clock_timestamp()
    WHERE node_id = ${node} AND state = 'converting' AND deleted_at IS NULL`;

/**
 * Claims a document whose file can be read: of the group of which the fewest are being converted, the oldest one. A
 * group has one converter of a node at a time, so that others need not wait for its documents. An
 * upload whose pieces are not joined yet is not waited for here; the job wakes when they are.
 */
export const claimDocument = (db: Db, node: string) => selectFirst<DocumentRow>(db)`
    UPDATE documents d SET node_id = ${node}, attempts = d.attempts + 1, claimed_until = ${holdUntil()}
    WHERE d.id = (
      SELECT w.id FROM documents w
      WHERE w.state = 'converting' AND w.deleted_at IS NULL AND NOT is_draining(${node})
        AND (w.claimed_until IS NULL OR w.claimed_until <= clock_timestamp())
        AND (
          w.is_stored OR w.asset_id IS NULL
          OR NOT EXISTS (SELECT FROM assets a WHERE a.id = w.asset_id AND a.state = 'uploading' AND a.deleted_at IS NULL)
        )
        AND NOT EXISTS (
          SELECT FROM documents h
          WHERE h.space_id = w.space_id AND h.node_id = ${node} AND h.state = 'converting' AND h.deleted_at IS NULL
            AND h.claimed_until > clock_timestamp()
        )
      ORDER BY (
        SELECT count(*) FROM documents o
        WHERE o.space_id = w.space_id AND o.state = 'converting' AND o.deleted_at IS NULL
          AND o.claimed_until > clock_timestamp()
      ), w.created_at, w.id
      LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING ${documentColumns}`;

const isHeld = ({ id, nodeId, attempts }: DocumentClaim) => sql<boolean>`
    id = ${id} AND node_id = ${nodeId} AND attempts = ${attempts} AND state = 'converting' AND deleted_at IS NULL`;

/** @returns false if the claim is lost or the document was deleted */
export const renewDocumentClaim = async (db: Db, claim: DocumentClaim) =>
  (await countChanged(db)`
    UPDATE documents SET claimed_until = ${holdUntil()} WHERE ${isHeld(claim)}`) === 1;

/** Leaves the document to any node, after a pause. @param isCounted whether this was one of its attempts */
export const releaseDocument = (
  db: Db,
  claim: DocumentClaim,
  { pauseMs, isCounted }: { pauseMs: number; isCounted: boolean },
) => execute(db)`
    UPDATE documents SET node_id = NULL, attempts = attempts - ${isCounted ? 0 : 1},
      claimed_until = clock_timestamp() + ${pauseMs} * interval '1 millisecond'
    WHERE ${isHeld(claim)}`;

/** Writes what is known of the file, before it is stored. @returns false if the claim is lost or the document was deleted */
export const saveFileFacts = async (
  db: Db,
  claim: DocumentClaim,
  { contentType, bytes }: { contentType: NonNullable<DocumentRow['contentType']>; bytes: number },
) =>
  (await countChanged(db)`
    UPDATE documents SET content_type = ${contentType}, bytes = ${bytes} WHERE ${isHeld(claim)}`) === 1;

const deleteSentContent = (trx: Db, documentId: string) => execute(trx)`
    DELETE FROM document_contents WHERE document_id = ${documentId}`;

/** @returns false if the claim is lost or the document was deleted */
export async function markStored(trx: Db, claim: DocumentClaim): Promise<boolean> {
  const changed = await countChanged(trx)`UPDATE documents SET is_stored = true WHERE ${isHeld(claim)}`;
  if (changed === 1) await deleteSentContent(trx, claim.id);
  return changed === 1;
}

/** Writes the number of pages before their files, so that the removal finds them whatever happens. @returns as above */
export const saveTotalPages = async (db: Db, claim: DocumentClaim, total: number) =>
  (await countChanged(db)`UPDATE documents SET total_pages = ${total} WHERE ${isHeld(claim)}`) === 1;

/** Writes the next page, whose files are stored. @returns as above */
export const savePage = async (
  db: Db,
  claim: DocumentClaim,
  { number, width, height, text, bytes }: Omit<DocumentPageRow, 'documentId'> & { bytes: number },
) =>
  (await countChanged(db)`
    WITH held AS (
      UPDATE documents SET ready_pages = ${number}, page_bytes = page_bytes + ${bytes}
      WHERE ${isHeld(claim)} AND ready_pages = ${number} - 1
      RETURNING id
    )
    INSERT INTO document_pages (document_id, number, width, height, text)
    SELECT id, ${number}, ${width}, ${height}, ${text} FROM held`) === 1;

/** @returns the document, or undefined if the claim is lost or the document was deleted */
export const markDocumentReady = (trx: Db, claim: DocumentClaim) => selectFirst<DocumentRow>(trx)`
    UPDATE documents d SET state = 'ready', ready_at = clock_timestamp(), node_id = NULL, claimed_until = NULL
    WHERE ${isHeld(claim)}
    RETURNING ${documentColumns}`;

/** Marks it as failed for good: a content that waits to be stored is not needed any more. @returns as above */
export async function markDocumentFailed(trx: Db, claim: DocumentClaim, failure: DocumentFailure) {
  const failed = await selectFirst<DocumentRow>(trx)`
    UPDATE documents d SET state = 'failed', failure = ${failure}, node_id = NULL, claimed_until = NULL
    WHERE ${isHeld(claim)}
    RETURNING ${documentColumns}`;
  if (failed) await deleteSentContent(trx, claim.id);
  return failed;
}
