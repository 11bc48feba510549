import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { answer, type Behaviour, hang } from '../../../testing/receivers/receiver.ts';
import { refused } from '../../../testing/refused.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { newId } from '../../platform/ids.ts';
import { startWebhookServer, type WebhookGroup, type WebhookServer } from '../testing/webhook-server.ts';

let stage: WebhookServer;
before(async () => {
  stage = await startWebhookServer();
});
after(() => stage?.remove());

const behave = (behaviour: Behaviour) => stage.receiver.behave(behaviour);
const idsAt = (told: WebhookGroup) => told.received().map(({ headers }) => headers['webhook-id']);

/** Holds responses back until `release`. */
function holding() {
  const held: ServerResponse[] = [];
  behave((response) => held.push(response));
  return { held, release: () => held.splice(0).map((response) => response.writeHead(200).end()) };
}

test('failed and delivered ones are sent again under the same id; the last attempt determines the status', async () => {
  const told = await stage.group();
  const { owner, spaceId } = told;
  behave(answer(500));
  const id = await told.tell('call_started');
  const { eventId } = await told.ended(id, 3);
  behave(answer(204));
  const again = async () => {
    const asked = await owner.redeliverWebhook({ spaceId, deliveryId: id });
    assert.deepEqual([asked.id, asked.eventId, asked.status], [id, eventId, 'pending']);
    assert.ok(Math.abs(Date.parse(asked.nextAttemptAt ?? '') - Date.now()) < 5000);
  };
  await again();
  assert.equal((await told.ended(id, 4)).status, 'delivered');
  await again();
  assert.equal((await told.ended(id, 5)).status, 'delivered');
  behave(answer(500));
  await again();
  // Exactly one further attempt.
  const failed = await told.ended(id, 6);
  assert.deepEqual([failed.status, failed.nextAttemptAt], ['failed', null]);
  assert.deepEqual(
    failed.attempts.map(({ number, statusCode }) => [number, statusCode]),
    [500, 500, 500, 204, 204, 500].map((statusCode, index) => [index + 1, statusCode]),
  );
  behave(answer(200));
  // Wait longer than all retries would take.
  await told.ended(await told.tell('call_finished'));
  assert.deepEqual(idsAt(told).slice(0, 6), Array(6).fill(eventId));
  assert.equal(told.received().length, 7);
});

test('requests with the same Idempotency-Key send the delivery again once', async () => {
  const told = await stage.group();
  const id = await told.tell('call_started');
  await told.ended(id);
  const at = { spaceId: told.spaceId, deliveryId: id };
  await told.owner.redeliverWebhook(at, { idempotencyKey: 'again' });
  await told.ended(id, 2);
  await told.owner.redeliverWebhook(at, { idempotencyKey: 'again' });
  assert.equal((await told.delivery(id)).status, 'delivered');
  const test = { spaceId: told.spaceId };
  const first = await told.owner.testWebhook(test, { idempotencyKey: 'try' });
  assert.deepEqual(await told.owner.testWebhook(test, { idempotencyKey: 'try' }), first);
  // The next test counts the requests at the receiver.
  await told.ended(first.id);
});

test('a delivery in flight is not sent again', async () => {
  const told = await stage.group();
  const at = { spaceId: told.spaceId };
  const { held, release } = holding();
  const id = await told.tell('call_started');
  await waitUntil(() => held.length === 1, { timeout: 30_000, message: 'the attempt' });
  const { status, nextAttemptAt } = await told.delivery(id);
  for (let i = 0; i < 3; i += 1) {
    const asked = await told.owner.redeliverWebhook({ ...at, deliveryId: id });
    assert.deepEqual([asked.status, asked.nextAttemptAt], [status, nextAttemptAt]);
  }
  assert.deepEqual(
    await told.owner.redeliverFailedWebhooks({ ...at, body: { dateFrom: '2000-01-01T00:00Z' } }),
    {
      count: 0,
    },
  );
  release();
  behave(answer(200));
  assert.equal((await told.ended(id)).attempts.length, 1);
  await told.ended(await told.tell('call_finished'));
  assert.equal(told.received().length, 2);
});

test('a webhook that is switched off sends nothing again: 409', async () => {
  const told = await stage.group();
  const { owner, spaceId } = told;
  const id = await told.tell('call_started');
  await told.ended(id);
  await owner.updateWebhook({ spaceId, body: { isActive: false } });
  const body = { dateFrom: '2000-01-01T00:00:00Z' };
  await refused(owner.redeliverWebhook({ spaceId, deliveryId: id }), 'webhook_blocked');
  await refused(owner.redeliverFailedWebhooks({ spaceId, body }), 'webhook_blocked');
  await refused(owner.testWebhook({ spaceId }), 'webhook_blocked');
  assert.equal((await told.delivery(id)).status, 'delivered');
});

/** Yesterday's full hour: recent enough that housekeeping does not delete these deliveries during the test. */
const day = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 24 * 3_600_000;
const hour = (n: number) => new Date(day + n * 3_600_000).toISOString();

/** Inserts `count` deliveries of one kind, one every second from `hour` on. */
async function past(
  told: WebhookGroup,
  kind: { status: string; eventName: string; count: number; from: number },
) {
  const { spaceId, room } = told;
  const body = JSON.stringify({ eventName: kind.eventName, roomId: room.id, spaceId });
  const { rows } = await sql<{ event_id: string }>`
    INSERT INTO webhook_deliveries (id, webhook_id, event_id, event_name, space_id, room_id, body, status, attempts, created_at)
    SELECT ${newId().slice(0, 18)} || lpad(to_hex(n), 6, '0'), w.id, ${newId().slice(0, 18)} || lpad(to_hex(n), 6, '0'),
      ${kind.eventName}, w.space_id, ${room.id}, ${body}, ${kind.status}, 3,
      ${hour(kind.from)}::timestamptz + (n - 1) * interval '1 second'
    FROM webhooks w, generate_series(1, ${kind.count}::integer) n WHERE w.space_id = ${spaceId}
    RETURNING event_id`.execute(stage.database().db);
  return rows.map((row) => row.event_id);
}

test('all deliveries that failed in a period are sent again, and no others, however many', async () => {
  const told = await stage.group();
  const other = await stage.group();
  const { owner, spaceId } = told;
  await past(told, { status: 'failed', eventName: 'call_started', count: 10, from: 0 });
  const started = await past(told, { status: 'failed', eventName: 'call_started', count: 250, from: 1 });
  const finished = await past(told, { status: 'failed', eventName: 'call_finished', count: 90, from: 1 });
  await past(told, { status: 'delivered', eventName: 'call_started', count: 20, from: 1 });
  // The end does not belong to the period.
  const [first] = await past(told, { status: 'failed', eventName: 'call_started', count: 5, from: 2 });
  await past(other, { status: 'failed', eventName: 'call_started', count: 5, from: 1 });
  const period = { dateFrom: hour(1), dateTo: hour(2) };
  const count = async (body: Parameters<typeof owner.redeliverFailedWebhooks>[0]['body']) =>
    (await owner.redeliverFailedWebhooks({ spaceId, body })).count;
  assert.equal(await count({ ...period, eventName: 'record_failed' }), 0);
  assert.equal(await count({ dateFrom: hour(2), dateTo: hour(1) }), 0);
  assert.equal(await count({ ...period, eventName: 'call_finished' }), finished.length);
  // Two concurrent requests send each delivery again once.
  const counts = await Promise.all([count(period), count(period)]);
  assert.equal(counts[0] + counts[1], started.length);
  const expected = [...started, ...finished];
  const isDone = async () => {
    const { total } = await owner.listWebhookDeliveries({
      spaceId,
      query: { ...period, status: 'delivered', limit: 1 },
    });
    return total === expected.length + 20;
  };
  await waitUntil(isDone, { timeout: 60_000, interval: 250, message: 'all to be delivered' });
  assert.deepEqual(idsAt(told).sort(), expected.toSorted());
  assert.equal(other.received().length, 0);
  assert.equal(
    await count({ dateFrom: hour(2), dateTo: new Date(day + 2 * 3_600_000 + 1).toISOString() }),
    1,
  );
  await waitUntil(() => idsAt(told).includes(first), {
    timeout: 30_000,
    message: 'the first of the next hour',
  });
  // Without an end the period lasts until now.
  assert.equal(await count({ dateFrom: hour(0) }), 14);
});

describe('a delivery that waits for its next attempt', () => {
  before(() => stage.restart({ LECTERN_WEBHOOK_RETRY_SECONDS: '3600,3600' }));

  const waiting = async (told: WebhookGroup) => {
    const id = await told.tell('call_started');
    await waitUntil(async () => (await told.delivery(id)).attempts.length === 1, {
      timeout: 30_000,
      message: 'the first attempt',
    });
    return id;
  };

  test('is sent now when requested, and keeps its remaining attempts', async () => {
    const told = await stage.group();
    behave(answer(500));
    const id = await waiting(told);
    const before = await told.delivery(id);
    assert.equal(before.status, 'pending');
    assert.ok(Date.parse(before.nextAttemptAt ?? '') > Date.now() + 3_000_000);
    const at = { spaceId: told.spaceId, deliveryId: id };
    for (const attempts of [2, 3]) {
      await told.owner.redeliverWebhook(at);
      await waitUntil(async () => (await told.delivery(id)).attempts.length === attempts, {
        timeout: 30_000,
        message: `attempt ${attempts}`,
      });
      assert.equal((await told.delivery(id)).status, attempts === 3 ? 'failed' : 'pending');
    }
    await told.owner.redeliverWebhook(at);
    assert.equal((await told.ended(id, 4)).status, 'failed');
    behave(answer(200));
  });

  test('is not part of "all that failed"', async () => {
    const told = await stage.group();
    behave(answer(500));
    const id = await waiting(told);
    behave(answer(200));
    const body = { dateFrom: '2000-01-01T00:00:00Z' };
    assert.deepEqual(await told.owner.redeliverFailedWebhooks({ spaceId: told.spaceId, body }), { count: 0 });
    assert.equal((await told.delivery(id)).attempts.length, 1);
  });

  test('is not sent once the webhook is off or the plan has none, and the log says so', async () => {
    const { lectern } = stage;
    const { db } = stage.database();
    const hurry = async (id: string) => {
      await sql`UPDATE webhook_deliveries SET next_attempt_at = now() WHERE id = ${id}`.execute(db);
    };
    const setPlan = (plan: 'free' | 'business') =>
      db.updateTable('users').set({ plan }).where('email', '=', lectern.owner.email).execute();
    const statusOf = (id: string) => async () => {
      const row = await db
        .selectFrom('webhook_deliveries')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.status === 'failed';
    };
    const told = await stage.group();
    behave(answer(500));
    const [off, poor] = [await waiting(told), await waiting(told)];
    behave(answer(200));
    await told.owner.updateWebhook({ spaceId: told.spaceId, body: { isActive: false } });
    await hurry(off);
    await waitUntil(statusOf(off), {
      timeout: 30_000,
      message: 'the delivery of the switched-off webhook to end',
    });
    await told.owner.updateWebhook({ spaceId: told.spaceId, body: { isActive: true } });
    await setPlan('free');
    try {
      await hurry(poor);
      await waitUntil(statusOf(poor), {
        timeout: 30_000,
        message: 'the delivery of the plan without webhooks to end',
      });
      await refused(
        told.owner.redeliverWebhook({ spaceId: told.spaceId, deliveryId: poor }),
        'plan_required',
      );
    } finally {
      await setPlan('business');
    }
    for (const [id, reason] of [
      [off, /^not sent: the webhook is switched off$/],
      [poor, /^not sent: the .*plan.* has no webhooks$/],
    ] as const) {
      const { status, attempts } = await told.delivery(id);
      assert.equal(status, 'failed');
      const { error, ...last } = attempts[1] as (typeof attempts)[number];
      assert.match(error ?? '', reason);
      assert.deepEqual([last.url, last.statusCode, last.answer, last.request], [null, null, null, null]);
      await told.owner.redeliverWebhook({ spaceId: told.spaceId, deliveryId: id });
      assert.equal((await told.ended(id, 3)).status, 'delivered');
    }
    assert.equal(told.received().length, 4);
  });
});

test('a hanging receiver does not prevent further requests', async () => {
  const told = await stage.group();
  behave(hang);
  const asked = [];
  for (let n = 0; n < 12; n += 1) asked.push(await told.owner.testWebhook({ spaceId: told.spaceId }));
  assert.ok(asked.every(({ status }) => status === 'pending'));
  behave(answer(200));
});
