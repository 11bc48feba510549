import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { databaseOf } from '../../../testing/database.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import type { Database } from './db.ts';
import { prepared } from './prepared.ts';

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

test('a marked statement is planned once per connection, an ordinary one every time', async () => {
  const marked = (value: number) => sql<{ twice: number }>`${prepared} SELECT ${value}::int * 2 AS twice`;
  const ordinary = (value: number) => sql<{ thrice: number }>`SELECT ${value}::int * 3 AS thrice`;
  const known = await database.db.connection().execute(async (one) => {
    for (const value of [1, 2, 3]) {
      assert.equal((await marked(value).execute(one)).rows[0]?.twice, value * 2);
      assert.equal((await ordinary(value).execute(one)).rows[0]?.thrice, value * 3);
    }
    const { rows } = await sql<{ statement: string; used: number }>`
      SELECT statement, (generic_plans + custom_plans)::int AS used FROM pg_prepared_statements`.execute(one);
    return rows;
  });
  assert.equal(known.length, 1);
  assert.match(known[0]?.statement ?? '', /AS twice/);
  assert.equal(known[0]?.used, 3);
});
