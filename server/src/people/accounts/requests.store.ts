import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { execute, selectColumn, selectFirst } from '../../platform/db/rows.ts';

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
export const requestedDeletions = (db: Db) => selectColumn(db)`
    SELECT user_id AS "userId" FROM account_deletions WHERE failure IS NULL ORDER BY requested_at`;

/** Locks a request that is still to be done. @returns undefined if another node did it */
export const lockDeletionRequest = (trx: Db, userId: string) => selectFirst<DeletionRequest>(trx)`
    SELECT user_id AS "userId", keeps_links AS "keepsLinks" FROM account_deletions
    WHERE user_id = ${userId} AND failure IS NULL FOR UPDATE`;

export const noteFailure = (db: Db, userId: string, failure: string) =>
  execute(db)`UPDATE account_deletions SET failure = ${failure} WHERE user_id = ${userId}`;

/** @returns `deleted` if the account does not exist any more, or else why it was not deleted */
export async function outcomeOfDeletion(
  db: Db,
  userId: string,
): Promise<'deleted' | 'waiting' | { failure: string }> {
  const row = await selectFirst<{ failure: string | null }>(db)`
    SELECT d.failure FROM users u LEFT JOIN account_deletions d ON d.user_id = u.id WHERE u.id = ${userId}`;
  if (!row) return 'deleted';
  return row.failure === null ? 'waiting' : { failure: row.failure };
}
