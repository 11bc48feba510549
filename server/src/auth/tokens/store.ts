import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/db/batches.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Page, withTotal } from '../../platform/db/page.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type PersonalTokenRow = Selectable<Tables['personal_tokens']>;
export type FamilyRow = Selectable<Tables['token_families']>;

export const familyOfAccessToken = (db: Db, tokenHash: Buffer, time: Date): Promise<FamilyRow | undefined> =>
  db
    .selectFrom('access_tokens')
    .innerJoin('token_families', 'token_families.id', 'access_tokens.family_id')
    .innerJoin('users', 'users.id', 'token_families.user_id')
    .selectAll('token_families')
    .where('access_tokens.token_hash', '=', tokenHash)
    .where('access_tokens.expires_at', '>', time)
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

/** Stores the last use if none was stored since `unlessSince`; of many concurrent requests one writes. */
export async function setLastUse(
  db: Db,
  of: { table: 'personal_tokens' | 'token_families'; id: string },
  time: { now: Date; unlessSince: Date },
): Promise<void> {
  await db
    .updateTable(of.table)
    .set({ last_used_at: time.now })
    .where('id', '=', of.id)
    .where((where) =>
      where.or([where('last_used_at', 'is', null), where('last_used_at', '<', time.unlessSince)]),
    )
    .execute();
}

export const insertPersonalToken = (
  db: Db,
  token: Insertable<Tables['personal_tokens']>,
): Promise<PersonalTokenRow> =>
  db.insertInto('personal_tokens').values(token).returningAll().executeTakeFirstOrThrow();

export const personalTokensOf = (db: Db, userId: string, order: Page['order'] = 'desc') =>
  db.selectFrom('personal_tokens').selectAll().where('user_id', '=', userId).orderBy('id', order);

/** The ids of all personal tokens and sign-ins of an account, also of ended ones. */
export async function credentialIdsOf(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM personal_tokens WHERE user_id = ${userId}
    UNION ALL SELECT id FROM token_families WHERE user_id = ${userId}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function pageOfPersonalTokens(
  db: Db,
  userId: string,
  page: Page,
): Promise<{ items: PersonalTokenRow[]; total: number }> {
  const items = await personalTokensOf(db, userId, page.order)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return withTotal(db, items, { page, all: sql`FROM personal_tokens WHERE user_id = ${userId}` });
}

export const personalTokenOf = (
  db: Db,
  userId: string,
  tokenId: string,
): Promise<PersonalTokenRow | undefined> =>
  db
    .selectFrom('personal_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', tokenId)
    .executeTakeFirst();

export async function deletePersonalToken(db: Db, tokenId: string): Promise<void> {
  await db.deleteFrom('personal_tokens').where('id', '=', tokenId).execute();
}

/** @returns how many it deleted */
export async function deletePersonalTokensOf(db: Db, userId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('personal_tokens')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export interface NewPair {
  familyId: string;
  accessHash: Buffer;
  accessExpiresAt: Date;
  refreshHash: Buffer;
  refreshExpiresAt: Date;
}

export async function insertFamily(db: Db, family: Insertable<Tables['token_families']>): Promise<void> {
  await db.insertInto('token_families').values(family).execute();
}

export async function insertPair(db: Db, pair: NewPair): Promise<void> {
  await db
    .insertInto('access_tokens')
    .values({ token_hash: pair.accessHash, family_id: pair.familyId, expires_at: pair.accessExpiresAt })
    .execute();
  await db
    .insertInto('refresh_tokens')
    .values({ token_hash: pair.refreshHash, family_id: pair.familyId, expires_at: pair.refreshExpiresAt })
    .execute();
}

export type RefreshTokenWithFamily = Selectable<Tables['refresh_tokens']> &
  FamilyRow & { user_disabled_at: Date | null };

/** Locks the refresh token and its family until the transaction ends: renewals of a family are serialized. */
export const lockRefreshToken = (trx: Db, tokenHash: Buffer): Promise<RefreshTokenWithFamily | undefined> =>
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
export async function endOfUnusedPair(
  trx: Db,
  pair: Pick<NewPair, 'accessHash' | 'refreshHash'>,
): Promise<Date | undefined> {
  const row = await trx
    .selectFrom('access_tokens')
    .innerJoin('refresh_tokens', 'refresh_tokens.family_id', 'access_tokens.family_id')
    .select('access_tokens.expires_at')
    .where('access_tokens.token_hash', '=', pair.accessHash)
    .where('refresh_tokens.token_hash', '=', pair.refreshHash)
    .where('refresh_tokens.rotated_at', 'is', null)
    .executeTakeFirst();
  return row?.expires_at;
}

export async function revokeFamily(db: Db, familyId: string, time: Date): Promise<void> {
  await db.updateTable('token_families').set({ revoked_at: time }).where('id', '=', familyId).execute();
}

/** Ends the browser's sign-in that this refresh token belongs to. */
export async function revokeFamilyOfRefreshToken(db: Db, tokenHash: Buffer, time: Date): Promise<void> {
  await db
    .updateTable('token_families')
    .set({ revoked_at: time })
    .where('is_browser', '=', true)
    .where('revoked_at', 'is', null)
    .where('id', '=', (where) =>
      where.selectFrom('refresh_tokens').select('family_id').where('token_hash', '=', tokenHash),
    )
    .execute();
}

/** Ends every sign-in of an account except `keepId`, as a new password requires. */
export async function revokeOtherFamilies(
  db: Db,
  { userId, keepId = '' }: { userId: string; keepId: string | undefined },
  time: Date,
): Promise<void> {
  await db
    .updateTable('token_families')
    .set({ revoked_at: time })
    .where('user_id', '=', userId)
    .where('kind', '=', 'user')
    .where('id', '<>', keepId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Ends every sign-in of an account and revokes every token of its client. */
export async function revokeEveryFamilyOf(db: Db, userId: string, time: Date): Promise<void> {
  await db
    .updateTable('token_families')
    .set({ revoked_at: time })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Revokes every token of a client except `keepId`, as a new client secret requires. */
export async function revokeFamiliesOfClient(
  db: Db,
  { clientUserId, keepId = '' }: { clientUserId: string; keepId?: string | undefined },
  time: Date,
): Promise<void> {
  await db
    .updateTable('token_families')
    .set({ revoked_at: time })
    .where('client_user_id', '=', clientUserId)
    .where('id', '<>', keepId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Deletes expired tokens, and then the sign-ins without tokens. */
export async function deleteEndedTokens(db: Db, time: Date, stop?: AbortSignal): Promise<void> {
  const deleteAccessTokens = (limit: number) =>
    sql`
      DELETE FROM access_tokens WHERE token_hash IN (
        SELECT token_hash FROM access_tokens WHERE expires_at < ${time}
        ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
      )`.execute(db);
  const deleteRefreshTokens = (limit: number) =>
    sql`
      DELETE FROM refresh_tokens WHERE token_hash IN (
        SELECT token_hash FROM refresh_tokens WHERE expires_at < ${time}
        ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
      )`.execute(db);
  const deleteFamilies = (limit: number) =>
    sql`
      DELETE FROM token_families WHERE id IN (
        SELECT id FROM token_families f
        WHERE created_at < ${time}::timestamptz - interval '1 hour'
          AND NOT EXISTS (SELECT FROM refresh_tokens WHERE family_id = f.id)
          AND NOT EXISTS (SELECT FROM access_tokens WHERE family_id = f.id)
        LIMIT ${limit} FOR UPDATE SKIP LOCKED
      )`.execute(db);
  await deleteInBatches(deleteAccessTokens, stop);
  await deleteInBatches(deleteRefreshTokens, stop);
  await deleteInBatches(deleteFamilies, stop);
}
