import { type RawBuilder, sql } from 'kysely';
import { now } from '../platform/clock.ts';
import { containsText } from '../platform/db/contains-text.ts';
import type { Db } from '../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../platform/db/page.ts';
import { countChanged, execute, hasRows, selectAll, selectFirst } from '../platform/db/rows.ts';
import type { SpaceRole } from './store.ts';

/** An account of a person that belongs to a group, including its owner. */
export interface Member {
  userId: string;
  username: string;
  email: string;
  role: SpaceRole;
  createdAt: Date;
}

export type GivenRole = 'moderator' | 'user';

interface MemberQuery {
  role: SpaceRole | undefined;
  search: string | undefined;
  page: Page;
}

const matching = (search: string | undefined): RawBuilder<unknown> =>
  search === undefined
    ? sql``
    : sql`AND (${containsText(sql`u.username`, search)} OR ${containsText(sql`u.email`, search)})`;

async function ownerOf(db: Db, spaceId: string, { role, search }: MemberQuery): Promise<Member[]> {
  if (role !== undefined && role !== 'owner') return [];
  return selectAll<Member>(db)`
    SELECT u.id AS "userId", u.username, u.email, 'owner' AS role, s.created_at AS "createdAt"
    FROM spaces s JOIN users u ON u.id = s.owner_id WHERE s.id = ${spaceId} ${matching(search)}`;
}

/** Members other than the owner, by account id, which follows the time of registration. */
async function othersOf(db: Db, spaceId: string, { role, search, page }: MemberQuery) {
  const isOther = sql`
    m.user_id <> (SELECT owner_id FROM spaces WHERE id = ${spaceId}) AND NOT m.is_service`;
  const ofRole = role === undefined ? sql`` : sql`AND m.role = ${role}`;
  const found = search === undefined ? sql`` : sql`JOIN users u ON u.id = m.user_id`;
  const all = sql`
    FROM space_members m ${found} WHERE m.space_id = ${spaceId} AND ${isOther} ${ofRole} ${matching(search)}`;
  const direction = sqlDirectionOf(page);
  const rows = await selectAll<Member>(db)`
    SELECT m.user_id AS "userId", u.username, u.email, m.role, m.created_at AS "createdAt"
    FROM (SELECT m.* ${all} ORDER BY m.user_id ${direction} ${sqlLimitOf(page)}) m JOIN users u ON u.id = m.user_id
    ORDER BY m.user_id ${direction}`;
  return withTotal(db, rows, { page, all });
}

/** Lists the owner first, in either order. */
export async function membersOf(
  db: Db,
  spaceId: string,
  query: MemberQuery,
): Promise<{ items: Member[]; total: number }> {
  const first = await ownerOf(db, spaceId, query);
  const { limit, offset } = query.page;
  const shown = first.slice(offset);
  const page = {
    ...query.page,
    limit: limit - shown.length,
    offset: Math.max(0, offset - first.length),
  };
  const { items, total } = await othersOf(db, spaceId, { ...query, page });
  return { items: [...shown, ...items], total: first.length + total };
}

export const memberById = (db: Db, spaceId: string, userId: string) => selectFirst<Member>(db)`
    SELECT u.id AS "userId", u.username, u.email, g.role, coalesce(m.created_at, s.created_at) AS "createdAt"
    FROM spaces s CROSS JOIN LATERAL space_standing(s.id, s.owner_id, ${userId}) g
    JOIN users u ON u.id = ${userId} AND u.service_space_id IS NULL
    LEFT JOIN space_members m ON m.space_id = s.id AND m.user_id = u.id AND u.id <> s.owner_id
    WHERE s.id = ${spaceId} AND g.role IS NOT NULL`;

/** Locks the membership: waits for transactions that create something by it (`insertIfPermitted` of access links). */
export const lockMember = (trx: Db, spaceId: string, userId: string) => execute(trx)`
    SELECT FROM space_members WHERE space_id = ${spaceId} AND user_id = ${userId} FOR UPDATE`;

/** @returns false if they are not a member */
export const setMemberRole = async (
  trx: Db,
  { spaceId, userId, role }: { spaceId: string; userId: string; role: GivenRole },
) =>
  (await countChanged(trx)`
    UPDATE space_members SET role = ${role} WHERE space_id = ${spaceId} AND user_id = ${userId}`) === 1;

/**
 * Makes an account a member, or raises the role of a member.
 * @returns false, and nothing changes, if they have that role or a higher one
 */
export const admitMember = (
  trx: Db,
  { spaceId, userId, role }: { spaceId: string; userId: string; role: GivenRole },
) => hasRows(trx)`
    INSERT INTO space_members (space_id, user_id, role, created_at)
    SELECT id, ${userId}, ${role}, ${now()} FROM spaces WHERE id = ${spaceId} AND owner_id <> ${userId}
    ON CONFLICT (space_id, user_id) DO UPDATE SET role = excluded.role
      WHERE space_members.role = 'user' AND excluded.role = 'moderator'
    RETURNING 1`;

/** @returns false if they were not a member */
export const deleteMember = async (trx: Db, spaceId: string, userId: string) =>
  (await countChanged(trx)`
    DELETE FROM space_members WHERE space_id = ${spaceId} AND user_id = ${userId}`) === 1;

/** Makes the account for which the tokens of a group act a member, whom no list of members shows. */
export const admitServiceAccount = (trx: Db, { spaceId, userId }: { spaceId: string; userId: string }) =>
  execute(trx)`
    INSERT INTO space_members (space_id, user_id, role, created_at, is_service)
    VALUES (${spaceId}, ${userId}, 'moderator', ${now()}, true)`;

export const setOwner = (trx: Db, spaceId: string, userId: string) =>
  execute(trx)`UPDATE spaces SET owner_id = ${userId} WHERE id = ${spaceId}`;
