import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, suite, test } from 'node:test';
import { dispose } from '@livekit/rtc-node';
import { sql } from 'kysely';
import { createClient } from '../../../../contract/client/index.ts';
import { startBalancer } from '../../../testing/engines/balancer.ts';
import { centrifugoProgram } from '../../../testing/engines/centrifugo.ts';
import {
  startTwoNodes,
  startTwoNodesOfCentrifugo,
  type TwoNodes,
  type TwoServers,
} from '../../../testing/engines/nodes.ts';
import { withoutRedis } from '../../../testing/engines/redis.ts';
import { makeGroup, type TestGroup } from '../../../testing/group.ts';
import type { LecternProcess } from '../../../testing/lectern.ts';
import { type Chatting, enterChat } from '../../../testing/people/chat.ts';
import { enterBy } from '../../../testing/people/entering.ts';
import { SocketListener } from '../../../testing/people/listener.ts';
import { healthOf, isHealthy } from '../../../testing/processes/health.ts';
import { sendRaw } from '../../../testing/raw.ts';
import { type Receiver, startReceiver } from '../../../testing/receivers/receiver.ts';
import { withTimings } from '../../../testing/timings.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { testWaitingRoom } from '../../participants/waiting/testing/waiting-nodes.ts';
import { timings as limits } from '../../platform/db/limits.ts';
import { nodeIdIn } from './node-id.ts';
import { timings as nodeTimings } from './nodes.ts';

const settings = { LECTERN_CHAT_MESSAGES_PER_5_SECONDS: '0' };

const halved = <T extends Record<string, number>>(waits: T): Record<string, number> =>
  Object.fromEntries(Object.entries(waits).map(([name, ms]) => [name, ms / 2]));

/** Servers give up and send heartbeats after half of their usual times. */
const halvedTimings = withTimings({
  'platform/db/limits.ts': halved(limits),
  'startup/nodes/nodes.ts': halved(nodeTimings),
});
/** Half of the time after which other servers work on when one freezes. */
const freezeMs = 15_000 / 2;

const textsIn = (listener: SocketListener): unknown[] =>
  listener.events('message').map(({ payload }) => (payload.message as { text: string }).text);

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `word ${index + 1}`);

/** Sends `count` numbered messages, by each of these people in turn. */
async function talk(people: Pick<Chatting, 'api'>[], channelId: string, count: number): Promise<void> {
  for (const [turn, text] of numbered(count).entries()) {
    await people[turn % people.length]?.api.sendMessage({ body: { channelId, text } });
  }
}

/** Ann enters by a link that can be revoked. */
async function enterByLink(lectern: LecternProcess, group: TestGroup) {
  const link = await group.owner.generateAccess({ ...group.at, body: { username: 'Ann', role: 'user' } });
  const entered = await enterBy(lectern, group, { url: link.url });
  await entered.api.joinChannel({ body: { id: group.room.channelId } });
  return { ...entered, linkId: link.id };
}

/** Revokes Ann's link and lets Bob send a message: only Bob's socket gets it. */
async function heardNoMoreBy(
  [annHears, bobHears]: readonly [SocketListener, SocketListener],
  { group, linkId, bob }: { group: TestGroup; linkId: string; bob: Chatting },
): Promise<void> {
  await annHears.hears('message', 1);
  const before = annHears.events('message').length;
  await group.owner.revokeAccessLink({ ...group.at, linkId });
  await waitUntil(() => annHears.closedBy === 3507, { timeout: 5000, message: "Ann's socket to be closed" });
  await bob.api.sendMessage({ body: { channelId: group.room.channelId, text: 'she is gone' } });
  await bobHears.hears('message', before + 1);
  assert.equal(annHears.events('message').length, before);
}

after(() => dispose());

suite('two servers on one database, joined by Redis', { skip: withoutRedis() }, () => {
  let nodes: TwoNodes;
  before(async () => {
    nodes = await startTwoNodes({
      ...settings,
      ...halvedTimings,
      LECTERN_RATE_LIMIT_PER_MINUTE: '1000000',
      LECTERN_DRAIN_SECONDS: '2',
    });
  });
  after(() => nodes?.remove());

  /** Ann and Bob in one room, each connected to a different server. */
  async function scene() {
    const { first, second } = nodes;
    const group = await makeGroup(first);
    const { channelId } = group.room;
    const elsewhere: TestGroup = { ...group, owner: second.client(second.owner.personalToken) };
    const [ann, bob] = [
      await enterByLink(first, group),
      await enterChat(second, elsewhere, { username: 'Bob' }),
    ];
    const ears = [
      await SocketListener.of(first, ann.api, channelId),
      await SocketListener.of(second, bob.api, channelId),
    ] as const;
    const close = () => {
      for (const ear of ears) ear.close();
    };
    return { elsewhere, channelId, ann, bob, ears, close };
  }

  test('a request to one server counts against the rate limit of the other', async () => {
    const remainingAt = async ({ url }: LecternProcess): Promise<number> => {
      const token = nodes.first.owner.personalToken;
      const { headers } = await sendRaw(url, { method: 'GET', path: '/v1/users/me', token });
      return Number(headers.get('ratelimit-remaining'));
    };
    const left = await remainingAt(nodes.first);
    assert.equal(await remainingAt(nodes.second), left - 1);
    assert.equal(await remainingAt(nodes.first), left - 2);
  });

  test('both sockets get the messages sent at either server, at once and in one order', async () => {
    const { channelId, ann, bob, ears, close } = await scene();
    try {
      await talk([ann, bob], channelId, 40);
      const saidAt = performance.now();
      for (const ear of ears) {
        await ear.hears('message', 40);
        assert.deepEqual(textsIn(ear), numbered(40));
      }
      assert.ok(performance.now() - saidAt < 1500, 'the messages took more than 1.5 s');
    } finally {
      close();
    }
  });

  test('a participant removed at one server gets no more messages at the other', async () => {
    const { channelId, elsewhere, ann, bob, ears, close } = await scene();
    try {
      await talk([bob], channelId, 1);
      await heardNoMoreBy(ears, { group: elsewhere, linkId: ann.linkId, bob });
    } finally {
      close();
    }
  });

  testWaitingRoom(() => nodes);

  suite('the second server freezes while it waits for locks, which the database then grants to it', () => {
    let group: TestGroup;
    let receiver: Receiver;
    let frozenAt: Date;
    let asked: Promise<unknown>;
    let roomName = '';

    const isWaitingFor = async (...locks: string[]) => {
      const { rows } = await sql<{ wait_event: string }>`
        SELECT wait_event FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'second' AND wait_event_type = 'Lock'`.execute(
        nodes.services.database.db,
      );
      return locks.every((lock) => rows.some(({ wait_event }) => wait_event === lock));
    };
    const seen = async ({ dataDir }: LecternProcess) => {
      const { rows } = await sql`
        SELECT FROM nodes WHERE id = ${nodeIdIn(dataDir)} AND seen_at > ${frozenAt}`.execute(
        nodes.services.database.db,
      );
      return rows.length === 1;
    };
    const elsewhere = () => nodes.second.client(nodes.second.owner.personalToken);

    before(async () => {
      const { services, first, second } = nodes;
      const { db } = services.database;
      group = await makeGroup(first);
      receiver = await startReceiver();
      const { spaceId } = group;
      await group.owner.createWebhook({ spaceId, body: { url: receiver.url } });
      await sql`DELETE FROM nodes WHERE id = ${nodeIdIn(second.dataDir)}`.execute(db);
      await db.transaction().execute(async (trx) => {
        await sql`SELECT pg_advisory_xact_lock(7406811003)`.execute(trx);
        await sql`SELECT FROM rooms WHERE id = ${group.room.id} FOR UPDATE`.execute(trx);
        await sql`LOCK TABLE nodes IN ROW EXCLUSIVE MODE`.execute(trx);
        const message = 'the second node to wait for the locks';
        await waitUntil(() => isWaitingFor('advisory', 'relation'), { timeout: 20_000, message });
        asked = elsewhere().updateRoom({ ...group.at, body: { name: 'Frozen' } });
        asked.catch(() => undefined);
        const waitsForAll = () => isWaitingFor('advisory', 'relation', 'transactionid');
        await waitUntil(waitsForAll, { timeout: 20_000, message });
        process.kill(second.pid(), 'SIGSTOP');
      });
      frozenAt = new Date();
      group.owner.updateRoom({ ...group.at, body: { name: 'Geometry' } }).then(
        (room) => {
          roomName = room.name;
        },
        () => undefined,
      );
      for (const roomId of [group.room.id, undefined]) {
        await group.owner.testWebhook({ spaceId, body: { ...(roomId && { roomId }) } });
      }
    });
    after(async () => {
      process.kill(nodes.second.pid(), 'SIGCONT');
      await receiver?.close();
    });

    const inTime = async (condition: () => boolean | Promise<boolean>, message: string) => {
      await waitUntil(condition, { timeout: frozenAt.getTime() + freezeMs - Date.now(), message });
    };

    test('both limits of a transaction together are at most 15 s', () => {
      assert.ok(limits.statementMs + limits.idleInTransactionMs <= 2 * freezeMs);
    });

    test('the lock for claiming deliveries: the first server sends in half of 15 s', () =>
      inTime(() => receiver.received.length >= 2, 'the deliveries to arrive'));

    test("the lock of a room's row: the first server changes the room in half of 15 s", () =>
      inTime(() => roomName === 'Geometry', 'the room to be changed'));

    test("the lock of the table of nodes: the first server's heartbeat is written in half of 15 s", () =>
      inTime(() => seen(nodes.first), 'the heartbeat of the first node'));

    test('the resumed server is listed again, sends nothing twice and has changed nothing', async () => {
      const { second } = nodes;
      const pid = second.pid();
      process.kill(pid, 'SIGCONT');
      const timeout = 20_000;
      await waitUntil(() => isHealthy(second.url), { timeout, message: 'the second node to serve again' });
      assert.equal(second.pid(), pid);
      await group.owner.testWebhook({ spaceId: group.spaceId, body: {} });
      const message = 'another delivery';
      await waitUntil(() => receiver.received.length >= 3, { timeout: 10_000, message });
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      assert.equal(new Set(ids).size, 3);
      assert.equal(ids.length, 3);
      await assert.rejects(asked, { status: 503, code: 'database_away' });
      assert.equal((await elsewhere().getRoom(group.at)).name, 'Geometry');
      await waitUntil(() => seen(second), { timeout: 15_000, message: 'the second node in the list' });
    });
  });

  test('no request of 2,000 fails while both servers restart behind a load balancer without retries, and the socket reconnects', async (t) => {
    const balancer = await startBalancer([nodes.first.url, nodes.second.url]);
    t.after(() => balancer.close());
    const through: LecternProcess = {
      ...nodes.first,
      url: balancer.url,
      client: (token) => createClient({ baseUrl: balancer.url, token }),
    };
    const group = await makeGroup(through);
    const { channelId } = group.room;
    const ann = await enterChat(through, group, { username: 'Ann' });
    const annHears = await SocketListener.of(through, ann.api, channelId);
    t.after(() => annHears.close());
    const failed: string[] = [];
    let [done, said, isOver] = [0, 0, false];
    const work = async () => {
      while (!isOver || done < 2_000) {
        const ask = async () => {
          if (done % 50 !== 0) return group.owner.getRoom(group.at);
          said += 1;
          return ann.api.sendMessage({ body: { channelId, text: `word ${said}` } });
        };
        done += 1;
        await ask().catch((error: unknown) => failed.push(String(error)));
      }
    };
    const workers = Promise.all(Array.from({ length: 4 }, work));
    try {
      for (const node of [nodes.first, nodes.second]) {
        await node.stop();
        await node.start();
        const isUp = () => balancer.isUp(node.url);
        await waitUntil(isUp, { timeout: 20_000, message: 'the load balancer to use the node again' });
      }
    } finally {
      isOver = true;
      await workers;
    }
    t.diagnostic(`${done} requests, ${failed.length} failed`);
    assert.deepEqual(failed, []);
    assert.deepEqual(balancer.failures, []);
    await annHears.hears('message', said);
    assert.equal(annHears.closedBy, undefined);
  });

  test('a stopping node reports it, completes requests in progress and asks clients to close their connections', async () => {
    const { first } = nodes;
    const group = await makeGroup(first);
    const socket = connect(first.ports.http, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    const body = JSON.stringify({ name: 'Geometry' });
    const head = [
      `PUT /v1/spaces/${group.spaceId}/rooms/${group.room.id} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${first.owner.personalToken}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '\r\n',
    ];
    socket.write(head.join('\r\n') + body.slice(0, 5));
    await waitUntil(async () => (await healthOf(first.url))?.status === 'ready', {
      timeout: 10_000,
      message: 'the first node to be ready',
    });
    const stopping = first.stop();
    try {
      const isStopping = async () => (await healthOf(first.url))?.status === 'stopping';
      await waitUntil(isStopping, { timeout: 10_000, message: '/readyz to report the stop' });
      const response = await fetch(`${first.url}/v1/spaces`);
      assert.equal(response.status, 401, 'requests succeed until load balancers have noticed the stop');
      assert.equal(response.headers.get('connection'), 'close');
      const isClosed = () =>
        fetch(`${first.url}/healthz`).then(
          () => false,
          () => true,
        );
      await waitUntil(isClosed, { timeout: 20_000, message: 'the port to be closed' });
      socket.write(body.slice(5));
      await waitUntil(() => answer.includes('"name":"Geometry"'), { timeout: 10_000, message: () => answer });
      assert.match(answer, /^HTTP\/1\.1 200 /);
      assert.match(answer, /^connection: close\r$/im);
    } finally {
      await stopping;
      await first.start();
    }
  });

  test('when one server is killed, the other continues, and the restarted one has all messages', async () => {
    const { channelId, ann, bob, ears, close } = await scene();
    const [annHears, bobHears] = ears;
    try {
      await talk([ann, bob], channelId, 6);
      await nodes.first.kill();
      const { api } = bob;
      for (const text of ['word 7', 'word 8']) await api.sendMessage({ body: { channelId, text } });
      await nodes.first.start();
      for (const ear of [annHears, bobHears]) {
        await ear.hears('message', 8);
        assert.deepEqual(textsIn(ear), numbered(8));
      }
    } finally {
      close();
    }
  });
});

/** Connects to the `socketUrl` of the application's settings, which is Centrifugo's. */
async function listenAt(
  lectern: LecternProcess,
  { api }: Pick<Chatting, 'api'>,
  channelId: string,
): Promise<SocketListener> {
  const { settings: known } = await api.getInitial();
  const url = new URL(known.socketUrl);
  const elsewhere = { ...lectern, url: `http://${url.host}` };
  const listener = new SocketListener(elsewhere, api);
  await waitUntil(() => listener.channels.has(`chat:${channelId}`), {
    timeout: 10_000,
    message: 'the socket to be subscribed to the channel',
  });
  return listener;
}

// Not every machine has a Centrifugo: see docs/decisions/0006.
if (centrifugoProgram()) {
  suite('two servers on one database, joined by a Centrifugo', () => {
    let nodes: TwoServers;
    before(async () => {
      nodes = await startTwoNodesOfCentrifugo(settings);
    });
    after(() => nodes?.remove());

    test('each message reaches both sockets once and in one order; a removed participant gets no more', async () => {
      const { first, second } = nodes;
      const group = await makeGroup(first);
      const { channelId } = group.room;
      const elsewhere: TestGroup = { ...group, owner: second.client(second.owner.personalToken) };
      const ann = await enterByLink(first, group);
      const bob = await enterChat(second, elsewhere, { username: 'Bob' });
      const ears = [await listenAt(first, ann, channelId), await listenAt(second, bob, channelId)] as const;
      try {
        await talk([ann, bob], channelId, 30);
        for (const ear of ears) {
          await ear.hears('message', 30);
          assert.deepEqual(textsIn(ear), numbered(30));
        }
        await heardNoMoreBy(ears, { group: elsewhere, linkId: ann.linkId, bob });
      } finally {
        for (const ear of ears) ear.close();
      }
    });

    testWaitingRoom(() => nodes);
  });
}
