import { sql } from 'kysely';
import type { Database, Db } from '../src/platform/db/db.ts';
import { waitUntil } from './wait.ts';

/**
 * A change that somebody else has begun and not ended: `during` starts meanwhile, and waits for the end of the change or
 * does not care for it.
 */
export async function whileChanging<T>(
  { db }: Database,
  change: (trx: Db) => Promise<unknown>,
  during: () => Promise<T>,
): Promise<T> {
  let isThrough = false;
  const working = await db.transaction().execute(async (trx) => {
    await change(trx);
    const work = during();
    const done = () => {
      isThrough = true;
    };
    work.then(done, done);
    const isWaiting = async () => {
      const { rows } = await sql`SELECT 1 FROM pg_locks WHERE NOT granted`.execute(trx);
      return rows.length > 0 || isThrough;
    };
    await waitUntil(isWaiting, { timeout: 20_000, message: 'it to wait, or to be through' });
    return { work };
  });
  return working.work;
}
