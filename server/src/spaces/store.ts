import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { containsText } from '../platform/db/contains-text.ts';
import type { Db } from '../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../platform/db/page.ts';
import { selectAll } from '../platform/db/rows.ts';
import type { Tables } from '../platform/db/tables.ts';

export type SpaceRow = Selectable<Tables['spaces']>;
export type NewSpace = Insertable<Tables['spaces']>;
export type SpaceChanges = Partial<Pick<NewSpace, 'name' | 'description' | 'logo' | 'color' | 'is_public'>>;
export type SpaceRole = 'owner' | 'moderator' | 'user';

export interface SpaceWithRole {
  space: SpaceRow;
  role: SpaceRole | null;
}

/** Groups `s` with the account's role in each; `rest` is the WHERE clause and what follows. */
async function spacesWithRole(db: Db, userId: string, rest: RawBuilder<unknown>): Promise<SpaceWithRole[]> {
  const rows = await selectAll<SpaceRow & { role: SpaceRole | null }>(db)`
    SELECT s.*, (SELECT role FROM space_standing(s.id, s.owner_id, ${userId})) AS role FROM spaces s ${rest}`;
  return rows.map(({ role, ...space }) => ({ space, role }));
}

/** Finds a group with the user's role in it. */
export const spaceWithRole = async (
  db: Db,
  spaceId: string,
  userId: string | undefined,
): Promise<SpaceWithRole | undefined> =>
  (await spacesWithRole(db, userId ?? '', sql`WHERE s.id = ${spaceId}`))[0];

export const insertSpace = (db: Db, space: NewSpace): Promise<SpaceRow> =>
  db.insertInto('spaces').values(space).returningAll().executeTakeFirstOrThrow();

/** Lists every group with its owner's email, for the operator. */
export const listAllSpaces = (db: Db) => selectAll<{ id: string; ownerEmail: string; name: string }>(db)`
    SELECT s.id, u.email AS "ownerEmail", s.name FROM spaces s JOIN users u ON u.id = s.owner_id ORDER BY s.id`;

/** Lists the groups in which the user has a role. Looks them up by keys, since there may be very many others. */
export async function spacesOf(
  db: Db,
  userId: string,
  { search, ...page }: Page & { search: string | undefined },
): Promise<{ items: SpaceWithRole[]; total: number }> {
  const mine = sql`
    SELECT id FROM spaces WHERE owner_id = ${userId}
    UNION SELECT space_id FROM space_members WHERE user_id = ${userId}`;
  const all =
    search === undefined
      ? sql`FROM (${mine}) mine`
      : sql`FROM (${mine}) mine JOIN spaces USING (id) WHERE ${containsText(sql`spaces.name`, search)}`;
  const direction = sqlDirectionOf(page);
  const ids = sql`SELECT id ${all} ORDER BY id ${direction} ${sqlLimitOf(page)}`;
  const found = await spacesWithRole(db, userId, sql`WHERE s.id IN (${ids}) ORDER BY s.id ${direction}`);
  return withTotal(db, found, { page, all });
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
