import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { waitUntil } from '../../../../../testing/wait.ts';
import { type HubServer, openHubServer, type RawClient } from '../testing/hub-server.ts';

const itself = { data: { subscribe: 'client' } };

suite('commands of a client', () => {
  let stage: HubServer;
  before(async () => {
    stage = await openHubServer({ limits: { channels: 3 } });
    const names = ['a', 'b', 'c', 'd'].map((name) => `chat:${name}`);
    for (const name of names) stage.table.make(name, { count: 10 });
    stage.table.allow('7', names, { name: 'Ada' });
    stage.table.allow('8', ['chat:a']);
  });
  after(() => stage.close());

  /** A raw client with client-side subscriptions. */
  const opened = async (userId = '7'): Promise<RawClient> => {
    const raw = await stage.raw();
    raw.send({ id: 1, connect: { token: await stage.engine.issueToken(userId), ...itself } });
    await raw.reply(1);
    return raw;
  };
  const errorOf = async (raw: RawClient, id: number): Promise<unknown> =>
    ((await raw.reply(id)).error as { code: number }).code;

  test('a client with client-side subscriptions is subscribed to its personal channel only', async () => {
    const listener = await stage.connected('7', itself);
    await listener.until('subscribed user:7');
    const subscription = listener.client.newSubscription('chat:a');
    const heard: unknown[] = [];
    subscription.on('publication', ({ offset }) => heard.push(offset));
    subscription.subscribe();
    await subscription.ready(2_000);
    stage.table.publish(stage.engine, 'chat:b');
    stage.table.publish(stage.engine, 'chat:a');
    await waitUntil(() => heard.length > 0, { timeout: 2_000, message: 'the publication' });
    assert.deepEqual(heard, [11]);
    assert.deepEqual(
      listener.seen.filter((line) => line.startsWith('subscribed')),
      ['subscribed user:7'],
    );
    listener.client.disconnect();
  });

  test('a client-side subscription recovers what it missed', async () => {
    const listener = await stage.connected('7', itself);
    const subscription = listener.client.newSubscription('chat:b');
    const heard: unknown[] = [];
    const seen: unknown[] = [];
    subscription.on('publication', ({ offset }) => heard.push(offset));
    subscription.on('subscribed', ({ wasRecovering, recovered }) => seen.push([wasRecovering, recovered]));
    subscription.subscribe();
    await subscription.ready(2_000);
    const { entries } = stage.table.channels.get('chat:b') ?? { entries: [] };
    const top = entries.length;
    listener.client.disconnect();
    stage.table.publish(stage.engine, 'chat:b');
    stage.table.publish(stage.engine, 'chat:b');
    listener.client.connect();
    await waitUntil(() => heard.length === 2, { timeout: 2_000, message: () => `two, got: ${heard}` });
    assert.deepEqual(heard, [top + 1, top + 2]);
    assert.deepEqual(seen, [
      [false, false],
      [true, true],
    ]);
    listener.client.disconnect();
  });

  test('commands in the frame of connect are answered in order, after connect', async () => {
    const raw = await stage.raw();
    const connect = { token: await stage.engine.issueToken('7'), ...itself };
    const subscribe = { channel: 'chat:a', flag: 1 };
    raw.send({ id: 1, connect }, { id: 2, subscribe }, '', { id: 3, unsubscribe: { channel: 'chat:a' } });
    await raw.reply(3);
    assert.deepEqual(
      raw.lines.map(({ id }) => id),
      [1, 2, 3],
    );
    assert.ok('subscribe' in (raw.lines[1] ?? {}));
    assert.ok(!raw.frames.some((frame) => frame.includes('\n\n') || frame.endsWith('\n')));
  });

  test('a refused subscription gets the code of its reason: 103, 105, 106, 107, 112', async () => {
    const raw = await opened();
    const codes: unknown[] = [];
    const subscribe = async (fields: object) => {
      const id = codes.length + 2;
      raw.send({ id, subscribe: fields });
      const { error } = (await raw.reply(id)) as { error?: { code: number } };
      codes.push(error?.code ?? 0);
    };
    await subscribe({ channel: 'chat:elsewhere' });
    await subscribe({ channel: 'user:8' });
    await subscribe({ channel: 'user:7' });
    await subscribe({ channel: '' });
    await subscribe({ channel: 7 });
    await subscribe({ channel: 'x'.repeat(256) });
    await subscribe({ channel: 'chat:a', recover: true, offset: -1 });
    await subscribe({ channel: 'chat:a', recover: true, offset: 3, epoch: '_', flag: 3 });
    await subscribe({ channel: 'chat:a', recover: true, offset: 3, epoch: '_', flag: 1 });
    await subscribe({ channel: 'chat:a' });
    await subscribe({ channel: 'chat:b' });
    await subscribe({ channel: 'chat:c' });
    await subscribe({ channel: 'chat:d' });
    assert.deepEqual(codes, [103, 103, 105, 107, 107, 107, 107, 112, 0, 105, 0, 0, 106]);
    const served = await stage.raw();
    served.send({ id: 1, connect: { token: await stage.engine.issueToken('7') } });
    served.send({ id: 2, subscribe: { channel: 'chat:a' } });
    assert.equal(await errorOf(served, 2), 105);
  });

  test('a user who has just joined may subscribe before the hub is notified', async () => {
    stage.table.make('chat:new');
    stage.table.allow('joiner', []);
    const raw = await opened('joiner');
    stage.table.allow('joiner', ['chat:new']);
    raw.send({ id: 2, subscribe: { channel: 'chat:new' } });
    assert.ok('subscribe' in (await raw.reply(2)));
  });

  test('unsubscribe is always answered and ends the publications', async () => {
    const raw = await opened();
    raw.send({ id: 2, subscribe: { channel: 'chat:a' } }, { id: 3, unsubscribe: { channel: 'chat:a' } });
    raw.send({ id: 4, unsubscribe: { channel: 'chat:elsewhere' } }, { id: 5, unsubscribe: {} });
    for (const id of [3, 4, 5]) assert.deepEqual(await raw.reply(id), { id, unsubscribe: {} });
    stage.engine.tell('chat:a', '{"text":"gone"}');
    raw.send({ id: 6, subscribe: { channel: 'chat:a' } });
    await raw.reply(6);
    assert.ok(!raw.frames.some((frame) => frame.includes('gone')));
  });

  test('publish is refused: the server alone publishes', async () => {
    const listener = await stage.connected('7');
    await listener.until('subscribed chat:a');
    await assert.rejects(listener.client.publish('chat:a', { text: 'mine' }), { code: 103 });
    assert.equal((await listener.client.history('chat:a', { limit: 0 })).publications.length, 0);
    listener.client.disconnect();
  });

  test('every subscription token is refused, since the server issues none', async () => {
    const raw = await opened();
    const tokens = ['garbage', await stage.engine.issueToken('7'), await stage.engine.issueToken('8')];
    for (const [index, token] of tokens.entries()) {
      raw.send({ id: index + 2, subscribe: { channel: 'chat:a', token } });
      assert.equal(await errorOf(raw, index + 2), 103);
    }
    raw.send({ id: 8, subscribe: { channel: 'chat:a', token: 7 } });
    assert.equal(await errorOf(raw, 8), 107);
    raw.send({ id: 9, subscribe: { channel: 'chat:a', token: '' } });
    assert.ok('subscribe' in (await raw.reply(9)), 'an empty token counts as none');
  });

  test('sub_refresh is not available and ping is answered', async () => {
    const raw = await opened();
    raw.send({ id: 2, sub_refresh: { channel: 'chat:a', token: 'x' } }, { id: 3, ping: {} });
    assert.equal(await errorOf(raw, 2), 108);
    assert.deepEqual(await raw.reply(3), { id: 3, ping: {} });
  });

  test('a client over its budget is told to try again and its other commands still work', async () => {
    const raw = await opened();
    const ids = Array.from({ length: 60 }, (_, index) => index + 2);
    raw.send(...ids.map((id) => ({ id, history: { channel: 'chat:c', limit: 1 } })));
    raw.send({ id: 90, unsubscribe: { channel: 'chat:c' } });
    await raw.reply(90);
    const refused = raw.lines.filter(({ error }) => error);
    assert.ok(refused.length > 10 && refused.length <= 20, `${refused.length} of 60`);
    assert.deepEqual(refused[0]?.error, { code: 111, message: 'too many requests', temporary: true });
  });

  test('history of a deleted channel is refused', async () => {
    stage.table.make('chat:gone');
    stage.table.allow('gone', ['chat:gone']);
    const raw = await opened('gone');
    stage.table.channels.delete('chat:gone');
    raw.send({ id: 2, history: { channel: 'chat:gone' } }, { id: 3, subscribe: { channel: 'chat:gone' } });
    assert.deepEqual([await errorOf(raw, 2), await errorOf(raw, 3)], [102, 102]);
  });

  suite('history', () => {
    const ask = async (options: Parameters<typeof listener.client.history>[1]) => {
      const { publications, offset, epoch } = await listener.client.history('chat:c', options);
      return { offsets: publications.map((one) => one.offset), offset, epoch };
    };
    let listener: Awaited<ReturnType<typeof stage.connected>>;
    before(async () => {
      listener = await stage.connected('7');
      await listener.until('subscribed chat:c');
    });
    after(() => listener.client.disconnect());

    test('history returns the position of the stream, oldest or newest first', async () => {
      assert.deepEqual(await ask({}), { offsets: [], offset: 10, epoch: 'first' });
      assert.deepEqual((await ask({ limit: 3 })).offsets, [1, 2, 3]);
      assert.deepEqual((await ask({ limit: 3, reverse: true })).offsets, [10, 9, 8]);
      assert.equal((await ask({ limit: -1 })).offsets.length, 10);
    });

    test('history returns what is after or before a position, and refuses one of another epoch', async () => {
      const since = { offset: 6, epoch: 'first' };
      assert.deepEqual((await ask({ limit: 2, since })).offsets, [7, 8]);
      assert.deepEqual((await ask({ limit: 2, since, reverse: true })).offsets, [5, 4]);
      assert.deepEqual((await ask({ limit: -1, since: { offset: 10, epoch: '' } })).offsets, []);
      await assert.rejects(ask({ limit: 2, since: { offset: 6, epoch: 'other' } }), { code: 112 });
    });

    test('history returns at most 300 changes, also of a long channel', async () => {
      stage.table.make('chat:long', { count: 1_400 });
      stage.table.allow('long', ['chat:long']);
      const long = await stage.connected('long');
      const { publications } = await long.client.history('chat:long', { limit: 5_000 });
      assert.equal(publications.length, 300);
      assert.equal(publications[0]?.offset, 1_101);
      long.client.disconnect();
    });

    test('history is refused for channels that the user did not join and for the personal one', async () => {
      const raw = await opened('8');
      raw.send({ id: 2, history: { channel: 'chat:c', limit: 1 } });
      raw.send({ id: 3, history: { channel: 'user:8', limit: 1 } });
      raw.send({ id: 4, history: { channel: 'chat:a', limit: 'all' } });
      raw.send({ id: 5, history: { channel: 'chat:a', limit: 1, since: 7 } });
      const codes = [];
      for (const id of [2, 3, 4, 5]) codes.push(await errorOf(raw, id));
      assert.deepEqual(codes, [103, 108, 107, 107]);
    });
  });

  suite('presence', () => {
    test('presence lists connections, and presence_stats counts people', async () => {
      stage.table.make('chat:p');
      stage.table.allow('p1', ['chat:p'], { name: 'Ada' });
      stage.table.allow('p2', ['chat:p']);
      const listeners = await Promise.all(['p1', 'p1', 'p2'].map((id) => stage.connected(id)));
      const [first] = listeners;
      const { clients } = (await first?.client.presence('chat:p')) ?? { clients: {} };
      const people = Object.values(clients).map(({ user, connInfo }) => [user, connInfo]);
      assert.deepEqual(people.sort(), [
        ['p1', { name: 'Ada' }],
        ['p1', { name: 'Ada' }],
        ['p2', undefined],
      ]);
      assert.deepEqual(await first?.client.presenceStats('chat:p'), { numClients: 3, numUsers: 2 });
      assert.equal(Object.keys(await stage.engine.presence('chat:p')).length, 3);
      for (const listener of listeners) listener.client.disconnect();
      await waitUntil(async () => Object.keys(await stage.engine.presence('chat:p')).length === 0, {
        timeout: 2_000,
        message: 'all clients to be gone',
      });
    });

    test('joins and leaves go to the clients that ask for them, and to no other', async () => {
      stage.table.make('chat:j');
      for (const userId of ['j1', 'j2', 'j3']) stage.table.allow(userId, ['chat:j'], { name: userId });
      const served = await stage.connected('j1');
      const seen: string[] = [];
      served.client.on('join', () => seen.push('served'));
      const asking = await stage.connected('j2', itself);
      const subscription = asking.client.newSubscription('chat:j', { joinLeave: true });
      subscription.on('join', ({ info }) => seen.push(`join ${info.user} ${JSON.stringify(info.connInfo)}`));
      subscription.on('leave', ({ info }) => seen.push(`leave ${info.user}`));
      subscription.subscribe();
      await subscription.ready(2_000);
      const third = await stage.connected('j3');
      third.client.disconnect();
      await waitUntil(() => seen.includes('leave j3'), { timeout: 2_000, message: () => `${seen}` });
      assert.deepEqual(seen, ['join j2 {"name":"j2"}', 'join j3 {"name":"j3"}', 'leave j3']);
      served.client.disconnect();
      asking.client.disconnect();
    });
  });
});
