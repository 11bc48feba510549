import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { type Client, verifyWebhook } from '../../../contract/client/index.ts';
import { eventsOfInterface } from '../../../contract/events.ts';
import { databaseOf } from '../../testing/database.ts';
import { makeGroup } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import { type Receiver, startReceiver } from '../../testing/receivers/receiver.ts';
import { refused, refusedFields } from '../../testing/refused.ts';
import { waitUntil } from '../../testing/wait.ts';
import type { Database } from '../platform/db/db.ts';
import { announce, deleteAbandonedWebhooks } from './webhooks.ts';

let lectern: Lectern;
let receiver: Receiver;
let database: Database;
let owner: Client;
before(async () => {
  lectern = await startInProcess();
  receiver = await startReceiver();
  database = await databaseOf(lectern);
  owner = lectern.client(lectern.owner.personalToken);
});
after(async () => {
  await database?.close();
  await receiver?.close();
  await lectern?.remove();
});

const group = async () => (await owner.createSpace({ body: { name: 'Group' } })).id;
const url = 'https://lms.example.org/lectern?school=1';
const hour = 3_600_000;
const well = {
  events: eventsOfInterface,
  isFailing: false,
  failedInRow: 0,
  failedSince: null,
  previousSecretUntil: null,
};

test('a webhook is created, read, changed and deleted; only creating it shows the secret', async () => {
  const spaceId = await group();
  await refused(owner.getWebhook({ spaceId }), 'not_found');
  const made = await owner.createWebhook({ spaceId, body: { url } });
  assert.deepEqual(
    { ...made, secret: '', signingSecret: '' },
    {
      url,
      secret: '',
      signingSecret: '',
      isActive: true,
      events: eventsOfInterface,
      previousSecretUntil: null,
    },
  );
  assert.match(made.secret, /^[A-Za-z0-9]{32}$/);
  assert.equal(made.signingSecret, `whsec_${Buffer.from(made.secret).toString('base64')}`);
  assert.deepEqual(await owner.getWebhook({ spaceId }), { ...well, url, isActive: true });

  const blocked = await owner.updateWebhook({ spaceId, body: { isActive: false } });
  assert.deepEqual(blocked, { ...well, url, isActive: false });
  const moved = await owner.updateWebhook({ spaceId, body: { url: 'http://lms.example.org/' } });
  assert.deepEqual(moved, { ...well, url: 'http://lms.example.org/', isActive: false });
  assert.deepEqual(await owner.updateWebhook({ spaceId, body: {} }), moved);
  assert.deepEqual(await owner.updateWebhook({ spaceId, body: { isActive: true } }), {
    ...moved,
    isActive: true,
  });

  assert.equal(await owner.deleteWebhook({ spaceId }), undefined);
  await refused(owner.getWebhook({ spaceId }), 'not_found');
  await refused(owner.deleteWebhook({ spaceId }), 'not_found');
  await refused(owner.updateWebhook({ spaceId, body: {} }), 'not_found');
  await refused(owner.refreshSecretWebhook({ spaceId }), 'not_found');
  await owner.createWebhook({ spaceId, body: { url } });
});

test('a group has one webhook, even if two are requested at once', async () => {
  const spaceId = await group();
  const asked = Array.from({ length: 6 }, () => owner.createWebhook({ spaceId, body: { url } }));
  const done = (await Promise.allSettled(asked)).filter((one) => one.status === 'fulfilled');
  assert.equal(done.length, 1);
  await refused(owner.createWebhook({ spaceId, body: { url } }), 'webhook_exists');
});

test('a new secret replaces the old one and changes nothing else', async () => {
  const spaceId = await group();
  const made = await owner.createWebhook({ spaceId, body: { url } });
  await owner.updateWebhook({ spaceId, body: { isActive: false } });
  const fresh = await owner.refreshSecretWebhook({ spaceId });
  assert.notEqual(fresh.secret, made.secret);
  assert.match(fresh.secret, /^[A-Za-z0-9]{32}$/);
  assert.equal(fresh.signingSecret, `whsec_${Buffer.from(fresh.secret).toString('base64')}`);
  assert.deepEqual([fresh.url, fresh.isActive], [url, false]);
});

test('no secret is stored in plain text or logged, and no idempotency key stores one', async () => {
  const spaceId = await group();
  const made = await owner.createWebhook({ spaceId, body: { url } }, { idempotencyKey: 'make-it' });
  await refused(
    owner.createWebhook({ spaceId, body: { url } }, { idempotencyKey: 'make-it' }),
    'webhook_exists',
  );
  const fresh = await owner.refreshSecretWebhook({ spaceId });
  const rows = await database.db.selectFrom('webhooks').select('secret').execute();
  const keys = await database.db.selectFrom('idempotency_keys').selectAll().execute();
  for (const { secret } of [made, fresh]) {
    assert.ok(rows.every((row) => !row.secret.includes(secret)));
    assert.ok(!JSON.stringify(keys).includes(secret));
    assert.ok(!lectern.output().includes(secret));
  }
});

test('a webhook is failing after 100 failures over a day, until its URL changes', async () => {
  const spaceId = await group();
  await owner.createWebhook({ spaceId, body: { url } });
  const since = new Date(Date.now() - 30 * hour);
  const fail = (count: number, hours: number) =>
    database.db
      .updateTable('webhooks')
      .set({
        failed_in_row: count,
        failed_since: since,
        last_failed_at: new Date(since.getTime() + hours * hour),
      })
      .where('space_id', '=', spaceId)
      .execute();
  const failures = async () => {
    const { isFailing, failedInRow, failedSince } = await owner.getWebhook({ spaceId });
    return [isFailing, failedInRow, failedSince];
  };
  await fail(99, 30);
  assert.deepEqual(await failures(), [false, 99, since.toISOString()]);
  await fail(1000, 23.9);
  assert.deepEqual(await failures(), [false, 1000, since.toISOString()]);
  await fail(100, 24);
  assert.deepEqual(await failures(), [true, 100, since.toISOString()]);
  // The same URL is the same receiver.
  await owner.updateWebhook({ spaceId, body: { url, isActive: true } });
  assert.deepEqual(await failures(), [true, 100, since.toISOString()]);
  const moved = await owner.updateWebhook({ spaceId, body: { url: `${url}&moved=1` } });
  assert.deepEqual(moved, { ...well, url: `${url}&moved=1`, isActive: true });
});

test('a plan without webhooks: every operation is refused with that reason', async () => {
  const spaceId = await group();
  await owner.createWebhook({ spaceId, body: { url } });
  const setPlan = (plan: 'free' | 'business') =>
    database.db.updateTable('users').set({ plan }).where('email', '=', lectern.owner.email).execute();
  await setPlan('free');
  try {
    await refused(owner.createWebhook({ spaceId, body: { url } }), 'plan_required');
    await refused(owner.getWebhook({ spaceId }), 'plan_required');
    await refused(owner.updateWebhook({ spaceId, body: {} }), 'plan_required');
    await refused(owner.refreshSecretWebhook({ spaceId }), 'plan_required');
    await refused(owner.deleteWebhook({ spaceId }), 'plan_required');
  } finally {
    await setPlan('business');
  }
  assert.deepEqual(await owner.getWebhook({ spaceId }), { ...well, url, isActive: true });
});

test('the server delivers an event, signed with the secret that it showed', async () => {
  const { spaceId, room } = await makeGroup(lectern);
  const { secret } = await owner.createWebhook({ spaceId, body: { url: `${receiver.url}/hook` } });
  await announce(database.db, { eventName: 'call_started', spaceId, roomId: room.id });
  const mine = () => receiver.received.find(({ body }) => body.includes(room.id));
  const got = await waitUntil(mine, { timeout: 5000, message: 'the delivery' });
  const event = await verifyWebhook(got.body, secret);
  assert.deepEqual(event, { eventName: 'call_started', roomId: room.id, spaceId });
  await owner.updateWebhook({ spaceId, body: { isActive: false } });
  await announce(database.db, { eventName: 'call_finished', spaceId, roomId: room.id });
  const left = database.db
    .selectFrom('webhook_deliveries')
    .select('event_name')
    .where('room_id', '=', room.id);
  assert.deepEqual(await left.execute(), [{ event_name: 'call_started' }]);
});

test("pending deliveries of a deleted group are sent only if its owner's plan has webhooks", async () => {
  const setPlan = (plan: 'free' | 'business') =>
    database.db.updateTable('users').set({ plan }).where('email', '=', lectern.owner.email).execute();
  /** A group with a delivery whose next attempt is in an hour. */
  const waiting = async () => {
    const spaceId = await group();
    await owner.createWebhook({ spaceId, body: { url: `${receiver.url}/deleted` } });
    await sql`
      INSERT INTO webhook_deliveries
        (id, webhook_id, event_id, event_name, space_id, room_id, body, attempts, next_attempt_at, created_at)
      SELECT id, id, id, 'call_started', space_id, space_id, json_build_object('of', space_id)::text, 1,
        now() + interval '1 hour', now()
      FROM webhooks WHERE space_id = ${spaceId}`.execute(database.db);
    return spaceId;
  };
  const [allowed, forbidden] = [await waiting(), await waiting()];
  await owner.deleteSpace({ spaceId: allowed });
  await setPlan('free');
  try {
    await owner.deleteSpace({ spaceId: forbidden });
  } finally {
    await setPlan('business');
  }
  const both = database.db.updateTable('webhook_deliveries').where('space_id', 'in', [allowed, forbidden]);
  await both.set({ next_attempt_at: new Date() }).execute();
  const statuses = async () => {
    const rows = await database.db
      .selectFrom('webhook_deliveries')
      .select(['space_id', 'status', 'attempts'])
      .execute();
    return new Map(rows.map(({ space_id, status, attempts }) => [space_id, `${status} ${attempts}`]));
  };
  const isSent = async () => (await statuses()).get(allowed) === 'delivered 2';
  await waitUntil(isSent, { timeout: 15_000, message: 'the delivery of the allowed group' });
  assert.equal((await statuses()).get(forbidden), 'pending 1');
  assert.ok(!receiver.received.some(({ body }) => body.includes(forbidden)));
  await deleteAbandonedWebhooks(database.db, new AbortController().signal);
  assert.equal((await statuses()).get(forbidden), undefined, 'housekeeping deletes it');
});

test('creating or changing a webhook refuses an internal URL unless the operator allows its network', async () => {
  const spaceId = await group();
  const inside = [
    'http://10.0.0.1/',
    'http://169.254.169.254/latest',
    'http://[::1]:9/',
    'http://167772161/',
  ];
  for (const one of [...inside, 'https://user:pw@example.org/']) {
    await refusedFields(owner.createWebhook({ spaceId, body: { url: one } }), 'url');
  }
  await owner.createWebhook({ spaceId, body: { url: `${receiver.url}/` } });
  for (const one of inside) await refusedFields(owner.updateWebhook({ spaceId, body: { url: one } }), 'url');
  await lectern.stop();
  await lectern.start({ LECTERN_WEBHOOK_ALLOWED_NETWORKS: '' });
  for (const one of [receiver.url, 'http://localhost:8080/', 'http://2130706433/']) {
    await refusedFields(owner.updateWebhook({ spaceId, body: { url: one } }), 'url');
  }
});
