import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type IdentityRow = Selectable<Tables['identities']>;

/** Names an account at a provider. */
export interface ProviderAccount {
  issuer: string;
  subject: string;
}

/** Serializes sign-ins of one account at the provider until the transaction ends, also before it is linked. */
export async function lockProviderAccount(trx: Db, { issuer, subject }: ProviderAccount): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 7406))`.execute(trx);
}

export const identityByAccount = (
  db: Db,
  { issuer, subject }: ProviderAccount,
): Promise<IdentityRow | undefined> =>
  db
    .selectFrom('identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();

export const identityOfUser = (db: Db, userId: string): Promise<IdentityRow | undefined> =>
  db.selectFrom('identities').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** Links an account. It replaces a link to another provider, which the installation used before. */
export async function saveIdentity(trx: Db, identity: IdentityRow): Promise<void> {
  await trx
    .insertInto('identities')
    .values(identity)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(identity))
    .execute();
}

export async function noteIdentityUse(
  trx: Db,
  userId: string,
  use: { email: string | null; last_used_at: Date },
): Promise<void> {
  await trx.updateTable('identities').set(use).where('user_id', '=', userId).execute();
}

/** @returns false if there was none */
export async function deleteIdentity(trx: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
