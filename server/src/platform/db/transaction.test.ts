import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { databaseOf } from '../../../testing/database.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import { type Database, type Db, inTransaction } from './db.ts';

let lectern: Lectern;
let database: Database;
before(async () => {
  lectern = await startInProcess();
  database = await databaseOf(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

const lock = (trx: Db, key: number) => sql`SELECT pg_advisory_xact_lock(${key}::bigint)`.execute(trx);

test('two transactions in a deadlock both succeed', async () => {
  let begun = 0;
  const { promise: bothHoldOne, resolve } = Promise.withResolvers<void>();
  const holdBoth = (first: number, second: number) =>
    inTransaction(database.db, async (trx) => {
      await lock(trx, first);
      begun += 1;
      if (begun === 2) resolve();
      await bothHoldOne;
      await lock(trx, second);
      return first;
    });
  assert.deepEqual(await Promise.all([holdBoth(1, 2), holdBoth(2, 1)]), [1, 2]);
  assert.equal(begun, 3, 'one of them was rolled back and repeated');
});

test('a closed database leaves no connection open, even if only its pool was used', async () => {
  const { pool, close } = await databaseOf(lectern);
  await pool.query('SELECT 1');
  await close();
  assert.deepEqual([pool.ended, pool.totalCount], [true, 0]);
});
