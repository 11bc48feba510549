import assert from 'node:assert/strict';
import { after, afterEach, before, suite, test } from 'node:test';
import { Redis } from 'ioredis';
import { type RedisServer, startRedis, withoutRedis } from '../../../../testing/engines/redis.ts';
import { quietLog } from '../../../../testing/quiet-log.ts';
import { waitUntil } from '../../../../testing/wait.ts';
import type { Bus, BusMessage, Node, PresentMember } from '../hub/bus.ts';
import type { Presence } from '../socket.ts';
import { decodeMessage, encodeMessage } from './messages.ts';
import { createRedisBus } from './redis-bus.ts';

test('a decoded message equals the encoded one, and an unknown message is ignored', () => {
  const member: PresentMember = { client: 'c1', user: '5', conn_info: { name: 'Ada Lovelace' } };
  const messages: BusMessage[] = [
    {
      kind: 'publish',
      change: { seq: 7, epoch: 'a b', data: '{"event":"message","payload":{"text":"a b\\n"}}' },
    },
    { kind: 'forget' },
    { kind: 'tell', data: '{"event":"x y"}' },
    { kind: 'pass', data: '{"event":"x y"}' },
    { kind: 'joined', member },
    { kind: 'left', member },
    { kind: 'recheck', userIds: ['1', '2'] },
  ];
  for (const message of messages)
    assert.deepEqual(decodeMessage(encodeMessage('node', message)), { sender: 'node', message });
  for (const text of [
    '',
    'node',
    'node sing',
    'node publish x y z',
    'node publish 1',
    'node joined {',
    'node recheck',
  ]) {
    assert.equal(decodeMessage(text), undefined, text);
  }
});

function textOf(message: BusMessage): string {
  if (message.kind === 'publish')
    return `${message.change.seq} ${message.change.epoch} ${message.change.data}`;
  if ('data' in message) return message.data;
  if ('member' in message) return message.member.client;
  return 'userIds' in message ? `${message.userIds}` : '';
}

/** A hub that only records the messages of the others. */
function createListener() {
  const heard: string[] = [];
  const here = new Map<string, Presence>();
  const node: Node = {
    deliver: (channel, message) =>
      void heard.push(`${message.kind} ${channel} ${textOf(message)}`.replace(/ +/g, ' ').trim()),
    compare: () => void heard.push('compare'),
    present: (channel) => here.get(channel) ?? {},
    heard: () => [...here.keys()],
  };
  return { node, heard, here };
}

suite('hubs of several nodes on a real Redis', { skip: withoutRedis() }, () => {
  let redis: RedisServer;
  before(async () => {
    redis = await startRedis();
  });
  after(() => redis.remove());

  const buses: Bus[] = [];
  afterEach(async () => {
    await Promise.all(buses.splice(0).map((bus) => bus.stop()));
  });

  async function join(installation = 'one') {
    const bus = createRedisBus({ url: redis.url, installation, log: quietLog });
    buses.push(bus);
    const listener = createListener();
    await bus.start(listener.node);
    const hears = (text: string, timeout = 5000) =>
      waitUntil(() => listener.heard.includes(text), {
        timeout,
        message: () => `"${text}"; got: ${listener.heard.join(' | ')}`,
      });
    return { bus, hears, ...listener };
  }

  test('a message reaches the other nodes and not its sender', async () => {
    const [a, b] = [await join(), await join()];
    await Promise.all([a.bus.subscribe('chat:1'), b.bus.subscribe('chat:1')]);
    const member = { client: 'c', user: '5' };
    a.bus.send('chat:1', { kind: 'publish', change: { seq: 1, epoch: 'e', data: '{"seq":1}' } });
    a.bus.send('chat:1', { kind: 'forget' });
    a.bus.send('chat:1', { kind: 'tell', data: '{"event":"hands"}' });
    a.bus.send('chat:1', { kind: 'joined', member });
    a.bus.send('chat:1', { kind: 'left', member });
    a.bus.send('', { kind: 'recheck', userIds: ['5', '6'] });
    await b.hears('recheck 5,6');
    const said = ['publish chat:1 1 e {"seq":1}', 'forget chat:1', 'tell chat:1 {"event":"hands"}'];
    const all = [...said, 'joined chat:1 c', 'left chat:1 c', 'recheck 5,6'];
    assert.deepEqual(
      b.heard.filter((text) => text !== 'compare'),
      all,
    );
    assert.deepEqual(
      a.heard.filter((text) => text !== 'compare'),
      [],
    );
  });

  test('a node gets messages of the channels it carries, and none of another installation', async () => {
    const [a, b, stranger] = [await join(), await join(), await join('two')];
    await stranger.bus.subscribe('chat:1');
    await b.bus.subscribe('chat:1');
    a.bus.send('chat:2', { kind: 'tell', data: '"not carried"' });
    a.bus.send('chat:1', { kind: 'tell', data: '"carried"' });
    await b.hears('tell chat:1 "carried"');
    b.bus.unsubscribe('chat:1');
    await b.bus.subscribe('chat:3');
    a.bus.send('chat:1', { kind: 'tell', data: '"dropped"' });
    a.bus.send('chat:3', { kind: 'tell', data: '"last"' });
    await b.hears('tell chat:3 "last"');
    assert.doesNotMatch(b.heard.join(), /not carried|dropped/);
    assert.doesNotMatch(stranger.heard.join(), /tell/);
  });

  test('presence shows listeners of other nodes, and that of a dead node expires within a minute', async () => {
    const [a, b] = [await join(), await join()];
    const ada = { client: 'c1', user: '5', conn_info: { name: 'Ada' } };
    a.bus.send('chat:9', { kind: 'joined', member: ada });
    a.here.set('chat:9', { c1: ada });
    const seen = async () => Object.keys(await b.bus.presence('chat:9'));
    await waitUntil(async () => (await seen()).length === 1, { timeout: 3000, message: 'Ada to be seen' });
    assert.deepEqual(await b.bus.presence('chat:9'), { c1: ada });
    assert.deepEqual(await a.bus.presence('chat:9'), {}, 'a node does not get its own listeners');

    const client = new Redis(redis.url);
    const keys = await client.keys('*present:*chat:9');
    const left = await Promise.all(keys.map((key) => client.ttl(key)));
    client.disconnect();
    assert.ok(left.length === 1 && left.every((seconds) => seconds > 0 && seconds <= 60), `${left}`);

    a.bus.send('chat:9', { kind: 'left', member: ada });
    await waitUntil(async () => (await seen()).length === 0, { timeout: 3000, message: 'Ada to be gone' });
  });

  test('after a crash of Redis the nodes compare, repeat rechecks and renew presence, and no call throws', async () => {
    const [a, b] = [await join(), await join()];
    await b.bus.subscribe('chat:1');
    const ada = { client: 'c1', user: '5' };
    a.here.set('chat:1', { c1: ada });
    await redis.kill();
    // Redis starts again only when these calls have returned.
    a.bus.send('chat:1', { kind: 'publish', change: { seq: 1, epoch: 'e', data: '{}' } });
    a.bus.send('', { kind: 'recheck', userIds: ['5'] });
    a.bus.send('chat:1', { kind: 'forget' });
    assert.deepEqual(await b.bus.presence('chat:1'), {});
    await b.bus.subscribe('chat:2');
    b.heard.length = 0;
    await redis.start();
    await b.hears('compare');
    await b.hears('recheck 5', 8000);
    await b.hears('forget chat:1');
    a.bus.send('chat:2', { kind: 'tell', data: '"carried while it was away"' });
    await b.hears('tell chat:2 "carried while it was away"');
    await waitUntil(async () => 'c1' in (await b.bus.presence('chat:1')), {
      timeout: 3000,
      message: 'Ada to be present again in the emptied Redis',
    });
  });

  test('a connection to a Redis that hangs is left, and no call waits until Redis goes on', async () => {
    const [a, b] = [await join(), await join()];
    await b.bus.subscribe('chat:1');
    redis.freeze();
    try {
      a.bus.send('chat:1', { kind: 'publish', change: { seq: 1, epoch: 'e', data: '{}' } });
      await b.bus.subscribe('chat:2');
    } finally {
      redis.thaw();
    }
    b.heard.length = 0;
    await b.hears('compare', 10_000);
    a.bus.send('chat:2', { kind: 'tell', data: '"heard"' });
    await b.hears('tell chat:2 "heard"');
  });

  test('a node that starts while Redis is away joins when it is back', async () => {
    await redis.kill();
    const a = await join();
    await a.bus.subscribe('chat:1');
    await redis.start();
    await a.hears('compare', 8000);
    const b = await join();
    b.bus.send('chat:1', { kind: 'tell', data: '"hello"' });
    await a.hears('tell chat:1 "hello"');
  });
});
