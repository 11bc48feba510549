import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { DeliveryHarness, type GroupWithWebhook } from '../testing/delivery-harness.ts';
import { saveAttempts } from './attempts.store.ts';
import { type ClaimRequest, claimDeliveries } from './claims.store.ts';

const groups = 20;
const waiting = 20_000;
/** Delivery rows that a claim may read: some for each webhook, and those that it takes. */
const mostRows = 2_000;

let harness: DeliveryHarness;
let one: GroupWithWebhook;
before(async () => {
  harness = await DeliveryHarness.start();
  for (let i = 0; i < groups; i += 1) one = await harness.makeGroup(`http://127.0.0.1:${2000 + i}/`);
});
after(() => harness?.remove());

const request: ClaimRequest = {
  ...{ node: 'this one', after: '', free: { well: 64, troubled: 32 }, attempts: 3 },
  ...{ plans: ['business'], holdSeconds: 20, slowSeconds: 1, beginSeconds: 5 },
};

/** Delivery rows read by indexes since the start, from the statistics of the only connection. */
async function rowsRead(): Promise<number> {
  const { db } = harness;
  await sql`SELECT pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ read: string }>`
    SELECT sum(idx_tup_read) AS read FROM pg_stat_user_indexes WHERE relname = 'webhook_deliveries'`.execute(
    db,
  );
  return Number(rows[0]?.read);
}

async function claimAndNote(): Promise<number> {
  const { claimed } = await claimDeliveries(harness.db, request);
  const at = new Date();
  const outcome = {
    sent: null,
    isProcessed: true,
    durationMs: 1,
    statusCode: 200,
    answer: null,
    error: null,
  };
  const notes = claimed.map((delivery) => ({
    ...{ claimed: delivery, startedAt: at, endedAt: at, retryAfter: null },
    ...outcome,
  }));
  if (notes.length > 0) await saveAttempts(harness.db, notes);
  return claimed.length;
}

test('statements planned on an empty table do not read all rows that are pending later', async () => {
  const { db } = harness;
  await sql`ANALYZE webhook_deliveries`.execute(db);
  for (let round = 0; round < 8; round += 1) {
    await harness.announce(one);
    assert.equal(await claimAndNote(), 1);
  }
  await sql`
    INSERT INTO webhook_deliveries
      (id, webhook_id, event_id, event_name, space_id, room_id, body, next_attempt_at, created_at)
    SELECT 'row' || n, w.id, 'row' || n, 'call_started', w.space_id, 'room' || n % 500, '{}', now(), now()
    FROM generate_series(1, ${waiting}::integer) n
    JOIN (SELECT id, space_id, row_number() OVER () - 1 AS place FROM webhooks) w ON w.place = n % ${groups}::integer`.execute(
    db,
  );
  const before = await rowsRead();
  assert.equal(await claimAndNote(), 64);
  const read = (await rowsRead()) - before;
  assert.ok(read <= mostRows, `${read} rows were read`);
});
