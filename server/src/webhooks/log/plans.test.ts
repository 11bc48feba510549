import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { type OwnDatabase, startOwnDatabase } from '../../../testing/engines/own-database.ts';
import { nodesOf, type QueryPlan, statementsOf } from '../../../testing/engines/plans.ts';
import type { Db } from '../../platform/db/db.ts';
import { deleteOldDeliveries } from './retention.store.ts';
import { type DeliveryFilters, listDeliveries } from './store.ts';

/** One webhook with many deliveries, and one with few. */
const id = (n: number) => n.toString(16).padStart(24, '0');
const [large, small] = [id(7), id(8)];
const [ofLarge, ofSmall] = [30_000, 300];
const start = Date.UTC(2026, 0, 1);
const minute = (n: number) => new Date(start + n * 60_000);
const limit = 20;

let database: OwnDatabase;
before(async () => {
  database = await startOwnDatabase();
  const { db } = database;
  await sql`INSERT INTO users (id, email, username, password_hash, plan, created_at)
    VALUES (${id(1)}, 'one@example.org', 'Somebody', 'none', 'business', now())`.execute(db);
  for (const [webhook, space, count] of [
    [large, id(3), ofLarge],
    [small, id(4), ofSmall],
  ] as const) {
    await sql`INSERT INTO spaces (id, name, is_public, owner_id, created_at)
      VALUES (${space}, 'Group', false, ${id(1)}, now())`.execute(db);
    await sql`INSERT INTO webhooks (id, space_id, url, secret, created_at)
      VALUES (${webhook}, ${space}, 'https://example.org/', '', now())`.execute(db);
    // One a minute; one in a hundred failed.
    await sql`
      INSERT INTO webhook_deliveries (id, webhook_id, event_id, event_name, space_id, room_id, body, status, attempts, created_at)
      SELECT right(${webhook}, 4) || lpad(to_hex(n), 20, '0'), ${webhook}, 'event', 'call_started', ${space}, ${id(5)}, '{}',
        CASE WHEN n % 100 = 0 THEN 'failed' ELSE 'delivered' END, 3, ${minute(0)}::timestamptz + n * interval '1 minute'
      FROM generate_series(1, ${count}::integer) n`.execute(db);
  }
  await sql`
    INSERT INTO webhook_attempts (id, delivery_id, number, started_at, duration_ms)
    SELECT a || right(id, 23), id, a, created_at, 1 FROM webhook_deliveries, generate_series(1, 3) a`.execute(
    db,
  );
  await sql`VACUUM ANALYZE`.execute(db);
});
after(() => database?.remove());

/** The executed plan of each statement that `ask` sends. */
async function plansOf(ask: (db: Db) => Promise<unknown>): Promise<QueryPlan[][]> {
  const { db, pool } = database;
  const plans = [];
  for (const { sql: text, parameters } of await statementsOf(db, ask)) {
    const { rows } = await pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...parameters]);
    const [{ Plan: plan }] = rows[0]['QUERY PLAN'] as [{ Plan: QueryPlan }];
    plans.push(nodesOf(plan));
  }
  return plans;
}

/** Rows of a table that the plan read, including those that a filter dropped. */
function touchedOf(plan: QueryPlan[], table: string): number {
  const read = plan.filter((node) => node['Relation Name'] === table);
  const rowsOf = (node: QueryPlan) => (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0);
  return read.reduce((sum, node) => sum + (node['Actual Loops'] ?? 0) * Math.max(1, rowsOf(node)), 0);
}

const pages: Record<string, DeliveryFilters & { offset?: number }> = {
  first: {},
  middle: { offset: ofLarge / 2 },
  failed: { status: 'failed' },
  'failed, middle': { status: 'failed', offset: ofLarge / 200 },
  'a day': { dateFrom: minute(15_000), dateTo: minute(16_440) },
  'failed of a day': { status: 'failed', dateFrom: minute(15_000), dateTo: minute(18_000) },
  'the oldest half': { dateTo: minute(ofLarge / 2) },
};

for (const [name, { offset = 0, ...filters }] of Object.entries(pages)) {
  test(`a page (${name}) is found by an index, and attempts are read for its rows only`, async () => {
    const page = { limit, offset, order: 'desc' } as const;
    const [plan = []] = await plansOf((db) => listDeliveries(db, large, { ...filters, page }));
    const kinds = plan.map((node) => node['Node Type']);
    assert.ok(!kinds.includes('Seq Scan') && !kinds.includes('Bitmap Heap Scan'), kinds.join(', '));
    const attempts = touchedOf(plan, 'webhook_attempts');
    assert.ok(attempts > 0 && attempts <= 3 * limit, `${attempts} attempts`);
    const touched = touchedOf(plan, 'webhook_deliveries');
    assert.ok(touched <= offset + 2 * limit + 1, `${touched} deliveries for ${limit} after ${offset}`);
  });
}

test('the number of deliveries of one webhook does not slow another', async () => {
  const page = { limit, offset: 0, order: 'asc' } as const;
  const lists = await plansOf((db) => listDeliveries(db, small, { page }));
  assert.equal(lists.length, 2);
  for (const plan of lists) {
    const touched = touchedOf(plan, 'webhook_deliveries');
    assert.ok(touched > 0 && touched <= ofSmall, `${touched} deliveries`);
  }
});

test('the deletion reads nothing if nothing is old enough', async () => {
  await sql`UPDATE webhook_deliveries SET created_at = now()`.execute(database.db);
  await sql`VACUUM ANALYZE webhook_deliveries`.execute(database.db);
  const [plan = []] = await plansOf((db) => deleteOldDeliveries(db, { days: 30 }));
  const kinds = plan.map((node) => node['Node Type']);
  assert.ok(!kinds.includes('Seq Scan'), kinds.join(', '));
  assert.ok(touchedOf(plan, 'webhook_deliveries') <= 10);
});
