import { type RawBuilder, sql } from 'kysely';
import { now } from '../platform/clock.ts';
import { containsText } from '../platform/db/contains-text.ts';
import type { Db } from '../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../platform/db/page.ts';
import { selectAll } from '../platform/db/rows.ts';
import { columnsOf, type RowOf } from '../platform/db/tables.ts';

export type LinkStatus = 'unused' | 'used' | 'expired' | 'revoked';

/** A link as listed for the accounts that lead its room. */
export interface ListedLink extends RowOf<'access_links'> {
  /** The room's alias. */
  alias: string;
  isBound: boolean;
  entriesCount: number;
  lastEntryAt: Date | null;
}

/** Whether a participant `p` was in a call or watched a webinar. Others only pressed Join, as scanners of mails do. */
const hasEntered = sql`(EXISTS (SELECT FROM visits v WHERE v.participant_id = p.id)
  OR EXISTS (SELECT FROM viewings w WHERE w.participant_id = p.id))`;

/** Selects the links `l` with their entries, which are counted for these links only. */
const listed = (links: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<ListedLink>`
  SELECT ${columnsOf('access_links', 'l')}, r.alias, l.bound_to IS NOT NULL AS "isBound",
    e.count AS "entriesCount", e.last AS "lastEntryAt"
  FROM (${links}) l JOIN rooms r ON r.id = l.room_id
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS count, max(p.created_at) AS last FROM participants p
    WHERE p.link_id = l.id AND l.entered_at IS NOT NULL AND ${hasEntered}
  ) e
  ORDER BY l.id ${order}`;

const isOf = (status: LinkStatus): RawBuilder<unknown> => {
  if (status === 'revoked') return sql`l.revoked_at IS NOT NULL`;
  if (status === 'expired') return sql`l.revoked_at IS NULL AND l.expires_at <= ${now()}`;
  const lives = sql`l.revoked_at IS NULL AND l.expires_at > ${now()}`;
  return status === 'used'
    ? sql`${lives} AND l.entered_at IS NOT NULL`
    : sql`${lives} AND l.entered_at IS NULL`;
};

export interface LinkFilter {
  status?: LinkStatus | undefined;
  externalUserId?: string | undefined;
  /** A part of the name, in any case. */
  search?: string | undefined;
}

function whereOf(roomId: string, { status, externalUserId, search }: LinkFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`l.room_id = ${roomId}`];
  if (status !== undefined) conditions.push(isOf(status));
  if (externalUserId !== undefined) conditions.push(sql`l.external_user_id = ${externalUserId}`);
  if (search !== undefined) conditions.push(containsText(sql`l.username`, search));
  return sql.join(conditions, sql` AND `);
}

export async function linksOfRoom(db: Db, roomId: string, query: Page & LinkFilter) {
  const all = sql`FROM access_links l WHERE ${whereOf(roomId, query)}`;
  const direction = sqlDirectionOf(query);
  // Select the keys of the page first: a room may have a hundred thousand links.
  const ids = sql`SELECT l.id ${all} ORDER BY l.id ${direction} ${sqlLimitOf(query)}`;
  const { rows } = await listed(sql`SELECT * FROM access_links WHERE id IN (${ids})`, direction).execute(db);
  // ORDER BY makes PostgreSQL count in the index; without it a match of half the table causes a sequential scan.
  return withTotal(db, rows, { page: query, all: sql`FROM (SELECT l.id ${all} ORDER BY l.id) l` });
}

export async function listedLink(db: Db, id: string): Promise<ListedLink | undefined> {
  const { rows } = await listed(sql`SELECT l.* FROM access_links l WHERE l.id = ${id}`, sql`DESC`).execute(
    db,
  );
  return rows[0];
}

interface LinkEntry {
  participantId: string;
  name: string;
  createdAt: Date;
  firstEntryAt: Date;
  /** Null while the participant is in the call or watches. */
  lastExitAt: Date | null;
  isPresent: boolean;
}

/** The newest participants who entered by a link, newest first. */
export const entriesBy = (db: Db, linkId: string, limit: number) => selectAll<LinkEntry>(db)`
    SELECT p.id AS "participantId", p.name, p.created_at AS "createdAt", v.first AS "firstEntryAt",
      CASE WHEN v.open = 0 THEN v.last END AS "lastExitAt", v.open > 0 AS "isPresent"
    FROM (
      SELECT * FROM participants p WHERE p.link_id = ${linkId} AND ${hasEntered} ORDER BY p.id DESC LIMIT ${limit}
    ) p
    CROSS JOIN LATERAL (
      SELECT min(x.entered_at) AS first, max(x.exited_at) AS last,
        count(*) FILTER (WHERE x.exited_at IS NULL) AS open
      FROM (
        SELECT entered_at, exited_at FROM visits WHERE participant_id = p.id
        UNION ALL SELECT opened_at, closed_at FROM viewings WHERE participant_id = p.id
      ) x
    ) v
    ORDER BY p.id DESC`;
