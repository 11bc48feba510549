import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { waitUntil } from '../../../../../testing/wait.ts';
import { type HubServer, openHubServer } from '../testing/hub-server.ts';

suite('timeouts of the hub', () => {
  let stage: HubServer;
  before(async () => {
    stage = await openHubServer({ limits: { pingMs: 700, pongMs: 500, staleMs: 500, sweepMs: 20 } });
    stage.table.make('chat:1', { count: 3 });
    stage.table.allow('7', ['chat:1']);
  });
  after(() => stage.close());

  const opened = () => stage.opened('7');

  test('a client without a valid connect is closed with 3502, also after a refused connect', async () => {
    const silent = await stage.raw();
    assert.deepEqual(await silent.end(), { code: 3502, reason: 'stale' });
    stage.table.isAway = true;
    const refused = await stage.raw();
    refused.send({ id: 1, connect: { token: await stage.engine.issueToken('7') } });
    await refused.reply(1);
    stage.table.isAway = false;
    refused.send({ id: 2, subscribe: { channel: 'chat:1' } });
    assert.equal((await refused.end()).code, 3502);
    assert.equal(refused.lines.length, 1);
  });

  test('a connect whose answer takes long does not time out', async () => {
    let open = () => {};
    stage.table.gate = new Promise<void>((done) => {
      open = done;
    });
    const raw = await stage.raw();
    raw.send({ id: 1, connect: { token: await stage.engine.issueToken('7') } });
    const silent = await stage.raw();
    await silent.end();
    open();
    assert.ok('connect' in (await raw.reply(1)));
  });

  test('pings come in time; a client that answers stays, one that does not is closed with 3012', async () => {
    const listener = await stage.connected('7');
    const raw = await opened();
    assert.deepEqual(await raw.end(), { code: 3012, reason: 'no pong' });
    assert.equal(raw.frames.at(-1), '{}');
    const answering = await opened();
    answering.socket.on('message', (data) => {
      if (data.toString() === '{}') answering.send({});
    });
    await waitUntil(() => answering.frames.filter((frame) => frame === '{}').length === 3, {
      timeout: 4_000,
      message: 'three pings',
    });
    assert.equal(answering.closed, undefined);
    answering.socket.terminate();
    await answering.end();
    assert.deepEqual(
      listener.seen.filter((line) => line.startsWith('connect')),
      ['connecting 0', 'connected'],
    );
    listener.client.disconnect();
  });

  /** Longer than any client may take to answer or to connect. */
  const holdUp = () => {
    const until = performance.now() + 900;
    while (performance.now() < until);
  };

  test("a blocked event loop of the hub does not count as a client's missing answer", async () => {
    const raw = await opened();
    raw.socket.on('message', (data) => {
      if (data.toString() !== '{}') return;
      holdUp();
      raw.send({});
    });
    await waitUntil(() => raw.frames.filter((frame) => frame === '{}').length === 3 || raw.closed, {
      timeout: 8_000,
      message: 'three pings',
    });
    assert.equal(raw.closed, undefined);
    raw.socket.terminate();
  });

  test("a blocked event loop of the hub does not count as a client's missing connect", async () => {
    const token = await stage.engine.issueToken('7');
    const raw = await stage.raw();
    holdUp();
    raw.send({ id: 1, connect: { token } });
    assert.ok('connect' in (await raw.reply(1)));
  });

  test('pings are spread over the interval', async (t) => {
    const calm = await openHubServer({ limits: { pingMs: 1_000, sweepMs: 10 } });
    t.after(() => calm.close());
    calm.table.allow('7', []);
    const begun = performance.now();
    const at: number[] = [];
    for (let count = 0; count < 20; count += 1) {
      const raw = await calm.raw();
      raw.socket.once('message', () => raw.socket.once('message', () => at.push(performance.now() - begun)));
      raw.send({ id: 1, connect: { token: await calm.engine.issueToken('7') } });
    }
    await waitUntil(() => at.length === 20, { timeout: 3_000, message: 'every client to be pinged' });
    assert.ok(Math.max(...at) - Math.min(...at) > 150, at.map(Math.round).join(' '));
  });
});
