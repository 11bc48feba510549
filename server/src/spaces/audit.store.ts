import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { selectAll } from '../platform/db/rows.ts';

export interface ListedEntry {
  id: string;
  at: Date;
  spaceId: string | null;
  actor: string;
  userId: string | null;
  userName: string | null;
  tokenId: string | null;
  tokenName: string | null;
  action: string;
  kind: string;
  objectId: string | null;
  address: string | null;
}

export interface AuditFilter {
  spaceId?: string | undefined;
  before?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  kind?: string | undefined;
  userId?: string | undefined;
  tokenId?: string | undefined;
}

/**
 * Lists entries of the audit log, newest first, with the present names of accounts and of tokens of groups. The name of
 * a personal token is its owner's own.
 */
export function listAuditEntries(db: Db, filter: AuditFilter, limit: number): Promise<ListedEntry[]> {
  const { spaceId, before, from, to, kind, userId, tokenId } = filter;
  const conditions = [
    ...(spaceId === undefined ? [] : [sql`e.space_id = ${spaceId}`]),
    ...(before === undefined ? [] : [sql`e.id < ${before}`]),
    ...(from === undefined ? [] : [sql`e.at >= ${from}`]),
    ...(to === undefined ? [] : [sql`e.at < ${to}`]),
    ...(kind === undefined ? [] : [sql`e.kind = ${kind}`]),
    ...(userId === undefined ? [] : [sql`e.user_id = ${userId}`]),
    ...(tokenId === undefined ? [] : [sql`e.token_id = ${tokenId}`]),
  ];
  return selectAll<ListedEntry>(db)`
    SELECT e.id, e.at, e.space_id AS "spaceId", e.actor, e.user_id AS "userId", u.username AS "userName",
      e.token_id AS "tokenId", t.name AS "tokenName", e.action, e.kind, e.object_id AS "objectId", e.address
    FROM (
      SELECT * FROM audit_entries e
      WHERE ${conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql`true`}
      ORDER BY e.id DESC LIMIT ${limit}
    ) e
    LEFT JOIN users u ON u.id = e.user_id
    LEFT JOIN personal_tokens t ON t.id = e.token_id AND e.actor = 'group'
    ORDER BY e.id DESC`;
}

/** Entries of a file that are read at once. */
const batch = 1000;

/** All these entries, newest first. They are read while they are sent, so that a long log needs no memory. */
export async function* allAuditEntries(db: Db, filter: AuditFilter): AsyncGenerator<ListedEntry[]> {
  let { before } = filter;
  while (true) {
    const entries = await listAuditEntries(db, { ...filter, before }, batch);
    if (entries.length > 0) yield entries;
    if (entries.length < batch) return;
    before = entries.at(-1)?.id;
  }
}
