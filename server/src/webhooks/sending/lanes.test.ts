import assert from 'node:assert/strict';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { after, afterEach, before, test } from 'node:test';
import { sql } from 'kysely';
import {
  answer,
  type Behaviour,
  hang,
  type Receiver,
  startReceiver,
} from '../../../testing/receivers/receiver.ts';
import { shorten } from '../../../testing/timings.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { newId } from '../../platform/ids.ts';
import { DeliveryHarness, type GroupWithWebhook } from '../testing/delivery-harness.ts';
import { timings } from './deliver.ts';
import { slots } from './lanes.ts';

let harness: DeliveryHarness;
const receivers: Receiver[] = [];
before(async () => {
  harness = await DeliveryHarness.start();
});
after(() => harness?.remove());
afterEach(async () => {
  await harness.db.deleteFrom('webhooks').execute();
  await Promise.all(receivers.splice(0).map((one) => one.close()));
});

async function receiver(behaviour?: Behaviour): Promise<Receiver> {
  const one = await startReceiver(behaviour);
  receivers.push(one);
  return one;
}

const slowly: Behaviour = (response) => setTimeout(() => response.writeHead(200).end(), 40);

/** Inserts `each` deliveries for each of these webhooks: first attempts, or retries that are due. */
const backlog = (groups: GroupWithWebhook[], each: number, attempts: 0 | 1) =>
  sql`
  INSERT INTO webhook_deliveries
    (id, webhook_id, event_id, event_name, space_id, room_id, body, attempts, next_attempt_at, created_at)
  SELECT id, webhook_id, id, 'call_started', space_id, id, '{}', ${attempts}::integer, now(), now()
  FROM (
    SELECT w.id AS webhook_id, w.space_id, right(md5(w.id || n || ${newId()}), 24) AS id
    FROM webhooks w, generate_series(1, ${each}::integer) n
    WHERE w.id = ANY(${groups.map(({ webhookId }) => webhookId)})
  ) made`.execute(harness.db);

/** Announces an event and waits until it has arrived. */
async function announceAndWait(group: GroupWithWebhook, target: Receiver): Promise<void> {
  const id = await harness.announce(group, { roomId: newId() });
  const rows = await harness.deliveries(group);
  const event = rows.find((row) => row.id === id)?.event_id;
  const arrived = () => target.received.find(({ headers }) => headers['webhook-id'] === event);
  await waitUntil(arrived, { timeout: deadline, message: 'an event of a receiver that is well' });
}

/** Accepts connections at every address of this machine and never responds. */
async function swallow() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).resume());
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { sockets, close, port: (server.address() as AddressInfo).port };
}

/** More than a node has slots for. */
const hanging = 700;
const deadline = 4000;

test(`${hanging} hanging receivers with several events each delay no other, from the first second on`, async (t) => {
  shorten(timings, { attemptMs: 4000 }, t);
  const well = await receiver();
  const dead = await swallow();
  t.after(dead.close);
  const groups: GroupWithWebhook[] = [];
  // Each URL is an origin of its own, all of them one listener.
  const urlOf = (i: number) => `http://127.0.${1 + (i >> 8)}.${i & 255}:${dead.port}/`;
  while (groups.length < hanging) {
    const some = Array.from({ length: 50 }, (_, i) => harness.makeGroup(urlOf(groups.length + i)));
    groups.push(...(await Promise.all(some)));
  }
  const living = await harness.makeGroup(well.url);
  await backlog(groups, 5, 0);
  const stop = harness.startDelivering({ retrySeconds: [0.2, 0.4] });
  await waitUntil(() => dead.sockets.size >= hanging / 2, { timeout: 20_000, message: 'many to hang' });
  const begin = performance.now();
  // Longer than the attempts after which the first ones count as troubled.
  while (performance.now() - begin < 7000) await announceAndWait(living, well);
  const troubled = await harness.db
    .selectFrom('webhooks')
    .select('id')
    .where('is_troubled', '=', true)
    .execute();
  assert.ok(troubled.length > 0 && troubled.every(({ id }) => id !== living.webhookId));
  await stop();
});

test('thousands of repeats delay no new event of their group', async () => {
  const target = await receiver(slowly);
  const group = await harness.makeGroup(target.url);
  await backlog([group], 3000, 1);
  const stop = harness.startDelivering();
  await waitUntil(() => target.received.length > 20, { timeout: 30_000, message: 'a beginning' });
  for (let i = 0; i < 5; i += 1) await announceAndWait(group, target);
  assert.ok(target.received.length < 3000);
  await stop();
});

test('thousands of new events delay neither a retry of their group nor another group at their target', async () => {
  const target = await receiver((...given) => (given[2] === 1 ? answer(500)(...given) : slowly(...given)));
  const [group, other] = [await harness.makeGroup(target.url), await harness.makeGroup(target.url)];
  await backlog([group], 3000, 0);
  const stop = harness.startDelivering({ retrySeconds: [0.2, 0.4] });
  const retried = () =>
    target.received
      .slice(1)
      .find(({ headers }) => headers['webhook-id'] === target.received[0]?.headers['webhook-id']);
  await waitUntil(retried, { timeout: 30_000, message: 'the retry' });
  await announceAndWait(other, target);
  assert.ok(target.received.length < 3000);
  await stop();
});

test('a slot that becomes free serves the webhooks that its round has passed', async (t) => {
  shorten(timings, { pollMs: 600_000, attemptMs: 600_000 }, t);
  shorten(slots, { well: 1, troubled: 1 }, t);
  const [troubled, well] = [await receiver(hang), await receiver(hang)];
  const hanging = await harness.makeGroup(troubled.url);
  const { spaceId } = await harness.makeGroup(well.url);
  await sql`UPDATE webhooks SET is_troubled = true WHERE id = ${hanging.webhookId}`.execute(harness.db);
  // As many as one claim visits: the next claim would begin after them.
  await sql`
    INSERT INTO webhooks (id, space_id, url, secret, created_at, is_first)
    SELECT right(md5(n::text), 24), space_id, url, secret, created_at, false
    FROM webhooks, generate_series(1, 254) n WHERE space_id = ${spaceId}`.execute(harness.db);
  const { rows } = await sql<{ webhookId: string }>`SELECT id AS "webhookId" FROM webhooks`.execute(
    harness.db,
  );
  await backlog(rows as GroupWithWebhook[], 1, 0);
  well.behave((response) => {
    well.behave(answer(200));
    // Longer than the claims of the first run, and shorter than an attempt that counts as slow.
    setTimeout(() => response.writeHead(200).end(), 300);
  });
  const stop = harness.startDelivering();
  await waitUntil(() => well.received.length > 200, { timeout: 10_000, message: 'the other webhooks' });
  await stop();
});

test('a receiver that is well again leaves the troubled ones with its first response', async () => {
  const target = await receiver(answer(500));
  const group = await harness.makeGroup(target.url);
  const isTroubled = async () =>
    (
      await harness.db
        .selectFrom('webhooks')
        .select('is_troubled')
        .where('id', '=', group.webhookId)
        .executeTakeFirstOrThrow()
    ).is_troubled;
  const stop = harness.startDelivering({ retrySeconds: [0.5] });
  await harness.announce(group);
  await waitUntil(isTroubled, { timeout: 5000, message: 'the receiver to count as troubled' });
  target.behave(answer(200));
  await waitUntil(async () => !(await isTroubled()), {
    timeout: 5000,
    message: 'the receiver to count as well',
  });
  await stop();
});
