import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { UnauthorizedError } from 'centrifuge';
import { decodeJwt } from 'jose';
import { waitUntil } from '../../../../../testing/wait.ts';
import { Keyring } from '../../../../platform/crypto.ts';
import { forged, signed } from '../testing/forge.ts';
import { type HubServer, openHubServer } from '../testing/hub-server.ts';

suite('connecting to the hub', () => {
  let stage: HubServer;
  before(async () => {
    stage = await openHubServer();
    stage.table.make('chat:1', { count: 5 });
    stage.table.make('chat:2');
    stage.table.allow('7', ['chat:1', 'chat:2'], { name: 'Ada' });
  });
  after(() => stage.close());

  test('the server subscribes the stock client to its channels and its personal one, in the order of the protocol', async () => {
    const listener = await stage.connected('7');
    await listener.until('subscribed user:7');
    const [first, second, ...rest] = listener.seen;
    assert.deepEqual([first, second], ['connecting 0', 'connected']);
    assert.deepEqual(rest.sort(), ['subscribed chat:1', 'subscribed chat:2', 'subscribed user:7']);
    listener.client.disconnect();
  });

  test('publications have numbers, and unnumbered events have none', async () => {
    const listener = await stage.connected('7');
    await listener.until('subscribed chat:1');
    stage.table.publish(stage.engine, 'chat:1', 'hello');
    stage.engine.tell('user:7', JSON.stringify({ text: 'for you' }));
    stage.engine.tell('chat:2', '{\n  "text": "on\\ntwo lines"\n}');
    stage.engine.tell('user:8', JSON.stringify({ text: 'for another' }));
    await listener.until('chat:1 6 hello');
    await listener.until('user:7 news for you');
    await listener.until('chat:2 news on\ntwo lines');
    assert.equal(listener.seen.filter((line) => line.includes('another')).length, 0);
    listener.client.disconnect();
  });

  test("the reply to connect carries the token's lifetime and the ping interval", async () => {
    const raw = await stage.raw();
    raw.send({ id: 1, connect: { token: await stage.engine.issueToken('7'), name: 'js' } });
    const { connect } = (await raw.reply(1)) as { connect: Record<string, unknown> };
    const { client, ttl, subs, ...rest } = connect;
    assert.match(String(client), /^[\w-]{16}$/);
    assert.ok(Number(ttl) > 595 && Number(ttl) <= 600);
    assert.deepEqual(rest, { expires: true, ping: 3, pong: true });
    assert.deepEqual(Object.keys(subs as object), ['chat:1', 'chat:2', 'user:7']);
    assert.deepEqual((subs as Record<string, unknown>)['user:7'], {});
    const one = { recoverable: true, positioned: true, epoch: 'first', offset: 6 };
    assert.deepEqual((subs as Record<string, unknown>)['chat:1'], one);
  });

  test('a token names its user and nothing else, and each token is new', async () => {
    const [one, two] = [await stage.engine.issueToken('7'), await stage.engine.issueToken('7')];
    const { sub, aud, exp = 0, iat = 0, jti, ...rest } = decodeJwt(one);
    assert.deepEqual([sub, aud, exp - iat, rest], ['7', 'lectern:socket', 600, {}]);
    assert.notEqual(jti, decodeJwt(two).jti);
  });

  test('every forged token is refused: the socket closes with 3500, for good', async () => {
    for (const [what, token] of Object.entries(await forged(stage.keyring))) {
      const raw = await stage.raw();
      raw.send({ id: 1, connect: { token } });
      assert.deepEqual(await raw.end(), { code: 3500, reason: 'invalid token' }, what);
      assert.deepEqual(raw.frames, [], what);
    }
    for (const connect of [{}, { token: null }, { token: ['x'] }, { token: 7 }]) {
      const raw = await stage.raw();
      raw.send({ id: 1, connect });
      assert.equal((await raw.end()).code, 3500);
    }
    const listener = stage.client('7', { getToken: null, token: 'forged' });
    listener.client.connect();
    await listener.until('disconnected 3500 invalid token');
  });

  test('an old key of the ring still verifies tokens, a future key does not', async (t) => {
    const older = new Keyring(['the key of the tests']);
    const rotated = await openHubServer({ keyring: new Keyring(['a newer key', 'the key of the tests']) });
    t.after(() => rotated.close());
    rotated.table.allow('7', []);
    const raw = await rotated.raw();
    raw.send({ id: 1, connect: { token: await signed(older) } });
    assert.ok('connect' in (await raw.reply(1)));
    const back = await stage.raw();
    back.send({ id: 1, connect: { token: await rotated.engine.issueToken('7') } });
    assert.equal((await back.end()).code, 3500);
  });

  test('an expired token is answered with 109, and the client connects with a new one', async () => {
    const expired = await signed(stage.keyring, { exp: Math.floor(Date.now() / 1000) - 1 });
    const raw = await stage.raw();
    raw.send({ id: 1, connect: { token: expired } }, { id: 2, subscribe: { channel: 'chat:1' } });
    assert.deepEqual((await raw.reply(1)).error, { code: 109, message: 'token expired' });
    assert.equal(raw.lines.length, 1);
    const listener = await stage.connected('7', { token: expired });
    assert.deepEqual(listener.seen.slice(0, 2), ['connecting 0', 'connected']);
    listener.client.disconnect();
  });

  test('a user who may not connect is closed with 3507', async () => {
    const listener = stage.client('nobody');
    listener.client.connect();
    await listener.until('disconnected 3507 permission denied');
  });

  test('a page that gets no token any more gives up', async () => {
    const listener = stage.client('7', {
      getToken: () => Promise.reject(new UnauthorizedError('no')),
    });
    listener.client.connect();
    await waitUntil(() => listener.seen.some((line) => line.startsWith('disconnected 1 ')), {
      timeout: 2_000,
      message: () => listener.seen.join(' | '),
    });
  });

  test('clients retry while the database is away and connect when it is back', async () => {
    stage.table.isAway = true;
    const listener = stage.client('7');
    const raw = await stage.raw();
    raw.send({ id: 1, connect: { token: await stage.engine.issueToken('7') } });
    const { error } = await raw.reply(1);
    assert.deepEqual(error, { code: 100, message: 'internal server error', temporary: true });
    listener.client.connect();
    const asked = stage.table.asked.standingsOf;
    await waitUntil(() => stage.table.asked.standingsOf > asked + 1, { timeout: 5_000, message: 'a retry' });
    stage.table.isAway = false;
    await listener.until('subscribed chat:1');
    listener.client.disconnect();
  });

  test('a channel of the standing that does not exist is left out', async () => {
    stage.table.allow('9', ['chat:none', 'chat:2']);
    const listener = await stage.connected('9');
    await listener.until('subscribed chat:2');
    assert.ok(!listener.seen.includes('subscribed chat:none'));
    listener.client.disconnect();
  });

  test('property names of Object.prototype do no harm', async () => {
    stage.table.make('__proto__', { count: 1 });
    stage.table.allow('__proto__', ['__proto__', 'constructor']);
    const raw = await stage.raw();
    const token = await stage.engine.issueToken('__proto__');
    raw.send(
      `{"id":1,"connect":{"token":"${token}","subs":{"__proto__":{"recover":true},"constructor":{"recover":true}}}}`,
    );
    await raw.reply(1);
    assert.match(raw.frames[0] ?? '', /"__proto__":\{"recoverable":true/);
    assert.equal(({} as Record<string, unknown>).recoverable, undefined);
    assert.equal(Object.keys(await stage.engine.presence('__proto__')).length, 1);
  });
});
