import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import { now } from '../../platform/clock.ts';
import { deleteInBatches, deletePast } from '../../platform/db/batches.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../../platform/db/page.ts';
import {
  execute,
  hasRows,
  selectAll,
  selectColumn,
  selectFirst,
  selectValue,
} from '../../platform/db/rows.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { accountKinds, CallerOf } from '../../platform/http/access/caller.ts';

export type PersonalTokenRow = Selectable<Tables['personal_tokens']>;
export type FamilyRow = Selectable<Tables['token_families']>;

export const familyOfAccessToken = (db: Db, tokenHash: Buffer): Promise<FamilyRow | undefined> =>
  db
    .selectFrom('access_tokens')
    .innerJoin('token_families', 'token_families.id', 'access_tokens.family_id')
    .innerJoin('users', 'users.id', 'token_families.user_id')
    .selectAll('token_families')
    .where('access_tokens.token_hash', '=', tokenHash)
    .where('access_tokens.expires_at', '>', now())
    .where('users.disabled_at', 'is', null)
    .where('token_families.revoked_at', 'is', null)
    .executeTakeFirst();

/** Reads by unique indexes only: every request with a personal token runs this. */
export const personalTokenByHash = (db: Db, tokenHash: Buffer): Promise<PersonalTokenRow | undefined> =>
  db
    .selectFrom('personal_tokens')
    .innerJoin('users', 'users.id', 'personal_tokens.user_id')
    .selectAll('personal_tokens')
    .where('personal_tokens.token_hash', '=', tokenHash)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();

export interface UsedCredential {
  table: 'personal_tokens' | 'token_families';
  row: Pick<FamilyRow, 'id' | 'last_used_at'>;
}

/** Stores the last use if none was stored since `unlessSince`; of many concurrent requests one writes. */
export const setLastUse = (db: Db, used: UsedCredential, unlessSince: Date): Promise<void> => execute(db)`
    UPDATE ${sql.table(used.table)} SET last_used_at = ${now()}
    WHERE id = ${used.row.id} AND (last_used_at IS NULL OR last_used_at < ${unlessSince})`;

export const insertPersonalToken = (db: Db, token: Insertable<Tables['personal_tokens']>) =>
  db.insertInto('personal_tokens').values(token).returningAll().executeTakeFirstOrThrow();

export const personalTokensOf = (db: Db, userId: string, order: Page['order'] = 'desc') =>
  db.selectFrom('personal_tokens').selectAll().where('user_id', '=', userId).orderBy('id', order);

/** The ids of all personal tokens and sign-ins of an account, also of ended ones. */
export const credentialIdsOf = (db: Db, userId: string): Promise<string[]> => selectColumn(db)`
    SELECT id FROM personal_tokens WHERE user_id = ${userId}
    UNION ALL SELECT id FROM token_families WHERE user_id = ${userId}`;

export async function pageOfPersonalTokens(db: Db, userId: string, page: Page) {
  const items = await personalTokensOf(db, userId, page.order)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return withTotal(db, items, { page, all: sql`FROM personal_tokens WHERE user_id = ${userId}` });
}

export const personalTokenOf = (db: Db, userId: string, tokenId: string) =>
  personalTokensOf(db, userId).where('id', '=', tokenId).executeTakeFirst();

export async function deletePersonalToken(db: Db, tokenId: string): Promise<void> {
  await db.deleteFrom('personal_tokens').where('id', '=', tokenId).execute();
}

/** @returns how many it deleted */
export async function deletePersonalTokensOf(db: Db, userId: string): Promise<number> {
  const deletion = db.deleteFrom('personal_tokens').where('user_id', '=', userId);
  return Number((await deletion.executeTakeFirstOrThrow()).numDeletedRows);
}

/** Sign-ins of an account that have not ended; the tokens of a client for itself are not sign-ins. */
const lasting = (userId: string) => sql`
  FROM token_families f
  WHERE user_id = ${userId} AND kind = 'user' AND revoked_at IS NULL
    AND EXISTS (SELECT FROM refresh_tokens WHERE family_id = f.id AND expires_at > ${now()})`;

export async function familiesOf(db: Db, userId: string, page: Page) {
  const items = await selectAll<FamilyRow>(db)`
    SELECT f.* ${lasting(userId)} ORDER BY id ${sqlDirectionOf(page)} ${sqlLimitOf(page)}`;
  return withTotal(db, items, { page, all: lasting(userId) });
}

export const familyOf = (db: Db, userId: string, familyId: string): Promise<FamilyRow | undefined> =>
  selectFirst<FamilyRow>(db)`SELECT f.* ${lasting(userId)} AND id = ${familyId}`;

/** Whether the caller's credential is still valid. Called under the account's lock, it sees every earlier revocation. */
export const isCallerValid = (trx: Db, caller: CallerOf<typeof accountKinds>): Promise<boolean> =>
  caller.kind === 'personal'
    ? hasRows(trx)`SELECT FROM personal_tokens WHERE id = ${caller.tokenId}`
    : hasRows(trx)`SELECT FROM token_families WHERE id = ${caller.familyId} AND revoked_at IS NULL`;

export async function insertFamily(db: Db, family: Insertable<Tables['token_families']>): Promise<void> {
  await db.insertInto('token_families').values(family).execute();
}

type NewToken = Pick<Insertable<Tables['access_tokens']>, 'token_hash' | 'expires_at'>;

export async function insertPair(
  db: Db,
  family_id: string,
  { access, refresh }: Record<'access' | 'refresh', NewToken>,
): Promise<void> {
  await db
    .insertInto('access_tokens')
    .values({ family_id, ...access })
    .execute();
  await db
    .insertInto('refresh_tokens')
    .values({ family_id, ...refresh })
    .execute();
}

/** Locks the refresh token and its family until the transaction ends: renewals of a family are serialized. */
export const lockRefreshToken = (trx: Db, tokenHash: Buffer) =>
  trx
    .selectFrom('refresh_tokens')
    .innerJoin('token_families', 'token_families.id', 'refresh_tokens.family_id')
    .innerJoin('users', 'users.id', 'token_families.user_id')
    .selectAll('refresh_tokens')
    .selectAll('token_families')
    .select('users.disabled_at as user_disabled_at')
    .where('refresh_tokens.token_hash', '=', tokenHash)
    .forUpdate(['refresh_tokens', 'token_families'])
    .executeTakeFirst();

export async function markRotated(trx: Db, tokenHash: Buffer, time: Date): Promise<void> {
  await trx
    .updateTable('refresh_tokens')
    .set({ rotated_at: time })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** @returns when this access token expires, if the refresh token issued with it was never used */
export const endOfUnusedPair = (trx: Db, accessHash: Buffer, refreshHash: Buffer) => selectValue<Date>(trx)`
    SELECT a.expires_at FROM access_tokens a JOIN refresh_tokens r ON r.family_id = a.family_id
    WHERE a.token_hash = ${accessHash} AND r.token_hash = ${refreshHash} AND r.rotated_at IS NULL`;

const revocation = (db: Db) =>
  db.updateTable('token_families').set({ revoked_at: now() }).where('revoked_at', 'is', null);

export async function revokeFamily(db: Db, familyId: string): Promise<void> {
  await revocation(db).where('id', '=', familyId).execute();
}

/** Ends the browser's sign-in that this refresh token belongs to. */
export async function revokeFamilyOfRefreshToken(db: Db, tokenHash: Buffer): Promise<void> {
  await revocation(db)
    .where('is_browser', '=', true)
    .where('id', '=', (where) =>
      where.selectFrom('refresh_tokens').select('family_id').where('token_hash', '=', tokenHash),
    )
    .execute();
}

/** Ends every sign-in of an account except `keepId`, as a new password requires. */
export async function revokeOtherFamilies(db: Db, userId: string, keepId = ''): Promise<void> {
  await revocation(db)
    .where('user_id', '=', userId)
    .where('kind', '=', 'user')
    .where('id', '<>', keepId)
    .execute();
}

/** Ends every sign-in of an account and revokes every token of its client. */
export async function revokeEveryFamilyOf(db: Db, userId: string): Promise<void> {
  await revocation(db).where('user_id', '=', userId).execute();
}

/** Revokes every token of a client except `keepId`, as a new client secret requires. */
export async function revokeFamiliesOfClient(db: Db, clientUserId: string, keepId = ''): Promise<void> {
  await revocation(db).where('client_user_id', '=', clientUserId).where('id', '<>', keepId).execute();
}

/** Deletes expired tokens, and then the sign-ins without tokens. */
export async function deleteEndedTokens(db: Db, time: Date, stop?: AbortSignal): Promise<void> {
  await deletePast(db, { table: 'access_tokens', column: 'expires_at', before: time }, stop);
  await deletePast(db, { table: 'refresh_tokens', column: 'expires_at', before: time }, stop);
  const deleteFamilies = (limit: number) =>
    sql`
      DELETE FROM token_families WHERE id IN (
        SELECT id FROM token_families f
        WHERE created_at < ${time}::timestamptz - interval '1 hour'
          AND NOT EXISTS (SELECT FROM refresh_tokens WHERE family_id = f.id)
          AND NOT EXISTS (SELECT FROM access_tokens WHERE family_id = f.id)
        LIMIT ${limit} FOR UPDATE SKIP LOCKED
      )`.execute(db);
  await deleteInBatches(deleteFamilies, stop);
}
