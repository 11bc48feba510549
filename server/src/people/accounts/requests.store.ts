import { sql } from 'kysely';
import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';

export interface DeletionRequest {
  userId: string;
  keepsLinks: boolean;
}

/** Stores that the operator wants the account deleted; a server does it. A repeated request tries again. */
export async function requestDeletion(trx: Db, { userId, keepsLinks }: DeletionRequest): Promise<void> {
  const request = { keeps_links: keepsLinks, requested_at: now(), failure: null };
  await trx
    .insertInto('account_deletions')
    .values({ user_id: userId, ...request })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(request))
    .execute();
}

/** The ids of accounts to be deleted, the first requested one first. */
export async function requestedDeletions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    SELECT user_id AS "userId" FROM account_deletions WHERE failure IS NULL ORDER BY requested_at`.execute(
    db,
  );
  return rows.map(({ userId }) => userId);
}

/** Locks a request that is still to be done. @returns undefined if another node did it */
export async function lockDeletionRequest(trx: Db, userId: string): Promise<DeletionRequest | undefined> {
  const { rows } = await sql<DeletionRequest>`
    SELECT user_id AS "userId", keeps_links AS "keepsLinks" FROM account_deletions
    WHERE user_id = ${userId} AND failure IS NULL FOR UPDATE`.execute(trx);
  return rows[0];
}

export async function noteFailure(db: Db, userId: string, failure: string): Promise<void> {
  await db.updateTable('account_deletions').set({ failure }).where('user_id', '=', userId).execute();
}

/** @returns `deleted` if the account does not exist any more, or else why it was not deleted */
export async function outcomeOfDeletion(
  db: Db,
  userId: string,
): Promise<'deleted' | 'waiting' | { failure: string }> {
  const { rows } = await sql<{ failure: string | null }>`
    SELECT d.failure FROM users u LEFT JOIN account_deletions d ON d.user_id = u.id WHERE u.id = ${userId}`.execute(
    db,
  );
  const [row] = rows;
  if (!row) return 'deleted';
  return row.failure === null ? 'waiting' : { failure: row.failure };
}
