import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { after, now, seconds } from '../../platform/clock.ts';
import { deleteExpiredRows, deleteInBatches } from '../../platform/db/batches.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../../platform/db/page.ts';
import {
  countChanged,
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

export const familyOfAccessToken = (db: Db, tokenHash: Buffer) => selectFirst<FamilyRow>(db)`
    SELECT f.* FROM access_tokens a JOIN token_families f ON f.id = a.family_id JOIN users u ON u.id = f.user_id
    WHERE a.token_hash = ${tokenHash} AND a.expires_at > ${now()}
      AND u.disabled_at IS NULL AND f.revoked_at IS NULL`;

/** Reads by unique indexes only: every request with a personal token runs this. */
export const personalTokenByHash = (db: Db, tokenHash: Buffer) =>
  selectFirst<PersonalTokenRow & { service_space_id: string | null }>(db)`
    SELECT p.*, u.service_space_id FROM personal_tokens p JOIN users u ON u.id = p.user_id
    WHERE p.token_hash = ${tokenHash} AND (p.expires_at IS NULL OR p.expires_at > ${now()})
      AND u.disabled_at IS NULL`;

export interface UsedCredential {
  table: 'personal_tokens' | 'token_families';
  row: Pick<FamilyRow, 'id' | 'last_used_at'>;
}

/** Stores the last use if none was stored since `unlessSince`; of many concurrent requests one writes. */
export const setLastUse = (db: Db, used: UsedCredential, unlessSince: Date) => execute(db)`
    UPDATE ${sql.table(used.table)} SET last_used_at = ${now()}
    WHERE id = ${used.row.id} AND (last_used_at IS NULL OR last_used_at < ${unlessSince})`;

export const insertPersonalToken = (db: Db, token: Insertable<Tables['personal_tokens']>) =>
  db.insertInto('personal_tokens').values(token).returningAll().executeTakeFirstOrThrow();

export const personalTokensOf = (db: Db, userId: string, order: Page['order'] = 'desc') =>
  db.selectFrom('personal_tokens').selectAll().where('user_id', '=', userId).orderBy('id', order);

/** The ids of all personal tokens and sign-ins of an account, also of ended ones. */
export const credentialIdsOf = (db: Db, userId: string) => selectColumn(db)`
    SELECT id FROM personal_tokens WHERE user_id = ${userId}
    UNION ALL SELECT id FROM token_families WHERE user_id = ${userId}`;

export async function pageOfPersonalTokens(db: Db, userId: string, page: Page) {
  const all = sql`FROM personal_tokens WHERE user_id = ${userId}`;
  const items = await selectAll<PersonalTokenRow>(db)`
    SELECT * ${all} ORDER BY id ${sqlDirectionOf(page)} ${sqlLimitOf(page)}`;
  return withTotal(db, items, { page, all });
}

export const personalTokenOf = (db: Db, userId: string, tokenId: string) =>
  personalTokensOf(db, userId).where('id', '=', tokenId).executeTakeFirst();

export const deletePersonalToken = (db: Db, tokenId: string) =>
  execute(db)`DELETE FROM personal_tokens WHERE id = ${tokenId}`;

export type SpaceTokenRow = PersonalTokenRow & { creator_name: string | null };

const ofSpace = (spaceId: string) =>
  sql`p.user_id = (SELECT u.id FROM users u WHERE u.service_space_id = ${spaceId})`;

const spaceTokens = sql`
  SELECT p.*, c.username AS creator_name FROM personal_tokens p LEFT JOIN users c ON c.id = p.created_by`;

/** The tokens of a group, with the names of those who made them. */
export async function pageOfSpaceTokens(db: Db, spaceId: string, page: Page) {
  const items = await selectAll<SpaceTokenRow>(db)`
    ${spaceTokens} WHERE ${ofSpace(spaceId)} ORDER BY p.id ${sqlDirectionOf(page)} ${sqlLimitOf(page)}`;
  return withTotal(db, items, { page, all: sql`FROM personal_tokens p WHERE ${ofSpace(spaceId)}` });
}

export const spaceTokensOf = (db: Db, spaceId: string) =>
  selectAll<SpaceTokenRow>(db)`${spaceTokens} WHERE ${ofSpace(spaceId)} ORDER BY p.id DESC`;

export const spaceTokenOf = (db: Db, spaceId: string, tokenId: string) =>
  selectFirst<SpaceTokenRow>(db)`${spaceTokens} WHERE ${ofSpace(spaceId)} AND p.id = ${tokenId}`;

/** Counts the tokens of a group that have not ended. */
export const countSpaceTokens = async (db: Db, spaceId: string) =>
  (await selectValue<number>(db)`
    SELECT count(*)::int AS count FROM personal_tokens p
    WHERE ${ofSpace(spaceId)} AND (p.expires_at IS NULL OR p.expires_at > ${now()})`) ?? 0;

export const deleteSpaceTokens = (trx: Db, spaceId: string) =>
  execute(trx)`DELETE FROM personal_tokens p WHERE ${ofSpace(spaceId)}`;

/** @returns how many it deleted */
export const deletePersonalTokensOf = (db: Db, userId: string) =>
  countChanged(db)`DELETE FROM personal_tokens WHERE user_id = ${userId}`;

/** Sign-ins of an account that have not ended; the tokens of a client for itself are not sign-ins. */
const lasting = (userId: string) => sql`
  FROM token_families f
  WHERE user_id = ${userId} AND kind = 'user' AND revoked_at IS NULL
    AND EXISTS (SELECT FROM refresh_tokens WHERE family_id = f.id AND expires_at > ${now()})`;

export async function familiesOf(db: Db, userId: string, page: Page) {
  const rows = await selectAll<FamilyRow>(db)`
    SELECT f.* ${lasting(userId)} ORDER BY id ${sqlDirectionOf(page)} ${sqlLimitOf(page)}`;
  return withTotal(db, rows, { page, all: lasting(userId) });
}

export const familyOf = (db: Db, userId: string, familyId: string) =>
  selectFirst<FamilyRow>(db)`SELECT f.* ${lasting(userId)} AND id = ${familyId}`;

/** Whether the caller's credential is still valid. Called under the account's lock, it sees every earlier revocation. */
export const isCallerValid = (trx: Db, caller: CallerOf<typeof accountKinds>): Promise<boolean> =>
  caller.kind === 'personal'
    ? hasRows(trx)`
        SELECT FROM personal_tokens
        WHERE id = ${caller.tokenId} AND (expires_at IS NULL OR expires_at > ${now()})`
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
  selectFirst<Selectable<Tables['refresh_tokens']> & FamilyRow & { user_disabled_at: Date | null }>(trx)`
    SELECT r.*, f.*, u.disabled_at AS user_disabled_at
    FROM refresh_tokens r JOIN token_families f ON f.id = r.family_id JOIN users u ON u.id = f.user_id
    WHERE r.token_hash = ${tokenHash} FOR UPDATE OF r, f`;

export const markRotated = (trx: Db, tokenHash: Buffer, time: Date) =>
  execute(trx)`UPDATE refresh_tokens SET rotated_at = ${time} WHERE token_hash = ${tokenHash}`;

/** @returns when this access token expires, if the refresh token issued with it was never used */
export const endOfUnusedPair = (trx: Db, accessHash: Buffer, refreshHash: Buffer) => selectValue<Date>(trx)`
    SELECT a.expires_at FROM access_tokens a JOIN refresh_tokens r ON r.family_id = a.family_id
    WHERE a.token_hash = ${accessHash} AND r.token_hash = ${refreshHash} AND r.rotated_at IS NULL`;

const revokeWhere = (db: Db, condition: RawBuilder<unknown>) =>
  execute(db)`UPDATE token_families SET revoked_at = ${now()} WHERE revoked_at IS NULL AND ${condition}`;

export const revokeFamily = (db: Db, familyId: string) => revokeWhere(db, sql`id = ${familyId}`);

/** Ends the browser's sign-in that this refresh token belongs to. */
export const revokeFamilyOfRefreshToken = (db: Db, tokenHash: Buffer) =>
  revokeWhere(
    db,
    sql`is_browser AND id = (SELECT family_id FROM refresh_tokens WHERE token_hash = ${tokenHash})`,
  );

/** Ends every sign-in of an account except `keepId`, as a new password requires. */
export const revokeOtherFamilies = (db: Db, userId: string, keepId = '') =>
  revokeWhere(db, sql`user_id = ${userId} AND kind = 'user' AND id <> ${keepId}`);

/** Ends every sign-in of an account and revokes every token of its client. */
export const revokeEveryFamilyOf = (db: Db, userId: string) => revokeWhere(db, sql`user_id = ${userId}`);

/** Revokes every token of a client except `keepId`, as a new client secret requires. */
export const revokeFamiliesOfClient = (db: Db, clientUserId: string, keepId = '') =>
  revokeWhere(db, sql`client_user_id = ${clientUserId} AND id <> ${keepId}`);

/** Their owners see for this long in the list that a token expired. */
const listedMs = seconds(30 * 86_400);
const listedUntil = (time: Date): Date => after(-listedMs, time);

/** Deletes expired tokens, and then the sign-ins without tokens. */
export async function deleteEndedTokens(db: Db, time: Date, stop?: AbortSignal): Promise<void> {
  await deleteExpiredRows(db, { table: 'access_tokens', column: 'expires_at', before: time }, stop);
  await deleteExpiredRows(db, { table: 'refresh_tokens', column: 'expires_at', before: time }, stop);
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
  await deleteExpiredRows(
    db,
    { table: 'personal_tokens', column: 'expires_at', before: listedUntil(time) },
    stop,
  );
}
