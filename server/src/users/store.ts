import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import { comparableEmail, shownEmail } from '../../../contract/email.ts';
import type { Db } from '../platform/db/db.ts';
import { execute, hasRows } from '../platform/db/rows.ts';
import type { Tables } from '../platform/db/tables.ts';

export type UserRow = Selectable<Tables['users']>;
export type NewUser = Insertable<Tables['users']>;

/** @throws an error for which `breaksUnique(error, 'users_email')` is true, if the email address is taken */
export const insertUser = (db: Db, user: NewUser): Promise<UserRow> =>
  db.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow();

const users = (db: Db) => db.selectFrom('users').selectAll();

/** Accounts of people, without those for which the tokens of groups act. */
const people = (db: Db) => users(db).where('service_space_id', 'is', null);

const byId = (db: Db, id: string) => users(db).where('id', '=', id);

export const findUser = (db: Db, id: string) => byId(db, id).executeTakeFirst();

/** Locks the row against changes until the transaction ends (FOR SHARE). */
export const lockUserForShare = (trx: Db, id: string) => byId(trx, id).forShare().executeTakeFirst();

/** Locks the row for a change until the transaction ends. */
export const lockUser = (trx: Db, id: string) => byId(trx, id).forNoKeyUpdate().executeTakeFirst();

/** Locks the row exclusively: also waits for inserts that refer to the account (`FOR KEY SHARE`). */
export const lockUserForUpdate = (trx: Db, id: string) => byId(trx, id).forUpdate().executeTakeFirst();

/**
 * Email addresses are compared without case and in their stored form. Older versions stored the address of the setting
 * LECTERN_OWNER_EMAIL as it was written.
 */
const hasEmail = (email: string) =>
  sql<boolean>`lower(email) IN (${sql.join(
    [email, comparableEmail(email), shownEmail(comparableEmail(email))].map((form) => sql`lower(${form})`),
  )})`;

/** Two accounts of older versions may have forms of one address: each is found by its own form. */
const usersByEmail = (db: Db, email: string) =>
  people(db).where(hasEmail(email)).orderBy(sql`lower(email) = lower(${email})`, 'desc').limit(1);

export const findUserByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  usersByEmail(db, email).executeTakeFirst();

/** Like `findUserByEmail`, locked for a change. Sees an address change that commits meanwhile. */
export const lockUserByEmail = (trx: Db, email: string): Promise<UserRow | undefined> =>
  usersByEmail(trx, email).forNoKeyUpdate().executeTakeFirst();

export const userByClientId = (db: Db, clientId: string): Promise<UserRow | undefined> =>
  users(db).where('client_id', '=', clientId).executeTakeFirst();

/** The user with this email address whom that account's client created. */
export const userRegisteredBy = (db: Db, clientUserId: string, email: string): Promise<UserRow | undefined> =>
  users(db).where('created_by_client_of', '=', clientUserId).where(hasEmail(email)).executeTakeFirst();

export const listUsers = (db: Db): Promise<UserRow[]> => people(db).orderBy('id').execute();

export const hasUsers = (db: Db) => hasRows(db)`SELECT FROM users LIMIT 1`;

/** Whether there is an account besides this one that can sign in. */
export const hasOtherUser = (db: Db, id: string) =>
  hasRows(db)`
    SELECT FROM users WHERE id <> ${id} AND disabled_at IS NULL AND service_space_id IS NULL LIMIT 1`;

/** The account for which the tokens of a group act; undefined before the first token. */
export const serviceAccountOf = (db: Db, spaceId: string) =>
  users(db).where('service_space_id', '=', spaceId).executeTakeFirst();

/** The account of a group has the name of the group. */
export const renameServiceAccount = (trx: Db, spaceId: string, username: string) => execute(trx)`
    UPDATE users SET username = ${username} WHERE service_space_id = ${spaceId}`;

/** Deletes the account with its credentials and roles. It may own no group. */
export const deleteUser = (trx: Db, id: string) => execute(trx)`DELETE FROM users WHERE id = ${id}`;

/** Fields that are undefined do not change. */
export type UserChanges = { [K in Exclude<keyof UserRow, 'id' | 'created_at'>]?: UserRow[K] | undefined };

export async function writeUser(db: Db, id: string, changes: UserChanges): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return;
  await db.updateTable('users').set(changes).where('id', '=', id).execute();
}

/** Meetings that accounts start from their calendar have no group or room any more. */
export const endMeetingsIn = (trx: Db, { id: spaceId }: { id: string }) => execute(trx)`
    UPDATE users SET meetings_space_id = NULL, meetings_room_id = NULL WHERE meetings_space_id = ${spaceId}`;

/**
 * Advisory lock id: of two nodes that start at once, one creates the first account; of two accounts that are deleted at
 * once, the last one stays.
 */
const firstAccountLock = 7_406_811_002;

/** Whether no other person could sign in without this account. One such question waits for the transaction of another. */
export async function isLastUser(trx: Db, id: string): Promise<boolean> {
  await lockFirstAccount(trx);
  return !(await hasOtherUser(trx, id));
}

/** Held until the transaction ends. */
export const lockFirstAccount = (trx: Db) =>
  execute(trx)`SELECT pg_advisory_xact_lock(${firstAccountLock}::bigint)`;
