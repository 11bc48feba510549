import assert from 'node:assert/strict';
import { connect as connectTo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { chanceOf } from '../../../testing/fuzzing/chance.ts';
import { answer, type Behaviour, type Receiver, startReceiver } from '../../../testing/receivers/receiver.ts';
import { shorten } from '../../../testing/timings.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { newId } from '../../platform/ids.ts';
import { DeliveryHarness, type GroupWithWebhook } from '../testing/delivery-harness.ts';
import { claimDeliveries } from './claims.store.ts';
import { timings } from './deliver.ts';

/** Several nodes on one database, each a sender with an id of its own. */
shorten(timings, { pollMs: 100 });
let harness: DeliveryHarness;
const receivers: Receiver[] = [];
before(async () => {
  harness = await DeliveryHarness.start();
});
after(() => harness?.remove());

let stops: (() => Promise<void>)[] = [];
const deliver = (more = {}) => {
  const stop = harness.startDelivering(more);
  stops.push(stop);
  return stop;
};
afterEach(async () => {
  await Promise.all(stops.map((stop) => stop()));
  stops = [];
  await Promise.all(receivers.splice(0).map((one) => one.close()));
});

async function receiver(behaviour?: Behaviour): Promise<Receiver> {
  const one = await startReceiver(behaviour);
  receivers.push(one);
  return one;
}

const idsAt = (one: Receiver) => one.received.map(({ headers }) => String(headers['webhook-id']));

function countsAt(all: Receiver[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of all.flatMap(idsAt)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

const rowsOf = async (groups: GroupWithWebhook[]) =>
  (await Promise.all(groups.map((group) => harness.deliveries(group)))).flat();

const ended = (groups: GroupWithWebhook[], timeout: number) =>
  waitUntil(
    async () => {
      const rows = await rowsOf(groups);
      return rows.every((row) => row.status !== 'pending') && rows;
    },
    { timeout, interval: 100, message: 'every delivery to end' },
  );

/** Responds after a while, with the status for the number of the attempt. */
const byAttempt = (statuses: number[], chance: () => number): Behaviour => {
  const counts = new Map<string, number>();
  return (response, request, count) => {
    const id = String(request.headers['webhook-id']);
    const number = counts.get(id) ?? 0;
    counts.set(id, number + 1);
    setTimeout(() => answer(statuses[number] ?? 200)(response, request, count), 30 * chance());
  };
};

test('three nodes make no attempt twice while one stops and another starts', async (t) => {
  const chance = chanceOf(t);
  const statuses = [[200], [500, 200], [500, 500, 200], [503, 500, 410]];
  const all = await Promise.all(statuses.map((some) => receiver(byAttempt(some, chance))));
  const groups = await Promise.all(all.map((one) => harness.makeGroup(one.url)));
  const [leaving] = [deliver(), deliver(), deliver()];
  const told = Array.from({ length: 60 }, () => groups)
    .flat()
    .map((group) => harness.announce(group, { roomId: newId() }));
  await waitUntil(() => all.every((one) => one.received.length > 5), {
    timeout: 15_000,
    message: 'a beginning',
  });
  await leaving?.();
  deliver();
  await Promise.all(told);
  const rows = await ended(groups, 40_000);
  const counts = countsAt(all);
  for (const { event_id, attempts } of rows) assert.equal(counts.get(event_id), attempts);
  for (const [place, group] of groups.entries()) {
    const expected = statuses[place]?.length;
    assert.ok((await harness.deliveries(group)).every((row) => row.attempts === expected));
    assert.ok((all[place]?.mostAtOnce() ?? 0) <= 4);
  }
});

test('a node whose database connections are cut repeatedly sends nothing twice and loses nothing', async () => {
  const all = await Promise.all([receiver(), receiver(), receiver()]);
  for (const one of all) one.behave((response) => setTimeout(() => response.writeHead(200).end(), 20));
  const groups = await Promise.all(all.map((one) => harness.makeGroup(one.url)));
  const cut = harness.connect('to be cut');
  deliver({ db: cut.db, pool: cut.pool });
  deliver();
  const told = Array.from({ length: 120 }, () => groups).flat();
  await Promise.all(told.map((group) => harness.announce(group, { roomId: newId() })));
  for (let times = 0; times < 8; times += 1) {
    const before = countsAt(all).size;
    await waitUntil(() => countsAt(all).size > before, { timeout: 15_000, message: 'more to arrive' });
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'to be cut'`.execute(
      harness.db,
    );
  }
  const rows = await ended(groups, 40_000);
  assert.ok(rows.every((row) => row.status === 'delivered' && row.attempts === 1));
  const counts = countsAt(all);
  assert.equal(counts.size, told.length);
  assert.deepEqual([...new Set(counts.values())], [1]);
  await Promise.all(stops.map((stop) => stop()));
  await cut.close();
});

/** The advisory lock of claims. */
const claimLock = 7_406_811_003;

test('a node releases a claim whose commit got no response, however long it is valid', async () => {
  const target = await receiver();
  const group = await harness.makeGroup(target.url);
  const own = harness.connect('cut in a claim');
  const cut = () =>
    sql<{ pid: number }>`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'cut in a claim' AND wait_event_type = 'Lock'`.execute(harness.db);
  const node = newId();
  deliver({ node, db: own.db, pool: own.pool });
  await harness.announce(group);
  await ended([group], 10_000);
  await harness.db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${claimLock}::bigint)`.execute(trx);
    const event = await harness.announce(group);
    await sql`UPDATE webhook_deliveries SET attempts = 1, claimed_by = ${node}, claimed_until = now() + interval '1 hour'
      WHERE id = ${event}`.execute(harness.db);
    await waitUntil(async () => (await cut()).rows.length > 0, {
      timeout: 30_000,
      message: 'a claim that waits',
    });
  });
  const rows = await ended([group], 10_000);
  assert.deepEqual(
    rows.map(({ status, attempts }) => [status, attempts]),
    [1, 2].map(() => ['delivered', 1]),
  );
  await Promise.all(stops.map((stop) => stop()));
  await own.close();
});

/** A proxy to the database that, after `hold`, delays the response to a commit, as for a frozen node. */
async function startProxyThatHoldsCommits(host: string) {
  const held: Socket[] = [];
  let isHolding = false;
  const server = createServer((near) => {
    const far = connectTo(join(host, '.s.PGSQL.5432'));
    near.on('data', (bytes) => {
      if (isHolding && bytes.includes('commit') && held.length === 0) {
        far.pause();
        held.push(far);
      }
      far.write(bytes);
    });
    far.on('data', (bytes) => near.write(bytes));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  return {
    port,
    hold: () => {
      isHolding = true;
    },
    isHeld: () => held.length > 0,
    resume: () => held[0]?.resume(),
    close: () => server.close(),
  };
}

test('a node that learns of its claim after another one has taken over sends nothing', async (t) => {
  shorten(timings, { holdSeconds: 2, beginWithinMs: 800 }, t);
  const target = await receiver();
  const group = await harness.makeGroup(target.url);
  const proxy = await startProxyThatHoldsCommits(harness.database.host);
  const frozen = harness.connect('frozen', {
    host: '127.0.0.1',
    port: proxy.port,
    query_timeout: 120_000,
  });
  try {
    deliver({ db: frozen.db, pool: frozen.pool });
    await harness.announce(group);
    await ended([group], 10_000);
    proxy.hold();
    await harness.announce(group);
    await waitUntil(proxy.isHeld, { timeout: 10_000, message: 'the claim to be committed' });
    deliver();
    await waitUntil(() => target.received.length === 2, {
      timeout: 40_000,
      message: 'the other node to send it',
    });
    proxy.resume();
    // Either node sends the next one; after that the frozen one has handled its claim.
    await harness.announce(group);
    await ended([group], 20_000);
    await Promise.all(stops.map((stop) => stop()));
    const ids = idsAt(target);
    assert.deepEqual([ids.length, new Set(ids).size], [3, 3]);
  } finally {
    await Promise.all(stops.map((stop) => stop()));
    await frozen.close();
    proxy.close();
  }
});

test('the first attempts of a room arrive in the order of its events, whichever nodes make them', async (t) => {
  const chance = chanceOf(t);
  // All first attempts of the second receiver fail; the last receiver has two groups at one target.
  const all = await Promise.all(
    [[200], [500, 200], [200], [200]].map((some) => receiver(byAttempt(some, chance))),
  );
  const urls = [...all, all[3]].map((one) => one?.url ?? '');
  const groups = await Promise.all(
    urls.map((url) => harness.makeGroup(url.replace('127.0.0.1', 'receiver.test'))),
  );
  // Some connections take longer than later ones.
  const resolve = async () => {
    await pause(100 * chance());
    return ['127.0.0.1'];
  };
  const rooms = groups.flatMap((group) => [newId(), newId(), newId()].map((roomId) => ({ group, roomId })));
  const leaving = [deliver({ resolve }), deliver({ resolve }), deliver({ resolve })][0];
  for (let event = 0; event < 20; event += 1) {
    await Promise.all(rooms.map(({ group, roomId }) => harness.announce(group, { roomId })));
    if (event === 10) {
      await leaving?.();
      deliver({ resolve });
    }
  }
  const rows = await ended(groups, 40_000);
  for (const { roomId } of rooms) {
    const expected = rows.filter((row) => row.room_id === roomId).map((row) => row.event_id);
    const arrived = all.flatMap((one) =>
      one.received
        .filter(({ body }) => body.includes(roomId))
        .map(({ headers }) => String(headers['webhook-id'])),
    );
    assert.deepEqual([...new Set(arrived)], expected);
  }
});

/** The state in which a node leaves a delivery when it dies right after its claim. */
const holdByAnother = (group: GroupWithWebhook, event: string, since: number) =>
  sql`
  UPDATE webhook_deliveries SET attempts = 1, claimed_by = 'another',
    claimed_until = clock_timestamp() + make_interval(secs => ${20 - since}::double precision)
  WHERE webhook_id = ${group.webhookId} AND id = ${event}`.execute(harness.db);

test('a first attempt waits a short time for an earlier one of its room that another node has just claimed', async (t) => {
  shorten(timings, { beginSeconds: 2 }, t);
  const target = await receiver();
  const group = await harness.makeGroup(target.url);
  const first = await harness.announce(group);
  await holdByAnother(group, first ?? '', 0);
  const claimed = performance.now();
  await harness.announce(group);
  const other = await harness.announce(group, { roomId: newId() });
  deliver();
  await waitUntil(() => target.received.length === 2, {
    timeout: 12_000,
    message: 'both unclaimed deliveries to arrive',
  });
  const rows = await harness.deliveries(group);
  const elsewhere = rows.find((row) => row.id === other)?.event_id ?? '';
  assert.deepEqual(idsAt(target), [elsewhere, rows[1]?.event_id]);
  const waited = (target.received[1]?.at ?? 0) - claimed;
  assert.ok(waited > 1900, `it arrived after ${waited} ms`);
});

test('an attempt that another node claimed long ago delays no other', async () => {
  const target = await receiver();
  const group = await harness.makeGroup(target.url);
  await holdByAnother(group, (await harness.announce(group)) ?? '', 6);
  await harness.announce(group);
  deliver();
  await waitUntil(() => target.received.length === 1, { timeout: 4000, message: 'the next of the room' });
  const [held] = await harness.deliveries(group);
  assert.ok(held?.claimed_until && held.claimed_until > new Date(), 'it waited until the claim expired');
});

test('lost first attempts start before all later ones of their room', async () => {
  const target = await receiver();
  const group = await harness.makeGroup(target.url);
  const events: string[] = [];
  for (let i = 0; i < 12; i += 1) events.push((await harness.announce(group)) ?? '');
  for (const event of events.slice(0, 4)) await holdByAnother(group, event, 21);
  deliver();
  await waitUntil(() => target.received.length === 12, { timeout: 30_000, message: 'all of them' });
  const rows = await harness.deliveries(group);
  assert.deepEqual(
    idsAt(target),
    rows.map((row) => row.event_id),
  );
});

test('a first attempt does not overtake an earlier one of its room whose row is locked', async () => {
  const { db } = harness;
  const group = await harness.makeGroup('http://127.0.0.1:9/');
  const [first, , other] = [
    await harness.announce(group),
    await harness.announce(group),
    await harness.announce(group, { roomId: newId() }),
  ];
  const claim = () =>
    claimDeliveries(db, {
      ...{ node: 'this one', after: '', free: { well: 64, troubled: 32 }, attempts: 3 },
      ...{ plans: ['business'], holdSeconds: 20, slowSeconds: 1, beginSeconds: 5 },
    });
  await db.transaction().execute(async (trx) => {
    await sql`SELECT FROM webhook_deliveries WHERE id = ${first} FOR UPDATE`.execute(trx);
    const { claimed } = await claim();
    const own = claimed.filter(({ webhook_id }) => webhook_id === group.webhookId);
    assert.deepEqual(
      own.map(({ id }) => id),
      [other],
    );
  });
  const { claimed } = await claim();
  assert.equal(claimed.filter(({ webhook_id }) => webhook_id === group.webhookId).length, 2);
});
