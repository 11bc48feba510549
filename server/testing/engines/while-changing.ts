import type { Database, Db } from '../../src/platform/db/db.ts';
import { countLockWaiters } from '../database.ts';
import { waitUntil } from '../wait.ts';

/**
 * Runs `during` while another transaction has made a change and not committed yet: it waits for the commit or does
 * not need to.
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
    const isWaiting = async () => isThrough || (await countLockWaiters(trx)) > 0;
    await waitUntil(isWaiting, { timeout: 20_000, message: 'it to wait for the lock, or to end' });
    return { work };
  });
  return working.work;
}
