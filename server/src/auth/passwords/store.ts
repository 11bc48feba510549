import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { execute, selectFirst } from '../../platform/db/rows.ts';
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
export const lockReset = (trx: Db, userId: string) =>
  selectFirst<ResetRow>(trx)`SELECT * FROM password_resets WHERE user_id = ${userId} FOR UPDATE`;

export const countGuess = (trx: Db, userId: string) =>
  execute(trx)`UPDATE password_resets SET guesses = guesses + 1 WHERE user_id = ${userId}`;

export const deleteReset = (db: Db, userId: string) =>
  execute(db)`DELETE FROM password_resets WHERE user_id = ${userId}`;

export const deleteOldResets = (db: Db, time: Date) =>
  execute(db)`DELETE FROM password_resets WHERE expires_at < ${time}`;
