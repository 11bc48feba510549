import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type ResetRow = Selectable<Tables['password_resets']>;

/** Stores the account's only code; a new one replaces the old. */
export async function saveReset(db: Db, reset: ResetRow): Promise<void> {
  await db
    .insertInto('password_resets')
    .values(reset)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(reset))
    .execute();
}

/** Locks the code until the transaction ends, so that concurrent guesses are all counted. */
export const lockReset = (trx: Db, userId: string): Promise<ResetRow | undefined> =>
  trx.selectFrom('password_resets').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst();

export async function countGuess(trx: Db, userId: string): Promise<void> {
  await sql`UPDATE password_resets SET guesses = guesses + 1 WHERE user_id = ${userId}`.execute(trx);
}

export async function deleteReset(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('password_resets').where('user_id', '=', userId).execute();
}

export async function deleteOldResets(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('password_resets').where('expires_at', '<', time).execute();
}
