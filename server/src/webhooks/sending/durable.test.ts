import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { sql } from 'kysely';
import { answer, hang, type Receiver, startReceiver } from '../../../testing/receivers/receiver.ts';
import { shorten } from '../../../testing/timings.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { DeliveryHarness, type GroupWithWebhook } from '../testing/delivery-harness.ts';
import { saveCutAttempt } from './attempts.store.ts';
import { timings } from './deliver.ts';

let harness: DeliveryHarness;
let receiver: Receiver;
before(async () => {
  harness = await DeliveryHarness.start();
});
after(() => harness?.remove());
afterEach(() => receiver?.close());

const arrived = (count: number, timeout = 5000) =>
  waitUntil(() => receiver.received.length >= count, {
    timeout,
    message: () => `${count} requests, there are ${receiver.received.length}`,
  });
const delivered = (group: GroupWithWebhook, timeout = 5000) =>
  waitUntil(async () => (await harness.deliveries(group)).every((row) => row.status === 'delivered'), {
    timeout,
    message: 'all to be delivered',
  });
const only = async (group: GroupWithWebhook) => {
  const [row] = await harness.deliveries(group);
  return row ?? assert.fail('there is no delivery');
};

test('a stop waits only shortly for running attempts, and cut ones are repeated under the same number', async () => {
  receiver = await startReceiver(hang);
  const group = await harness.makeGroup(receiver.url);
  await harness.announce(group);
  const stop = harness.startDelivering();
  await arrived(1);
  await stop();
  const { status, attempts, claimed_until } = await only(group);
  assert.deepEqual([status, attempts], ['pending', 1]);
  assert.ok(claimed_until && claimed_until <= new Date());
  const log = async () => (await harness.attempts(group)).map(({ error }) => error);
  const cut = 'not known: the server stopped before it heard an answer; the attempt is made again';
  assert.deepEqual(await log(), [cut]);

  receiver.behave(answer(200));
  const stopAgain = harness.startDelivering();
  await delivered(group);
  await stopAgain();
  assert.equal((await only(group)).attempts, 1);
  assert.deepEqual(await log(), [cut, null]);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  assert.equal(ids.length, 2);
  assert.equal(new Set(ids).size, 1);
});

test('an attempt that a stop cuts after the clock was set back has a duration of 0 ms in the log', async () => {
  const group = await harness.makeGroup('https://receiver.example');
  await harness.announce(group);
  const { id } = await only(group);
  const [startedAt, endedAt] = [new Date('2026-01-01T00:00:05Z'), new Date('2026-01-01T00:00:00Z')];
  const claimed = { id, attempts: 1, claimed_until: new Date(Date.now() + 60_000) };
  const { db } = harness;
  const { claimed_until } = claimed;
  await db.updateTable('webhook_deliveries').set({ claimed_until }).where('id', '=', id).execute();
  const sent = { url: 'https://receiver.example', signature: '', headerSignature: '' };
  await saveCutAttempt(db, { claimed, startedAt, endedAt, sent });
  const log = await harness.attempts(group);
  assert.deepEqual(
    log.map(({ duration_ms }) => duration_ms),
    [0],
  );
});

test('an attempt with an expired claim is repeated once; one with a valid claim is not touched', async () => {
  receiver = await startReceiver();
  const group = () => harness.makeGroup(receiver.url);
  const [dead, again, spent, living] = [await group(), await group(), await group(), await group()];
  const hold = async (
    of: GroupWithWebhook,
    attempts: number,
    more: { isRepeat?: boolean; for?: string } = {},
  ) => {
    await harness.announce(of);
    await sql`UPDATE webhook_deliveries
      SET attempts = ${attempts}, is_repeat = ${more.isRepeat ?? false}, claimed_until = now() + ${more.for ?? '-1 s'}::interval
      WHERE webhook_id = ${of.webhookId}`.execute(harness.db);
  };
  await hold(dead, 3);
  await hold(again, 1, { isRepeat: true });
  await hold(spent, 3, { isRepeat: true });
  await hold(living, 1, { for: '1 hour' });
  const stop = harness.startDelivering();
  await delivered(dead);
  await delivered(again);
  await waitUntil(async () => (await only(spent)).status === 'failed', {
    timeout: 2000,
    message: 'the spent delivery to fail',
  });
  await stop();
  assert.equal((await only(dead)).attempts, 3);
  assert.equal((await only(again)).attempts, 2);
  assert.equal((await only(living)).status, 'pending');
  assert.equal(receiver.received.length, 2);
});

test('a restarted node does not wait for its own claims to expire', async () => {
  receiver = await startReceiver();
  const [own, others] = [await harness.makeGroup(receiver.url), await harness.makeGroup(receiver.url)];
  for (const [group, node] of [
    [own, 'this one'],
    [others, 'another'],
  ] as const) {
    await harness.announce(group);
    await sql`UPDATE webhook_deliveries
      SET attempts = 1, claimed_by = ${node}, claimed_until = now() + '1 hour'::interval
      WHERE webhook_id = ${group.webhookId}`.execute(harness.db);
  }
  const stop = harness.startDelivering({ node: 'this one' });
  await delivered(own);
  await stop();
  assert.equal((await only(own)).attempts, 1);
  assert.equal((await only(others)).status, 'pending');
});

test('notifications continue after their connection was cut', async (t) => {
  shorten(timings, { pollMs: 600_000 }, t);
  receiver = await startReceiver();
  const group = await harness.makeGroup(receiver.url);
  const stop = harness.startDelivering();
  const listeners = async () => {
    const { rows } = await sql<{ pid: number }>`
      SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %'`.execute(
      harness.db,
    );
    return rows.map(({ pid }) => pid);
  };
  const [pid = 0] = await waitUntil(async () => (await listeners()).length > 0 && listeners(), {
    timeout: 2000,
    message: 'a listener',
  });
  await sql`SELECT pg_terminate_backend(${pid})`.execute(harness.db);
  await harness.announce(group);
  await arrived(1);
  await waitUntil(async () => (await listeners()).some((other) => other !== pid), {
    timeout: 5000,
    message: 'another listener',
  });
  await harness.announce(group);
  await arrived(2);
  await stop();
});

test('the poll finds a delivery whose notification was lost', async () => {
  receiver = await startReceiver();
  const group = await harness.makeGroup(receiver.url);
  const stop = harness.startDelivering();
  await harness.announce(group);
  await delivered(group);
  await harness.db
    .updateTable('webhook_deliveries')
    .set({
      status: 'pending',
      attempts: 0,
      next_attempt_at: new Date(),
      claimed_by: null,
      claimed_until: null,
    })
    .where('webhook_id', '=', group.webhookId)
    .execute();
  await arrived(2);
  await stop();
});

test('a delivery that was sent while the database went away is not sent again', async () => {
  receiver = await startReceiver((response) => {
    // The response comes right after all database connections were cut.
    sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity 
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`
      .execute(harness.db)
      .catch(() => undefined)
      .finally(() => response.writeHead(200).end());
  });
  const group = await harness.makeGroup(receiver.url);
  const stop = harness.startDelivering();
  await harness.announce(group);
  await delivered(group);
  assert.equal(receiver.received.length, 1);
  assert.equal((await only(group)).attempts, 1);
  await stop();
});
