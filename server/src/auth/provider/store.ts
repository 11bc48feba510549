import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { execute, hasRows, selectFirst, selectValue } from '../../platform/db/rows.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type IdentityRow = Selectable<Tables['identities']>;

/** Names an account at a provider. */
export interface ProviderAccount {
  issuer: string;
  subject: string;
}

/** Serializes sign-ins of one account at the provider until the transaction ends, also before it is linked. */
export const lockProviderAccount = (trx: Db, { issuer, subject }: ProviderAccount) =>
  execute(trx)`SELECT pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 7406))`;

export const identityByAccount = (db: Db, { issuer, subject }: ProviderAccount) =>
  selectFirst<IdentityRow>(db)`SELECT * FROM identities WHERE issuer = ${issuer} AND subject = ${subject}`;

export const identityOfUser = (db: Db, userId: string) =>
  selectFirst<IdentityRow>(db)`SELECT * FROM identities WHERE user_id = ${userId}`;

/** Links an account. It replaces a link to another provider, which the installation used before. */
export async function saveIdentity(trx: Db, identity: IdentityRow): Promise<void> {
  await trx
    .insertInto('identities')
    .values(identity)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(identity))
    .execute();
}

export const noteIdentityUse = (trx: Db, userId: string, use: Pick<IdentityRow, 'email' | 'last_used_at'>) =>
  execute(trx)`
    UPDATE identities SET email = ${use.email}, last_used_at = ${use.last_used_at} WHERE user_id = ${userId}`;

/** @returns false if there was none */
export const deleteIdentity = (trx: Db, userId: string) =>
  hasRows(trx)`DELETE FROM identities WHERE user_id = ${userId} RETURNING 1`;

export type FlowRow = Selectable<Tables['provider_flows']>;

export async function insertFlow(db: Db, flow: FlowRow): Promise<void> {
  await db.insertInto('provider_flows').values(flow).execute();
}

/** Removes and returns the flow, so that nobody uses it a second time. */
export const takeFlow = (db: Db, key: Buffer) =>
  selectFirst<FlowRow>(db)`DELETE FROM provider_flows WHERE key = ${key} RETURNING *`;

export const deleteOldFlows = (db: Db, time: Date) =>
  execute(db)`DELETE FROM provider_flows WHERE expires_at < ${time}`;

/** Keeps the encrypted ID token of a sign-in until it ends. */
export const saveIdToken = (trx: Db, familyId: string, idToken: Buffer) =>
  execute(trx)`INSERT INTO provider_sessions (family_id, id_token) VALUES (${familyId}, ${idToken})`;

export const takeIdToken = (db: Db, familyId: string) =>
  selectValue<Buffer>(db)`DELETE FROM provider_sessions WHERE family_id = ${familyId} RETURNING id_token`;
