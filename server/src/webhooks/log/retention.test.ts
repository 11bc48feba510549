import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { newId } from '../../platform/ids.ts';
import { DeliveryHarness } from '../testing/delivery-harness.ts';
import { deleteAbandonedWebhooks, deleteOldDeliveries } from './retention.store.ts';

let harness: DeliveryHarness;
before(async () => {
  harness = await DeliveryHarness.start();
});
after(() => harness?.remove());

/** Inserts `count` deliveries of a group with this status and age, and an attempt for each. */
async function past(webhookId: string, of: { status: string; days: number; count?: number }): Promise<void> {
  const prefix = newId().slice(0, 18);
  await sql`
    WITH written AS (
      INSERT INTO webhook_deliveries (id, webhook_id, event_id, event_name, space_id, room_id, body, status, created_at)
      SELECT ${prefix} || lpad(to_hex(n), 6, '0'), ${webhookId}, 'event', 'call_started', 'space', 'room', '{}',
        ${of.status}, now() - make_interval(secs => ${of.days * 86_400}::double precision)
      FROM generate_series(1, ${of.count ?? 1}::integer) n RETURNING id
    )
    INSERT INTO webhook_attempts (id, delivery_id, number, started_at, duration_ms)
    SELECT id, id, 1, now(), 1 FROM written`.execute(harness.db);
}

async function left(): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    SELECT status || ' ' || extract(day FROM now() - created_at) AS kind FROM webhook_deliveries ORDER BY kind`.execute(
    harness.db,
  );
  return rows.map(({ kind }) => kind);
}

test('ended deliveries older than the log are deleted in batches; pending ones stay', async () => {
  const { webhookId } = await harness.makeGroup('http://127.0.0.1:9/');
  const { db } = harness;
  for (const days of [1, 29.99, 31, 400]) {
    for (const status of ['pending', 'delivered', 'failed']) await past(webhookId, { status, days });
  }
  // More than one batch.
  await past(webhookId, { status: 'delivered', days: 50, count: 2500 });
  const stop = new AbortController();
  stop.abort();
  await deleteOldDeliveries(db, { days: 30, stop: stop.signal });
  assert.equal((await left()).length, 2512);
  // Two nodes at once.
  await Promise.all([deleteOldDeliveries(db, { days: 30 }), deleteOldDeliveries(db, { days: 30 })]);
  await deleteOldDeliveries(db, { days: 30 });
  const kept = ['delivered 1', 'delivered 29', 'failed 1', 'failed 29'];
  const pending = ['pending 1', 'pending 29', 'pending 31', 'pending 400'];
  assert.deepEqual(await left(), [...kept, ...pending].sort());
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::integer AS count FROM webhook_attempts`.execute(db);
  assert.deepEqual(rows, [{ count: 8 }]);
  await deleteOldDeliveries(db, { days: 3650 });
  assert.equal((await left()).length, 8);
  await deleteOldDeliveries(db, { days: 1 });
  assert.deepEqual(await left(), pending);
});

test('the webhook of a deleted group remains until its last delivery has ended', async () => {
  const { db } = harness;
  const { spaceId, webhookId } = await harness.makeGroup('http://127.0.0.1:9/');
  const other = await harness.makeGroup('http://127.0.0.1:9/');
  for (const one of [webhookId, other.webhookId]) await past(one, { status: 'delivered', days: 1 });
  await past(webhookId, { status: 'pending', days: 0 });
  await db.deleteFrom('spaces').where('id', '=', spaceId).execute();
  const { signal } = new AbortController();
  const kept = async () => {
    const rows = await db.selectFrom('webhook_deliveries').select(['webhook_id', 'status']).execute();
    return rows.filter(({ webhook_id }) => webhook_id === webhookId).map(({ status }) => status);
  };
  await deleteAbandonedWebhooks(db, signal);
  assert.deepEqual(await kept(), ['pending']);
  await db
    .updateTable('webhook_deliveries')
    .set({ status: 'failed' })
    .where('webhook_id', '=', webhookId)
    .execute();
  await deleteAbandonedWebhooks(db, signal);
  assert.deepEqual(await kept(), []);
  const webhooks = await db
    .selectFrom('webhooks')
    .select('id')
    .where('id', 'in', [webhookId, other.webhookId])
    .execute();
  assert.deepEqual(webhooks, [{ id: other.webhookId }]);
});

test('a delivery that is being sent again is skipped', async () => {
  const { webhookId } = await harness.makeGroup('http://127.0.0.1:9/');
  await past(webhookId, { status: 'failed', days: 100, count: 3 });
  const { db } = harness;
  await db.transaction().execute(async (trx) => {
    await sql`UPDATE webhook_deliveries SET status = 'pending' WHERE id = (
      SELECT min(id) FROM webhook_deliveries WHERE webhook_id = ${webhookId})`.execute(trx);
    await deleteOldDeliveries(db, { days: 30 });
  });
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select('status')
    .where('webhook_id', '=', webhookId)
    .execute();
  assert.deepEqual(rows, [{ status: 'pending' }]);
});
