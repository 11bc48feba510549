import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import { verifyWebhook } from '../../../../contract/client/index.ts';
import {
  answer,
  type Behaviour,
  hang,
  type Receiver,
  reset,
  startReceiver,
} from '../../../testing/receivers/receiver.ts';
import { shorten } from '../../../testing/timings.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { newId } from '../../platform/ids.ts';
import { announce } from '../announce.ts';
import { DeliveryHarness } from '../testing/delivery-harness.ts';
import { timings } from './deliver.ts';

let harness: DeliveryHarness;
const receivers: Receiver[] = [];

before(async () => {
  harness = await DeliveryHarness.start();
});
after(() => harness.remove());

async function receiver(behaviour?: Behaviour): Promise<Receiver> {
  const one = await startReceiver(behaviour);
  receivers.push(one);
  return one;
}

describe('webhook deliveries', () => {
  let stop: () => Promise<void> = async () => undefined;
  const deliver = (more = {}) => {
    stop = harness.startDelivering(more);
  };
  const arrived = (at: Receiver, count: number, timeout = 5000) =>
    waitUntil(() => at.received.length >= count, {
      timeout,
      message: () => `${count} requests, there are ${at.received.length}`,
    });
  const settled = (
    group: Awaited<ReturnType<DeliveryHarness['makeGroup']>>,
    status: string,
    timeout = 5000,
  ) =>
    waitUntil(
      async () => {
        const rows = await harness.deliveries(group);
        return rows.length > 0 && rows.every((row) => row.status === status) && rows;
      },
      { timeout, message: `all deliveries to be ${status}` },
    );

  afterEach(async () => {
    await stop();
    await Promise.all(receivers.splice(0).map((one) => one.close()));
  });

  test('arrive by a notification, with the bytes and signatures of the interface and of Standard Webhooks', async (t) => {
    shorten(timings, { pollMs: 600_000 }, t);
    const target = await receiver();
    const group = await harness.makeGroup(`${target.url}/hook?from=lectern`);
    deliver();
    const callId = newId();
    await harness.announce(group, { callId });
    await arrived(target, 1);
    const [{ path, headers, body }] = target.received as [Receiver['received'][0]];
    const inner = `{"eventName":"call_started","roomId":"${group.roomId}","spaceId":"${group.spaceId}"}`;
    const hex = createHmac('sha256', group.secret).update(inner).digest('hex');
    assert.equal(body, `{"signature":"${hex}","body":${inner}}`);
    assert.deepEqual(await verifyWebhook(body, group.secret), JSON.parse(inner));
    assert.equal(path, '/hook?from=lectern');
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(headers['x-lectern-call-id'], callId);
    const [row] = await settled(group, 'delivered');
    assert.equal(headers['webhook-id'], row?.event_id);
    const time = Number(headers['webhook-timestamp']);
    assert.ok(Math.abs(time - Date.now() / 1000) < 5);
    const signed = `${headers['webhook-id']}.${time}.${body}`;
    const standard = createHmac('sha256', Buffer.from(group.secret)).update(signed).digest('base64');
    assert.equal(headers['webhook-signature'], `v1,${standard}`);
  });

  test('are tried three times with the same id and inner bytes, then given up', async () => {
    const target = await receiver(answer(500, 'out of order'));
    const group = await harness.makeGroup(target.url);
    deliver();
    await harness.announce(group);
    const [row] = await settled(group, 'failed');
    assert.equal(row?.attempts, 3);
    assert.equal(target.received.length, 3);
    const [first, second, third] = target.received as [
      Receiver['received'][0],
      Receiver['received'][0],
      Receiver['received'][0],
    ];
    assert.ok(second.at - first.at >= 190 && third.at - second.at >= 390, 'the pauses were too short');
    assert.equal(new Set(target.received.map(({ headers }) => headers['webhook-id'])).size, 1);
    assert.equal(new Set(target.received.map(({ body }) => body)).size, 1);
    const attempts = await harness.attempts(group);
    assert.deepEqual(
      attempts.map((attempt) => [attempt.status_code, attempt.answer, attempt.error]),
      [1, 2, 3].map(() => [500, 'out of order', null]),
    );
  });

  test('end with the first processed attempt, on any 2xx', async () => {
    const target = await receiver((response, _request, count) =>
      answer(count < 2 ? 503 : 204)(response, _request, count),
    );
    const group = await harness.makeGroup(target.url);
    deliver();
    await harness.announce(group);
    const [row] = await settled(group, 'delivered');
    assert.equal(row?.attempts, 2);
    assert.deepEqual(
      (await harness.attempts(group)).map((one) => one.status_code),
      [503, 204],
    );
  });

  test('are signed anew at each attempt with the secret valid then', async () => {
    const target = await receiver(answer(500));
    const group = await harness.makeGroup(target.url);
    deliver({ retrySeconds: [0.5, 0.5] });
    await harness.announce(group);
    await arrived(target, 1);
    const { encryptSecret, newSecret } = await import('../secret.ts');
    const secret = newSecret();
    await harness.db
      .updateTable('webhooks')
      .set({ secret: encryptSecret(harness.keyring, secret) })
      .where('id', '=', group.webhookId)
      .execute();
    await arrived(target, 2);
    const [first, second] = target.received.map(({ body }) => body) as [string, string];
    await verifyWebhook(first, group.secret);
    await verifyWebhook(second, secret);
    await assert.rejects(verifyWebhook(second, group.secret));
  });

  test('fail on redirects, cut connections and closed ports, without following', async () => {
    const elsewhere = await receiver();
    const redirecting = await receiver((response) =>
      response.writeHead(302, { location: elsewhere.url }).end(),
    );
    const cutting = await receiver(reset);
    const closed = await startReceiver();
    await closed.close();
    const groups = await Promise.all(
      [redirecting.url, cutting.url, closed.url].map((url) => harness.makeGroup(url)),
    );
    deliver({ retrySeconds: [0, 0] });
    await Promise.all(groups.map((group) => harness.announce(group)));
    const said = [];
    for (const group of groups) {
      await settled(group, 'failed');
      const attempts = await harness.attempts(group);
      assert.equal(attempts.length, 3);
      said.push([attempts[0]?.status_code, attempts[0]?.error]);
    }
    assert.deepEqual(said, [
      [302, null],
      [null, 'the connection was cut'],
      [null, 'the connection was refused'],
    ]);
    assert.equal(elsewhere.received.length, 0);
  });

  test('store 1 KiB of a huge or endless response and cut the rest', async () => {
    const closed: number[] = [];
    const endless = await receiver((response) => {
      response.writeHead(200);
      const more = () => {
        while (response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      response.on('close', () => closed.push(performance.now()));
      more();
    });
    const dripping = await receiver((response) => {
      response.writeHead(200).write('a\0b');
      const timer = setInterval(() => response.write('.'), 100);
      response.on('close', () => clearInterval(timer));
    });
    const [first, second] = [await harness.makeGroup(endless.url), await harness.makeGroup(dripping.url)];
    deliver();
    await harness.announce(first);
    await harness.announce(second);
    await settled(first, 'delivered', 3000);
    await settled(second, 'delivered', 3000);
    assert.equal((await harness.attempts(first))[0]?.answer, 'x'.repeat(1024));
    assert.match((await harness.attempts(second))[0]?.answer ?? '', /^a\uFFFDb\.*$/);
    await waitUntil(() => closed.length === 1, { timeout: 1000, message: 'the connection to be closed' });
  });

  test('do not wait for a hanging receiver, which has at most 4 at once for 10 seconds', async (t) => {
    assert.equal(timings.attemptMs, 10_000);
    shorten(timings, { attemptMs: 3000 }, t);
    const hanging = await receiver(hang);
    const well = await receiver();
    const [slow, other] = [await harness.makeGroup(hanging.url), await harness.makeGroup(well.url)];
    const also = await harness.makeGroup(`${hanging.url}/of-another-group`);
    deliver({ retrySeconds: [60, 60] });
    for (let i = 0; i < 8; i += 1) await harness.announce(slow, { roomId: newId() });
    for (let i = 0; i < 4; i += 1) await harness.announce(also);
    await arrived(hanging, 4);
    // The two groups of one target alternate: which group has how many of the four depends on the first one.
    const given = async () => [...(await harness.attempts(slow)), ...(await harness.attempts(also))];
    await harness.announce(other);
    await arrived(well, 1);
    assert.deepEqual(await given(), [], 'the delivery waited for an attempt that hangs');
    await waitUntil(async () => (await given()).length >= 4, {
      timeout: 6000,
      message: 'the hanging attempts to be given up',
    });
    const [attempt] = await given();
    assert.equal(attempt?.error, 'no answer within 3 s');
    assert.ok((attempt?.duration_ms ?? 0) >= 2900 && (attempt?.duration_ms ?? 0) < 4500);
    await arrived(hanging, 8);
    assert.equal(hanging.mostAtOnce(), 4);
  });

  test("start in the order of a room's events, and a hanging one does not delay the next", async () => {
    const target = await receiver((response, _request, count) => {
      if (count !== 3) answer(200)(response, _request, count);
    });
    const group = await harness.makeGroup(target.url);
    for (let i = 0; i < 12; i += 1) await harness.announce(group);
    deliver();
    await arrived(target, 12);
    const rows = await harness.deliveries(group);
    assert.deepEqual(
      target.received.map(({ headers }) => headers['webhook-id']),
      rows.map((row) => row.event_id),
    );
  });

  test('are shared by several senders, and each is sent once', async () => {
    const targets = await Promise.all([receiver(), receiver(), receiver()]);
    const groups = await Promise.all(targets.map((target) => harness.makeGroup(target.url)));
    const others = [harness.startDelivering(), harness.startDelivering()];
    deliver();
    const events = groups.flatMap((group) => Array.from({ length: 40 }, () => group));
    await Promise.all(events.map((group) => harness.announce(group, { roomId: newId() })));
    for (const group of groups) await settled(group, 'delivered', 10_000);
    for (const target of targets) {
      assert.equal(target.received.length, 40);
      assert.equal(new Set(target.received.map(({ headers }) => headers['webhook-id'])).size, 40);
      assert.ok(target.mostAtOnce() <= 4);
    }
    await Promise.all(others.map((end) => end()));
  });

  test('are not written for a rolled-back event, a blocked webhook or a plan without webhooks', async () => {
    const target = await receiver();
    const [undone, blocked, free] = [
      await harness.makeGroup(target.url),
      await harness.makeGroup(target.url),
      await harness.makeGroup(target.url, 'free'),
    ];
    await harness.db
      .updateTable('webhooks')
      .set({ is_active: false })
      .where('id', '=', blocked.webhookId)
      .execute();
    const { spaceId, roomId } = undone;
    await assert.rejects(
      harness.db.transaction().execute(async (trx) => {
        await announce(trx, { eventName: 'call_started', spaceId, roomId });
        throw new Error('rolled back');
      }),
    );
    await harness.announce(blocked);
    await harness.announce(free);
    for (const group of [undone, blocked, free]) assert.deepEqual(await harness.deliveries(group), []);
  });

  test('are not sent once the webhook was blocked or deleted, or the plan changed', async () => {
    const target = await receiver();
    const [blocked, deleted, fallen, well] = [
      await harness.makeGroup(target.url),
      await harness.makeGroup(target.url),
      await harness.makeGroup(target.url),
      await harness.makeGroup(target.url),
    ];
    for (const group of [blocked, deleted, fallen, well]) await harness.announce(group);
    const { db } = harness;
    await db.updateTable('webhooks').set({ is_active: false }).where('id', '=', blocked.webhookId).execute();
    await db.deleteFrom('webhooks').where('id', '=', deleted.webhookId).execute();
    await db.updateTable('users').set({ plan: 'free' }).where('id', '=', fallen.ownerId).execute();
    deliver();
    await settled(well, 'delivered');
    for (const group of [blocked, fallen]) {
      const [row] = await settled(group, 'failed');
      assert.equal(row?.attempts, 0);
    }
    assert.equal(target.received.length, 1);
  });
});
