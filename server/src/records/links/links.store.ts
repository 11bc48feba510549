import { type RawBuilder, sql } from 'kysely';
import { mostRecordLinks } from '../../../../contract/operations/record-links.ts';
import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../../platform/db/page.ts';
import { countChanged, execute, selectAll, selectFirst, selectValue } from '../../platform/db/rows.ts';
import { columnsOf, type NewRowOf, type RowOf, snakeCased } from '../../platform/db/tables.ts';
import type { Created } from '../../spaces/spaces.ts';
import { type RecordRow, recordColumns } from '../store.ts';

/** The part of a link row that leaves the server: everything but the hash. */
export type RecordLinkRow = Omit<RowOf<'record_links'>, 'tokenHash' | 'recordId'> & {
  /** Null after the account was deleted. */
  creatorName: string | null;
};

const isValid = (): RawBuilder<unknown> => sql`l.revoked_at IS NULL AND l.expires_at > ${now()}`;

const linkColumns = sql`l.id, l.note, l.is_download_allowed AS "isDownloadAllowed", l.created_by AS "createdBy",
  u.username AS "creatorName", l.created_at AS "createdAt", l.expires_at AS "expiresAt",
  l.revoked_at AS "revokedAt", l.last_opened_at AS "lastOpenedAt"`;

/** The links of a recording, those that ended included. */
export async function linksOfRecord(db: Db, recordId: string, page: Page) {
  const all = sql`FROM record_links l LEFT JOIN users u ON u.id = l.created_by WHERE l.record_id = ${recordId}`;
  const direction = sqlDirectionOf(page);
  const rows = await selectAll<RecordLinkRow>(db)`
    SELECT ${linkColumns} ${all} ORDER BY l.id ${direction} ${sqlLimitOf(page)}`;
  return withTotal(db, rows, { page, all });
}

export const findRecordLink = (db: Db, id: string): Promise<RecordLinkRow | undefined> =>
  selectFirst<RecordLinkRow>(db)`
    SELECT ${linkColumns} FROM record_links l LEFT JOIN users u ON u.id = l.created_by WHERE l.id = ${id}`;

export const countValidRecordLinks = async (db: Db, recordId: string) =>
  (await selectValue<number>(db)`
    SELECT count(*)::int AS count FROM record_links l WHERE l.record_id = ${recordId} AND ${isValid()}`) ?? 0;

/**
 * Locks the rows by which an account leads the room of a recording until the transaction ends. The transaction that
 * withdraws the role waits for it, and revokes the link that was made by it (docs/decisions/0001).
 * @returns false if the account leads it no longer
 */
export const lockLead = async (trx: Db, { recordId, userId }: { recordId: string; userId: string }) =>
  (await selectValue<boolean>(trx)`
    WITH room AS (
      SELECT r.id, s.id AS space_id, s.owner_id
      FROM records c JOIN rooms r ON r.id = c.room_id JOIN spaces s ON s.id = r.space_id
      WHERE c.id = ${recordId}
      FOR KEY SHARE OF r
    ), creator AS (
      SELECT u.id FROM users u WHERE u.id = ${userId} AND u.disabled_at IS NULL FOR KEY SHARE
    ), moderator AS (
      SELECT m.role FROM room JOIN space_members m ON m.space_id = room.space_id
      WHERE m.user_id = ${userId} AND m.role = 'moderator'
      FOR KEY SHARE OF m
    ), room_leader AS (
      SELECT rr.role FROM room JOIN room_roles rr ON rr.room_id = room.id
      WHERE rr.user_id = ${userId} AND rr.role IN ('owner', 'moderator')
      FOR KEY SHARE OF rr
    )
    SELECT true FROM room, creator
    WHERE room.owner_id = creator.id OR EXISTS (SELECT FROM moderator) OR EXISTS (SELECT FROM room_leader)`) ??
  false;

/** Inserts a link, and forgets those that ended beyond the newest ones, so that a list has an end. */
export async function insertRecordLink(trx: Db, link: NewRowOf<'record_links'>): Promise<void> {
  await trx.insertInto('record_links').values(snakeCased(link)).execute();
  await execute(trx)`
    DELETE FROM record_links WHERE id IN (
      SELECT l.id FROM record_links l
      WHERE l.record_id = ${link.recordId} AND NOT (${isValid()})
      ORDER BY l.id DESC OFFSET ${mostRecordLinks}
    )`;
}

/** Revokes a link; one that ended before stays as it is. @returns whether the recording has the link */
export const revokeRecordLink = async (db: Db, { recordId, id }: { recordId: string; id: string }) =>
  (await countChanged(db)`
    UPDATE record_links SET revoked_at = coalesce(revoked_at, ${now()})
    WHERE id = ${id} AND record_id = ${recordId}`) > 0;

/** The links `l` to recordings `r` that an account created. */
function ofCreator({ userId, spaceId, roomId }: Created): RawBuilder<unknown> {
  const conditions = [sql`l.created_by = ${userId}`, isValid(), sql`r.deleted_at IS NULL`];
  if (spaceId !== undefined) conditions.push(sql`r.space_id = ${spaceId}`);
  if (roomId !== undefined) conditions.push(sql`r.room_id = ${roomId}`);
  return sql.join(conditions, sql` AND `);
}

export const countRecordLinksBy = async (db: Db, created: Created) =>
  (await selectValue<number>(db)`
    SELECT count(*)::int AS count FROM record_links l JOIN records r ON r.id = l.record_id
    WHERE ${ofCreator(created)}`) ?? 0;

/** Revokes the links that an account created, in the transaction in which it loses a role. */
export const revokeRecordLinksBy = (trx: Db, created: Created): Promise<void> => execute(trx)`
    UPDATE record_links SET revoked_at = ${now()} WHERE id IN (
      SELECT l.id FROM record_links l JOIN records r ON r.id = l.record_id
      WHERE ${ofCreator(created)} ORDER BY l.id FOR UPDATE OF l
    )`;

/** A link with its recording, which may be deleted. */
export interface OpenedLink {
  link: Pick<RowOf<'record_links'>, 'id' | 'isDownloadAllowed' | 'expiresAt' | 'revokedAt' | 'lastOpenedAt'>;
  /** Undefined if it is deleted, or its group is. */
  record: RecordRow | undefined;
}

export async function linkByTokenHash(db: Db, tokenHash: Buffer): Promise<OpenedLink | undefined> {
  const link = await selectFirst<RowOf<'record_links'>>(db)`
    SELECT ${columnsOf('record_links', 'l')} FROM record_links l WHERE l.token_hash = ${tokenHash}`;
  if (!link) return undefined;
  const record = await selectFirst<RecordRow>(db)`
    SELECT ${recordColumns} FROM records r JOIN spaces s ON s.id = r.space_id
    WHERE r.id = ${link.recordId} AND r.deleted_at IS NULL`;
  return { link, record };
}

/** A page reads its recording every half a minute; a minute is exact enough. */
export const noteOpening = (db: Db, id: string): Promise<void> => execute(db)`
    UPDATE record_links SET last_opened_at = ${now()}
    WHERE id = ${id} AND (last_opened_at IS NULL OR last_opened_at < ${now()}::timestamptz - interval '1 minute')`;

/** A URL of a file that names a link instead of a participant. */
export const readerOfLink = (linkId: string): string => `link:${linkId}`;
export const linkIdOfReader = (reader: string): string | undefined =>
  /^link:([0-9a-f]{24})$/.exec(reader)?.[1];

/** A link by which somebody has the URL of a recording's file. */
interface LinkReader {
  recordId: string;
  linkId: string;
}

/** Selects those whose link is valid now. The caller has checked that the recordings are not deleted. */
export async function filterLinkReaders(db: Db, readers: LinkReader[]): Promise<LinkReader[]> {
  const recordIds = readers.map(({ recordId }) => recordId);
  const linkIds = readers.map(({ linkId }) => linkId);
  return selectAll<LinkReader>(db)`
    SELECT w.record_id AS "recordId", w.link_id AS "linkId"
    FROM unnest(${recordIds}::text[], ${linkIds}::text[]) AS w (record_id, link_id)
    JOIN record_links l ON l.id = w.link_id AND l.record_id = w.record_id
    WHERE ${isValid()}`;
}
