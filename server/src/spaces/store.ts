import { type Insertable, type Selectable, sql } from 'kysely';
import { containsText } from '../platform/db/contains-text.ts';
import type { Db } from '../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../platform/db/page.ts';
import type { Tables } from '../platform/db/tables.ts';

export type SpaceRow = Selectable<Tables['spaces']>;
export type NewSpace = Insertable<Tables['spaces']>;
export type SpaceChanges = Partial<Pick<NewSpace, 'name' | 'description' | 'logo' | 'is_public'>>;
export type SpaceRole = 'owner' | 'moderator' | 'user';

export interface SpaceWithRole {
  space: SpaceRow;
  role: SpaceRole | null;
}

type Joined = SpaceRow & { member_role: 'moderator' | 'user' | null };

function withRole({ member_role, ...space }: Joined, userId: string | undefined): SpaceWithRole {
  return { space, role: space.owner_id === userId ? 'owner' : member_role };
}

/** Finds a group with the user's role in it. */
export async function spaceWithRole(
  db: Db,
  spaceId: string,
  userId: string | undefined,
): Promise<SpaceWithRole | undefined> {
  const row = await withMembers(db, userId).where('spaces.id', '=', spaceId).executeTakeFirst();
  return row && withRole(row, userId);
}

const withMembers = (db: Db, userId: string | undefined) =>
  db
    .selectFrom('spaces')
    .leftJoin('space_members', (join) =>
      join.onRef('space_members.space_id', '=', 'spaces.id').on('space_members.user_id', '=', userId ?? ''),
    )
    .selectAll('spaces')
    .select('space_members.role as member_role');

export const insertSpace = (db: Db, space: NewSpace): Promise<SpaceRow> =>
  db.insertInto('spaces').values(space).returningAll().executeTakeFirstOrThrow();

/** Lists every group with its owner's email, for the operator. */
export const listAllSpaces = (db: Db): Promise<{ id: string; name: string; ownerEmail: string }[]> =>
  db
    .selectFrom('spaces')
    .innerJoin('users', 'users.id', 'spaces.owner_id')
    .select(['spaces.id', 'spaces.name', 'users.email as ownerEmail'])
    .orderBy('spaces.id')
    .execute();

/** Lists the groups in which the user has a role. Looks them up by keys, since there may be very many others. */
export async function spacesOf(
  db: Db,
  userId: string,
  { search, ...page }: Page & { search: string | undefined },
): Promise<{ found: SpaceWithRole[]; total: number }> {
  const mine = sql`
    SELECT id FROM spaces WHERE owner_id = ${userId}
    UNION SELECT space_id FROM space_members WHERE user_id = ${userId}`;
  const all =
    search === undefined
      ? sql`FROM (${mine}) mine`
      : sql`FROM (${mine}) mine JOIN spaces USING (id) WHERE ${containsText(sql`spaces.name`, search)}`;
  const ids = sql`(SELECT id ${all} ORDER BY id ${sqlDirectionOf(page)} ${sqlLimitOf(page)})`;
  const rows = await withMembers(db, userId)
    .where('spaces.id', 'in', sql<string>`${ids}`)
    .orderBy('spaces.id', page.order)
    .execute();
  const { items, total } = await withTotal(db, rows, { page, all });
  return { found: items.map((row) => withRole(row, userId)), total };
}

/** @returns undefined if the group no longer exists */
export const updateSpace = (db: Db, id: string, changes: SpaceChanges): Promise<SpaceRow | undefined> =>
  db.updateTable('spaces').set(changes).where('id', '=', id).returningAll().executeTakeFirst();

/** Locks the group: nothing new starts in it until the transaction ends. */
export const lockSpace = (trx: Db, id: string): Promise<SpaceRow | undefined> =>
  trx.selectFrom('spaces').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Locks the groups that the account owns, by id. */
export const lockSpacesOwnedBy = (trx: Db, userId: string): Promise<SpaceRow[]> =>
  trx.selectFrom('spaces').selectAll().where('owner_id', '=', userId).orderBy('id').forUpdate().execute();

export const spacesOwnedBy = (db: Db, userId: string): Promise<{ id: string; name: string }[]> =>
  db.selectFrom('spaces').select(['id', 'name']).where('owner_id', '=', userId).orderBy('id').execute();
