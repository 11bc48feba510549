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

export const identityByAccount = (db: Db, { issuer, subject }: ProviderAccount) =>
  db
    .selectFrom('identities')
    .selectAll()
    .where(({ and }) => and({ issuer, subject }))
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
  const { rows } = await sql`DELETE FROM identities WHERE user_id = ${userId} RETURNING 1`.execute(trx);
  return rows.length > 0;
}

export type FlowRow = Selectable<Tables['provider_flows']>;

export async function insertFlow(db: Db, flow: FlowRow): Promise<void> {
  await db.insertInto('provider_flows').values(flow).execute();
}

/** Removes and returns the flow, so that nobody uses it a second time. */
export const takeFlow = (db: Db, key: Buffer): Promise<FlowRow | undefined> =>
  db.deleteFrom('provider_flows').where('key', '=', key).returningAll().executeTakeFirst();

export async function deleteOldFlows(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('provider_flows').where('expires_at', '<', time).execute();
}

/** Keeps the encrypted ID token of a sign-in until it ends. */
export async function saveIdToken(trx: Db, familyId: string, idToken: Buffer): Promise<void> {
  await trx.insertInto('provider_sessions').values({ family_id: familyId, id_token: idToken }).execute();
}

export async function takeIdToken(db: Db, familyId: string): Promise<Buffer | undefined> {
  const row = await db
    .deleteFrom('provider_sessions')
    .where('family_id', '=', familyId)
    .returning('id_token')
    .executeTakeFirst();
  return row?.id_token;
}
