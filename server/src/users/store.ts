import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import type { Tables } from '../platform/db/tables.ts';

export type UserRow = Selectable<Tables['users']>;
export type NewUser = Insertable<Tables['users']>;

/** @throws what `breaksUnique(error, 'users_email')` recognises, when the e-mail is taken */
export const insertUser = (db: Db, user: NewUser): Promise<UserRow> =>
  db.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow();

export const userById = (db: Db, id: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

/** Held against any change until the transaction ends; others may read it, and hold it so too. */
export const holdUser = (trx: Db, id: string): Promise<UserRow | undefined> =>
  trx.selectFrom('users').selectAll().where('id', '=', id).forShare().executeTakeFirst();

/** Held for a change of it: who holds it too waits until the transaction ends. */
export const lockUser = (trx: Db, id: string): Promise<UserRow | undefined> =>
  trx.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

/** Held alone: it also waits for whoever creates something that refers to the account (`FOR KEY SHARE`). */
export const lockUserAlone = (trx: Db, id: string): Promise<UserRow | undefined> =>
  trx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** E-mail addresses are compared without case. */
export const userByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  db
    .selectFrom('users')
    .selectAll()
    .where(sql<string>`lower(email)`, '=', sql<string>`lower(${email})`)
    .executeTakeFirst();

/** The same, held for a change; an account that leaves this address at this moment has left it. */
export const lockUserByEmail = (trx: Db, email: string): Promise<UserRow | undefined> =>
  trx
    .selectFrom('users')
    .selectAll()
    .where(sql<string>`lower(email)`, '=', sql<string>`lower(${email})`)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const userByClientId = (db: Db, clientId: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('client_id', '=', clientId).executeTakeFirst();

/** The user with this e-mail whom that account's client registered. */
export const userRegisteredBy = (db: Db, clientUserId: string, email: string): Promise<UserRow | undefined> =>
  db
    .selectFrom('users')
    .selectAll()
    .where('created_by_client_of', '=', clientUserId)
    .where(sql<string>`lower(email)`, '=', sql<string>`lower(${email})`)
    .executeTakeFirst();

export const listUsers = (db: Db): Promise<UserRow[]> =>
  db.selectFrom('users').selectAll().orderBy('id').execute();

export async function hasUsers(db: Db): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** What is undefined stays as it is. */
export type UserChanges = { [K in Exclude<keyof UserRow, 'id' | 'created_at'>]?: UserRow[K] | undefined };

export async function updateUser(db: Db, id: string, changes: UserChanges): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return;
  await db.updateTable('users').set(changes).where('id', '=', id).execute();
}

/** Any number that nothing else of ours locks: two nodes that start at once make one first account. */
const firstAccountLock = 7_406_811_002;

/** Held until the transaction ends. */
export async function lockFirstAccount(trx: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${firstAccountLock}::bigint)`.execute(trx);
}
