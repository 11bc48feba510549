import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type RootOperationNode, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { DeliveryHarness, type GroupWithWebhook } from '../testing/delivery-harness.ts';
import { type ClaimRequest, claimDeliveries } from './claims.store.ts';
import { failForbidden, failLost } from './endings.store.ts';

/** Pending rows for dead receivers, half of them for a first attempt. */
const waiting = 50_000;
const dead = 50;
/** Delivery rows that a claim may read: some for each webhook, however many are pending. */
const mostRows = dead * 30;

let harness: DeliveryHarness;
let well: GroupWithWebhook;
before(async () => {
  harness = await DeliveryHarness.start();
  const { db } = harness;
  for (let i = 0; i < dead; i += 1) await harness.makeGroup(`http://127.0.0.1:${2000 + i}/`);
  await sql`
    INSERT INTO webhook_deliveries
      (id, webhook_id, event_id, event_name, space_id, room_id, body, attempts, next_attempt_at, created_at)
    SELECT 'dead' || n, w.id, 'dead' || n, 'call_started', w.space_id, 'room' || n % 500, '{}', n / ${dead}::integer % 2, now(), now()
    FROM generate_series(1, ${waiting}::integer) n
    JOIN (SELECT id, space_id, row_number() OVER () - 1 AS place FROM webhooks) w ON w.place = n % ${dead}::integer`.execute(
    db,
  );
  await sql`UPDATE webhooks SET is_troubled = true`.execute(db);
  well = await harness.makeGroup('http://127.0.0.1:9/');
});
after(() => harness?.remove());

const request: ClaimRequest = {
  ...{
    node: 'this one',
    after: '',
    free: { well: 64, troubled: 32 },
    attempts: 3,
    plans: ['business'],
  },
  ...{ holdSeconds: 20, slowSeconds: 1, beginSeconds: 5 },
};

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** How many delivery rows a statement read, and by which indexes. */
async function readBy(ask: (db: Db) => Promise<unknown>): Promise<{ rows: number; ways: string[] }> {
  const { db, database } = harness;
  const asked: [RootOperationNode, { queryId: string }][] = [];
  const recording = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      asked.push([node, queryId as never]);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const client = await database.pool.connect();
  await client.query('BEGIN');
  await ask(recording);
  const read = { rows: 0, ways: new Set<string>() };
  for (const [node, queryId] of asked) {
    const { sql: text, parameters } = db.getExecutor().compileQuery(node, queryId as never);
    if (!text.includes('webhook_deliveries')) await client.query(text, [...parameters]);
    else {
      const explained = `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`;
      const [{ Plan: plan }] = (await client.query(explained, [...parameters])).rows[0]['QUERY PLAN'];
      for (const one of nodesOf(plan).filter((one) => one['Relation Name'] === 'webhook_deliveries')) {
        const each = (one['Actual Rows'] ?? 0) + (one['Rows Removed by Filter'] ?? 0);
        read.rows += each * (one['Actual Loops'] ?? 0);
        read.ways.add(one['Node Type']);
      }
    }
  }
  await client.query('ROLLBACK');
  client.release();
  return { rows: read.rows, ways: [...read.ways] };
}

async function holds(ask: (db: Db) => Promise<unknown>): Promise<void> {
  const { rows, ways } = await readBy(ask);
  assert.ok(rows <= mostRows, `${rows} rows were read`);
  assert.deepEqual(
    ways.filter((way) => /Seq|Bitmap/.test(way)),
    [],
  );
}

test('a claim reads a few rows of each webhook, before and after ANALYZE', async () => {
  await holds((db) => claimDeliveries(db, request));
  await sql`ANALYZE webhook_deliveries`.execute(harness.db);
  await holds((db) => claimDeliveries(db, request));
});

test('ending forbidden deliveries reads a few rows, too', async () => {
  await holds((db) => failForbidden(db, request.plans));
  await holds((db) => failLost(db, request.attempts));
});

test('a claim for a receiver that is well takes its deliveries at once, among all those of the dead ones', async () => {
  const { db } = harness;
  // The slots of the dead ones are taken.
  let taken = 0;
  do {
    taken = (await claimDeliveries(db, request)).claimed.length;
  } while (taken > 0);
  await harness.announce(well);
  const [mine, ...others] = (await claimDeliveries(db, request)).claimed;
  assert.deepEqual([mine?.webhook_id, others.length], [well.webhookId, 0]);
  await holds((recording) => claimDeliveries(recording, request));
});
