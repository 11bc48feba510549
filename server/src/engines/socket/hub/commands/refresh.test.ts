import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { waitUntil } from '../../../../../testing/wait.ts';
import { forged, signed } from '../testing/forge.ts';
import { type HubServer, openHubServer } from '../testing/hub-server.ts';

suite('the lifetime of a token', () => {
  let stage: HubServer;
  before(async () => {
    stage = await openHubServer({ tokenSeconds: 2, limits: { graceMs: 400, sweepMs: 50 } });
    stage.table.make('chat:1');
    stage.table.allow('7', ['chat:1']);
    stage.table.allow('8', ['chat:1']);
  });
  after(() => stage.close());

  const connected = () => stage.opened('7');

  test('the stock client refreshes its token in time, without an interruption', async (t) => {
    const patient = await openHubServer({ tokenSeconds: 2 });
    t.after(() => patient.close());
    patient.table.allow('7', []);
    let tokens = 0;
    const getToken = () => {
      tokens += 1;
      return patient.engine.issueToken('7');
    };
    const listener = await patient.connected('7', { getToken });
    await waitUntil(() => tokens >= 4, { timeout: 30_000, message: 'three refreshes' });
    assert.deepEqual(
      listener.seen.filter((line) => /connect/.test(line)),
      ['connecting 0', 'connected'],
    );
    listener.client.disconnect();
  });

  test('a connection that is not refreshed ends with 3005 some time after its token', async () => {
    const exp = Math.floor(Date.now() / 1000) + 2;
    const raw = await stage.raw();
    raw.send({ id: 1, connect: { token: await signed(stage.keyring, { exp }) } });
    assert.deepEqual(await raw.end(), { code: 3005, reason: 'expired' });
    const late = Date.now() - exp * 1000;
    assert.ok(late > 390, `after ${late} ms`);
  });

  test('a refresh is answered with the new expiry', async () => {
    const raw = await connected();
    raw.send({ id: 2, refresh: { token: await signed(stage.keyring, {}) } });
    const { refresh } = (await raw.reply(2)) as { refresh: { ttl: number } };
    assert.ok(refresh.ttl > 595);
    assert.deepEqual(Object.keys(refresh), ['client', 'expires', 'ttl']);
  });

  test('an expired token on refresh closes with 3005, and the client reconnects', async () => {
    const raw = await connected();
    raw.send({ id: 2, refresh: { token: await signed(stage.keyring, { exp: 1 }) } });
    assert.deepEqual(await raw.end(), { code: 3005, reason: 'expired' });
    assert.equal(raw.lines.length, 1);
  });

  test("another user's token, a forged one or none on refresh closes with 3500", async () => {
    const tokens = Object.values(await forged(stage.keyring));
    for (const token of [await stage.engine.issueToken('8'), ...tokens.slice(0, 4), undefined]) {
      const raw = await connected();
      raw.send({ id: 2, refresh: { token } });
      assert.deepEqual(await raw.end(), { code: 3500, reason: 'invalid token' });
    }
  });

  test("a refresh reads the user's standing again", async () => {
    stage.table.allow('9', ['chat:1']);
    const raw = await stage.raw();
    raw.send({ id: 1, connect: { token: await stage.engine.issueToken('9') } });
    await raw.reply(1);
    stage.table.allow('9', []);
    raw.send({ id: 2, refresh: { token: await stage.engine.issueToken('9') } });
    await raw.reply(2);
    const push = raw.lines.find((line) => 'push' in line);
    assert.deepEqual(push?.push, {
      channel: 'chat:1',
      unsubscribe: { code: 2000, reason: 'server unsubscribe' },
    });
    stage.table.standings.delete('9');
    raw.send({ id: 3, refresh: { token: await stage.engine.issueToken('9') } });
    assert.equal((await raw.end()).code, 3507);
  });

  test('a refresh while the database is away is to be repeated, not refused', async () => {
    const raw = await connected();
    stage.table.isAway = true;
    raw.send({ id: 2, refresh: { token: await stage.engine.issueToken('7') } });
    const { error } = await raw.reply(2);
    stage.table.isAway = false;
    assert.deepEqual(error, { code: 100, message: 'internal server error', temporary: true });
  });
});
