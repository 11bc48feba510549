import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { waitUntil } from '../../../../../testing/wait.ts';
import { type HubServer, openHubServer } from '../testing/hub-server.ts';

suite('what a user may hear changes while they are connected', () => {
  let stage: HubServer;
  before(async () => {
    stage = await openHubServer({ limits: { compareMs: 100 } });
    for (const name of ['a', 'b', 'c']) stage.table.make(`chat:${name}`, { count: 2 });
  });
  after(() => stage.close());

  test('a new channel is pushed to the stock client with its position, and its changes follow', async () => {
    stage.table.allow('n', ['chat:a']);
    const listener = await stage.connected('n');
    stage.table.allow('n', ['chat:a', 'chat:b']);
    stage.engine.recheck(['n', 'nobody']);
    await listener.until('subscribed chat:b');
    const joins: unknown[] = [];
    listener.client.on('join', (join) => joins.push(join));
    stage.table.allow('n2', ['chat:b']);
    const other = await stage.connected('n2');
    stage.table.publish(stage.engine, 'chat:b', 'welcome');
    await listener.until('chat:b 3 welcome');
    assert.deepEqual(joins, [], 'joins are sent to those who ask for them');
    other.client.disconnect();
    listener.client.disconnect();
    stage.table.publish(stage.engine, 'chat:b', 'while away');
    listener.client.connect();
    await listener.until('subscribed chat:b recovered');
    await listener.until('chat:b 4 while away');
    listener.client.disconnect();
  });

  test('a lost channel is silent at once, then reported; the other channels go on', async () => {
    stage.table.allow('l', ['chat:a', 'chat:c']);
    const raw = await stage.raw();
    raw.send({ id: 1, connect: { token: await stage.engine.issueToken('l') } });
    await raw.reply(1);
    const listener = await stage.connected('l');
    const begun = performance.now();
    stage.table.allow('l', ['chat:a']);
    stage.engine.recheck(['l']);
    await listener.until('unsubscribed chat:c');
    assert.ok(performance.now() - begun < 500);
    stage.table.publish(stage.engine, 'chat:c', 'not for them');
    stage.table.publish(stage.engine, 'chat:a', 'for them');
    await listener.until('chat:a 3 for them');
    const pushes = raw.lines.filter((line) => 'push' in line).map(({ push }) => push);
    assert.deepEqual(pushes[0], {
      channel: 'chat:c',
      unsubscribe: { code: 2000, reason: 'server unsubscribe' },
    });
    assert.ok(!raw.frames.some((frame) => frame.includes('not for them')));
    assert.ok(!listener.seen.some((line) => line.includes('not for them')));
    listener.client.disconnect();
  });

  test('a client-side subscription ends for good and cannot be renewed', async () => {
    stage.table.allow('s', ['chat:a', 'chat:b']);
    const listener = await stage.connected('s', { data: { subscribe: 'client' } });
    const subscription = listener.client.newSubscription('chat:b');
    const seen: unknown[] = [];
    subscription.on('unsubscribed', ({ code }) => seen.push(code));
    subscription.subscribe();
    await subscription.ready(2_000);
    stage.table.allow('s', ['chat:a']);
    stage.engine.recheck(['s']);
    await waitUntil(() => seen.length === 1, { timeout: 2_000, message: 'the end of the subscription' });
    subscription.subscribe();
    await waitUntil(() => seen.length === 2, { timeout: 2_000, message: 'the refusal' });
    assert.deepEqual(seen, [2000, 103]);
    assert.ok(!listener.seen.includes('subscribed chat:a'), 'the client decides about a new channel');
    listener.client.disconnect();
  });

  test('a user who may no longer connect is closed with 3507 on every connection', async () => {
    stage.table.allow('out', ['chat:a']);
    const listeners = [await stage.connected('out'), await stage.connected('out')];
    stage.table.standings.delete('out');
    stage.engine.recheck(['out']);
    for (const listener of listeners) await listener.until('disconnected 3507 permission denied');
    const before = listeners.map((listener) => listener.seen.length);
    stage.table.publish(stage.engine, 'chat:a', 'after them');
    const other = stage.client('out');
    other.client.connect();
    await other.until('disconnected 3507 permission denied');
    assert.deepEqual(
      listeners.map((listener) => listener.seen.length),
      before,
    );
  });

  test('a change of rights while a client connects counts', async () => {
    stage.table.allow('racer', ['chat:a', 'chat:b']);
    let open = () => {};
    const raw = await stage.raw();
    const asked = stage.table.asked.read + stage.table.asked.standingsOf;
    const token = await stage.engine.issueToken('racer');
    stage.table.gate = new Promise<void>((done) => {
      open = done;
    });
    raw.send({ id: 1, connect: { token } });
    await waitUntil(() => stage.table.asked.read + stage.table.asked.standingsOf > asked, {
      timeout: 2_000,
      message: 'the standing to be read',
    });
    // The first read returns the old rights.
    const standings = stage.table.standings;
    const old = standings.get('racer');
    const look = standings.get.bind(standings);
    let looks = 0;
    standings.get = (userId) => {
      looks += 1;
      return looks === 1 ? old : look(userId);
    };
    stage.table.allow('racer', ['chat:a']);
    stage.engine.recheck(['racer']);
    open();
    const { connect } = (await raw.reply(1)) as { connect: { subs: object } };
    standings.get = look;
    assert.deepEqual(Object.keys(connect.subs), ['chat:a', 'user:racer']);
    assert.ok(looks > 1);
  });

  test('a recheck that the database could not answer is repeated', async () => {
    stage.table.allow('later', ['chat:a', 'chat:b']);
    const listener = await stage.connected('later');
    stage.table.allow('later', ['chat:a']);
    stage.table.isAway = true;
    const asked = stage.table.asked.standingsOf;
    stage.engine.recheck(['later']);
    await waitUntil(() => stage.table.asked.standingsOf > asked, { timeout: 2_000, message: 'the read' });
    stage.table.isAway = false;
    await listener.until('unsubscribed chat:b');
    listener.client.disconnect();
  });

  test('many changes in a row end with the last of them', async () => {
    for (const name of ['x', 'y', 'z']) stage.table.make(`chat:${name}`);
    stage.table.allow('busy', []);
    const listener = await stage.connected('busy');
    for (let round = 0; round < 50; round += 1) {
      stage.table.allow('busy', round % 2 ? ['chat:x'] : ['chat:y', 'chat:z']);
      stage.engine.recheck(['busy']);
      if (round % 7 === 0) await stage.engine.issueToken('busy');
    }
    await listener.until('subscribed chat:x');
    await waitUntil(async () => Object.keys(await stage.engine.presence('chat:x')).length === 1, {
      timeout: 2_000,
      message: 'the last standing',
    });
    assert.deepEqual(await stage.engine.presence('chat:y'), {});
    assert.deepEqual(await stage.engine.presence('chat:z'), {});
    listener.client.disconnect();
  });
});
