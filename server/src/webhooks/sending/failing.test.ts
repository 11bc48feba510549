import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { sql } from 'kysely';
import { answer, type Receiver, startReceiver } from '../../../testing/receivers/receiver.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { announce } from '../announce.ts';
import { presentWebhook } from '../present.ts';
import { findWebhook } from '../store.ts';
import { DeliveryHarness, type GroupWithWebhook } from '../testing/delivery-harness.ts';

/** The state of a failing receiver: failed deliveries in a row and since when. */
let harness: DeliveryHarness;
let receiver: Receiver;
before(async () => {
  harness = await DeliveryHarness.start();
  receiver = await startReceiver();
});
after(async () => {
  await receiver?.close();
  await harness?.remove();
});

let stop: () => Promise<void> = async () => undefined;
afterEach(() => stop());

const webhookOf = async ({ spaceId }: GroupWithWebhook) =>
  (await findWebhook(harness.db, spaceId)) ?? assert.fail('there is no webhook');

const ended = (group: GroupWithWebhook, count: number) =>
  waitUntil(
    async () => {
      const rows = await harness.deliveries(group);
      return rows.length === count && rows.every((row) => row.status !== 'pending') && rows;
    },
    { timeout: 10_000, message: `${count} deliveries to end` },
  );

const tellTest = ({ spaceId, roomId, webhookId }: GroupWithWebhook) =>
  announce(harness.db, { eventName: 'call_started', spaceId, roomId, testedWebhookId: webhookId });

test('each failed delivery counts once, however many attempts it took, and a processed attempt resets the count', async () => {
  receiver.behave(answer(500));
  const group = await harness.makeGroup(receiver.url);
  stop = harness.startDelivering({ retrySeconds: [0.05, 0.05] });
  const begin = new Date();
  for (let i = 0; i < 3; i += 1) await harness.announce(group);
  await ended(group, 3);
  const failed = await webhookOf(group);
  assert.equal(failed.failed_in_row, 3);
  const { failed_since: since, last_failed_at: last } = failed;
  assert.ok(since && last && begin <= since && since <= last && last <= new Date());
  assert.deepEqual([failed.is_active, presentWebhook(failed).isFailing], [true, false]);

  await tellTest(group);
  await ended(group, 4);
  assert.deepEqual(await webhookOf(group), failed, 'a failed test does not count');

  // Two fail at first and are processed then; one fails for good after them.
  receiver.behave((...given) => answer(given[2] % 2 ? 500 : 200)(...given));
  receiver.received.length = 0;
  await harness.announce(group);
  await ended(group, 5);
  const well = await webhookOf(group);
  assert.deepEqual([well.failed_in_row, well.failed_since, well.last_failed_at], [0, null, null]);

  receiver.behave(answer(500));
  await harness.announce(group);
  await ended(group, 6);
  assert.equal((await webhookOf(group)).failed_in_row, 1);
  receiver.behave(answer(200));
  await tellTest(group);
  await ended(group, 7);
  assert.equal((await webhookOf(group)).failed_in_row, 0);
});

const age = (group: GroupWithWebhook, failures: number, hours: number) =>
  sql`
  UPDATE webhooks SET failed_in_row = ${failures}, failed_since = now() - make_interval(hours => ${hours}::integer),
    last_failed_at = now() - interval '1 minute'
  WHERE id = ${group.webhookId}`.execute(harness.db);

test('the hundredth failure over a day shows the webhook as failing; it is still sent to', async () => {
  receiver.behave(answer(500));
  const [long, short] = [await harness.makeGroup(receiver.url), await harness.makeGroup(receiver.url)];
  await age(long, 99, 24);
  await age(short, 99, 23);
  assert.equal(presentWebhook(await webhookOf(long)).isFailing, false);
  stop = harness.startDelivering({ retrySeconds: [] });
  for (const group of [long, short]) {
    await harness.announce(group);
    await ended(group, 1);
  }
  const { isFailing, failedInRow, isActive } = presentWebhook(await webhookOf(long));
  assert.deepEqual([isFailing, failedInRow, isActive], [true, 100, true]);
  assert.equal(presentWebhook(await webhookOf(short)).isFailing, false);
  receiver.behave(answer(200));
  await harness.announce(long);
  await ended(long, 2);
  assert.equal(presentWebhook(await webhookOf(long)).isFailing, false);
});

test('many deliveries that end at the same moment are counted one by one', async () => {
  receiver.behave(answer(410));
  const groups = await Promise.all(Array.from({ length: 12 }, () => harness.makeGroup(receiver.url)));
  await Promise.all(groups.flatMap((group) => Array.from({ length: 10 }, () => harness.announce(group))));
  const stops = [
    harness.startDelivering({ retrySeconds: [] }),
    harness.startDelivering({ retrySeconds: [] }),
  ];
  stop = async () => void (await Promise.all(stops.map((one) => one())));
  for (const group of groups) {
    await ended(group, 10);
    assert.equal((await webhookOf(group)).failed_in_row, 10);
  }
});

test('a delivery that may no longer be sent ends with the reason in the log, without sending or counting', async () => {
  receiver.behave(answer(200));
  receiver.received.length = 0;
  const [off, fallen] = [await harness.makeGroup(receiver.url), await harness.makeGroup(receiver.url)];
  for (const group of [off, fallen]) {
    // More than one statement ends.
    for (let i = 0; i < 3; i += 1) await harness.announce(group);
  }
  const { db } = harness;
  await db.updateTable('webhooks').set({ is_active: false }).where('id', '=', off.webhookId).execute();
  await db.updateTable('users').set({ plan: 'free' }).where('id', '=', fallen.ownerId).execute();
  stop = harness.startDelivering();
  const reasons = [
    'not sent: the webhook is switched off',
    "not sent: the plan of the group's owner has no webhooks",
  ];
  for (const [place, group] of [off, fallen].entries()) {
    assert.ok((await ended(group, 3)).every(({ status, attempts }) => status === 'failed' && attempts === 0));
    const attempts = await harness.attempts(group);
    assert.deepEqual(
      attempts.map(({ status_code, error }) => [status_code, error]),
      [1, 2, 3].map(() => [null, reasons[place]]),
    );
    assert.equal((await webhookOf(group)).failed_in_row, 0);
  }
  assert.equal(receiver.received.length, 0);
});

test('thousands of them end soon', async () => {
  const group = await harness.makeGroup(receiver.url);
  await sql`
    INSERT INTO webhook_deliveries
      (id, webhook_id, event_id, event_name, space_id, room_id, body, attempts, next_attempt_at, created_at)
    SELECT 'many' || n, ${group.webhookId}, 'many' || n, 'call_started', ${group.spaceId}, 'r', '{}', n % 2, now(), now()
    FROM generate_series(1, 3000) n`.execute(harness.db);
  const { db } = harness;
  await db.updateTable('webhooks').set({ is_active: false }).where('id', '=', group.webhookId).execute();
  stop = harness.startDelivering();
  await ended(group, 3000);
  assert.equal((await harness.attempts(group)).length, 3000);
});

test('an attempt that was lost twice counts as failed, and the log says what is known', async () => {
  const group = await harness.makeGroup(receiver.url);
  await harness.announce(group);
  await sql`UPDATE webhook_deliveries SET attempts = 3, is_repeat = true, claimed_by = 'another', claimed_until = now()
    WHERE webhook_id = ${group.webhookId}`.execute(harness.db);
  stop = harness.startDelivering();
  await ended(group, 1);
  const [attempt] = await harness.attempts(group);
  assert.equal(attempt?.error, 'not known: the server ended twice before it heard an answer');
  assert.equal((await webhookOf(group)).failed_in_row, 1);
});
