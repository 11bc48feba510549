import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { WebSocket } from 'ws';
import { waitUntil } from '../../../../../testing/wait.ts';
import { type HubServer, openHubServer, type RawClient } from '../testing/hub-server.ts';

suite('how connections end', () => {
  let stage: HubServer;
  before(async () => {
    stage = await openHubServer();
    stage.table.make('chat:1', { count: 3 });
    stage.table.allow('7', ['chat:1']);
  });
  after(() => stage.close());

  const opened = () => stage.opened('7');

  test('a frame that is no command of the protocol closes with 3501', async () => {
    const bad = [
      'no json',
      '{"id":2,"presence":{"channel":"chat:1"}',
      '"text"',
      '7',
      'null',
      '[]',
      '[{"id":2,"ping":{}}]',
      '{"id":2}',
      '{"id":2,"unknown":{}}',
      '{"id":2,"ping":null}',
      '{"id":2,"ping":[]}',
      '{"id":2,"ping":"x"}',
      '{"ping":{}}',
      '{"id":0,"ping":{}}',
      '{"id":-1,"ping":{}}',
      '{"id":1.5,"ping":{}}',
      '{"id":"2","ping":{}}',
      '{"id":4294967296,"ping":{}}',
      '{"id":1e400,"ping":{}}',
      '',
      '\n\n',
      '{"id":2,"ping":{}}}',
      '{"id":2,"__proto__":{"ping":{}}}',
      '['.repeat(60_000),
    ];
    for (const frame of bad) {
      const raw = await opened();
      raw.send(frame);
      assert.deepEqual(await raw.end(), { code: 3501, reason: 'bad request' }, frame.slice(0, 50));
    }
  });

  test('a command before connect, a second connect and an unrequested pong close with 3501', async () => {
    const early = await stage.raw();
    early.send({ id: 1, subscribe: { channel: 'chat:1' } });
    assert.equal((await early.end()).code, 3501);
    const again = await opened();
    again.send({ id: 2, connect: { token: await stage.engine.issueToken('7') } });
    assert.equal((await again.end()).code, 3501);
    const twice = await stage.raw();
    const connect = { token: await stage.engine.issueToken('7') };
    twice.send({ id: 1, connect }, { id: 2, connect });
    assert.equal((await twice.end()).code, 3501);
    const pong = await opened();
    pong.send({});
    assert.equal((await pong.end()).code, 3501);
    const earlyPong = await stage.raw();
    earlyPong.send({});
    assert.equal((await earlyPong.end()).code, 3501);
  });

  test('of several methods in one command the first of the list is taken', async () => {
    const raw = await opened();
    raw.send({ id: 2, ping: {}, presence_stats: { channel: 'chat:1' } });
    assert.ok('presence_stats' in (await raw.reply(2)));
  });

  test('binary frames and the binary variant of the protocol are refused', async () => {
    const raw = await opened();
    raw.socket.send(Buffer.from('{"id":2,"ping":{}}'), { binary: true });
    assert.deepEqual(await raw.end(), { code: 3506, reason: 'inappropriate protocol' });
    const socket = new WebSocket(stage.url, 'centrifuge-protobuf');
    const status = await new Promise((done) => {
      socket.on('unexpected-response', (_request, { statusCode }) => done(statusCode));
      socket.on('error', () => undefined);
    });
    assert.equal(status, 400);
    socket.terminate();
  });

  test('a frame of 64 KiB is read, a larger one ends the connection', async () => {
    const others = stage.engine.connections();
    const raw = await opened();
    const fit = `{"id":2,"publish":{"channel":"chat:1","data":"${'x'.repeat(65_536 - 49)}"}}`;
    assert.ok(fit.length <= 65_536 && fit.length > 65_500);
    raw.send(fit);
    assert.equal(((await raw.reply(2)).error as { code: number }).code, 103);
    raw.send(`${fit}${' '.repeat(200)}`);
    assert.equal((await raw.end()).code, 1009);
    stage.table.publish(stage.engine, 'chat:1');
    assert.equal(stage.engine.connections(), others);
  });

  test('a client that does not read is closed with 3008 while the others go on', async (t) => {
    const quick = await openHubServer({ limits: { queueBytes: 65_536 } });
    t.after(() => quick.close());
    quick.table.make('chat:1');
    quick.table.allow('7', ['chat:1']);
    const good = await quick.connected('7');
    const slow = await quick.raw();
    slow.send({ id: 1, connect: { token: await quick.engine.issueToken('7') } });
    await slow.reply(1);
    slow.socket.pause();
    const text = 'x'.repeat(50_000);
    for (let count = 1; quick.engine.connections() > 1 && count < 500; count += 1) {
      quick.table.publish(quick.engine, 'chat:1', text);
      await good.untilOffset(count);
    }
    assert.equal(quick.engine.connections(), 1);
    slow.socket.resume();
    assert.deepEqual(await slow.end(), { code: 3008, reason: 'slow' });
    assert.deepEqual(
      good.seen.filter((line) => line.startsWith('connecting')),
      ['connecting 0'],
    );
  });

  test('a stopping hub closes all clients with 3001, and they reconnect to the next one', async (t) => {
    const first = await openHubServer();
    t.after(() => first.close());
    first.table.make('chat:1', { count: 3 });
    first.table.allow('7', ['chat:1']);
    const listeners = [await first.connected('7'), await first.connected('7')];
    const raw = await first.raw();
    const begun = performance.now();
    await first.engine.stop();
    assert.ok(performance.now() - begun < 1_000);
    assert.deepEqual(await raw.end(), { code: 3001, reason: 'shutdown' });
    for (const listener of listeners) await listener.until('connecting 3001');
    await first.engine.start(first.table);
    assert.equal(first.engine.connections(), 0);
    const refused = new WebSocket(first.url);
    const status = await new Promise((done) => {
      refused.on('unexpected-response', (_request, { statusCode }) => done(statusCode));
      refused.on('error', () => undefined);
    });
    assert.equal(status, 503);
    refused.terminate();
  });
});

suite('what the hub writes', () => {
  let stage: HubServer;
  before(async () => {
    stage = await openHubServer({ limits: { batchMs: 200 } });
    stage.table.make('chat:1');
    stage.table.allow('7', ['chat:1']);
  });
  after(() => stage.close());

  const opened = () => stage.opened('7');

  test('a quiet channel is written at once, a busy one in batches divided by newlines', async (t) => {
    const calm = await openHubServer({ limits: { batchMs: 1_500 } });
    t.after(() => calm.close());
    calm.table.make('chat:1');
    calm.table.allow('7', ['chat:1']);
    const raw = await calm.raw();
    raw.send({ id: 1, connect: { token: await calm.engine.issueToken('7') } });
    await raw.reply(1);
    const pushes = () => raw.frames.filter((frame) => frame.includes('"push"'));
    calm.table.publish(calm.engine, 'chat:1', 'first');
    await waitUntil(() => pushes().length === 1, { timeout: 1_000, message: 'the first publication' });
    for (let id = 2; id < 12; id += 1) {
      calm.table.publish(calm.engine, 'chat:1');
      raw.send({ id, ping: {} });
      await raw.reply(id);
    }
    await waitUntil(() => pushes().join('\n').split('\n').length === 11, {
      timeout: 4_000,
      message: 'the batch',
    });
    assert.equal(pushes().length, 2);
  });

  test('a waiting batch is written before a new listener is added', async () => {
    const first = await opened();
    stage.table.publish(stage.engine, 'chat:1', 'at once');
    const { length } = stage.table.channels.get('chat:1')?.entries ?? [];
    stage.table.publish(stage.engine, 'chat:1', 'waits');
    const second = await stage.raw();
    const subs = { 'chat:1': { recover: true, epoch: 'first', offset: length } };
    second.send({ id: 1, connect: { token: await stage.engine.issueToken('7'), subs } });
    await second.reply(1);
    stage.table.publish(stage.engine, 'chat:1', 'later');
    const offsetsOf = (raw: RawClient) =>
      [...raw.frames.join('\n').matchAll(/"offset":(\d+)\}/g)].map(([, n]) => Number(n));
    await waitUntil(() => offsetsOf(second).includes(length + 2), { timeout: 2_000, message: 'the last' });
    // Its position, then what it missed, then what is new, each once.
    assert.deepEqual(
      offsetsOf(second).filter((offset) => offset > length),
      [length + 1, length + 2],
    );
    assert.deepEqual(offsetsOf(first).slice(-3), [length, length + 1, length + 2]);
  });

  test('frames of every size arrive whole', async () => {
    const raw = await opened();
    for (const size of [1, 60, 100, 125, 126, 1_000, 65_000, 65_535, 65_536, 300_000]) {
      const text = `${'ж'.repeat(size / 2)}${size}`;
      stage.engine.tell('user:7', JSON.stringify({ text }));
      await waitUntil(() => raw.frames.some((frame) => frame.includes(text)), {
        timeout: 2_000,
        message: `${size} bytes`,
        interval: 5,
      });
    }
    assert.equal(raw.closed, undefined);
  });
});
