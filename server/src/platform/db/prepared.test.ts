import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { databaseOf } from '../../../testing/database.ts';
import { nodesOf, type QueryPlan, statementsOf } from '../../../testing/engines/plans.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import { findChannelSeenBy, readChatRights } from '../../chat/channels/rights.store.ts';
import { findReturningParticipant } from '../../participants/store.ts';
import { newId } from '../ids.ts';
import type { Database, Db } from './db.ts';
import { arrayOf, prepared } from './prepared.ts';

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

test('a statement with an array of any length is planned once', async () => {
  const among = (values: string[]) => sql<{ four: string }>`${prepared}
    SELECT a.four FROM unnest(${arrayOf(values, 'text')}) AS a (four) JOIN rooms r ON r.id = a.four`;
  const used = await database.db.connection().execute(async (one) => {
    for (let count = 1; count <= 8; count += 1)
      await among(Array.from({ length: count }, newId)).execute(one);
    const { rows } = await sql<{ generic: number }>`
      SELECT generic_plans::int AS generic FROM pg_prepared_statements WHERE statement LIKE '%AS a (four)%'`.execute(
      one,
    );
    return rows;
  });
  assert.deepEqual(used, [{ generic: 3 }]);
});

interface Node extends QueryPlan {
  'Index Cond'?: string;
  'Recheck Cond'?: string;
}

/** The conditions by which the plan for any parameters finds rows of the table by index. */
async function conditionsOn(table: string, ask: (db: Db) => Promise<unknown>): Promise<string[]> {
  const [asked] = await statementsOf(database.db, ask);
  const { rows } = await database.pool.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${asked?.sql}`);
  const [{ Plan: plan }] = rows[0]['QUERY PLAN'] as [{ Plan: QueryPlan }];
  const nodes = nodesOf(plan) as Node[];
  return nodes
    .filter((node) => node['Relation Name'] === table)
    .map((node) => node['Index Cond'] ?? node['Recheck Cond'] ?? node['Node Type']);
}

test('an entry and a socket read one person of a session, not all, also before there are statistics', async () => {
  const person = {
    ...{ roomId: newId(), linkId: null, userId: null, browserHash: Buffer.alloc(32), externalUserId: null },
    role: 'user' as const,
  };
  const entry = await conditionsOn('participants', (db) => findReturningParticipant(db, person));
  assert.match(entry.join('\n'), /browser_hash = /);
  assert.doesNotMatch(entry.join('\n'), /^\(room_id = \$\d+\)$/m);
  const channel = (db: Db) => findChannelSeenBy(db, { channelId: '1', userId: '1' });
  for (const ask of [channel, (db: Db) => readChatRights(db, ['1'])]) {
    const viewings = await conditionsOn('viewings', ask);
    assert.match(viewings.join('\n'), /participant_id = /);
    assert.ok(!viewings.includes('(session_id = c.session_id)'), viewings.join('\n'));
  }
});
