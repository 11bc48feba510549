import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Registry } from 'prom-client';
import { quietLog } from '../../testing/quiet-log.ts';
import { loadConfig } from '../config.ts';
import { createHttpServer } from '../platform/http/server.ts';
import { Readiness } from './readiness.ts';
import { registerHealth } from './routes.ts';

function serverWith(
  settings: Record<string, string>,
  readiness = new Readiness(quietLog, async () => undefined),
) {
  const loaded = loadConfig(settings);
  if ('faults' in loaded) throw new Error(loaded.faults.join('; '));
  const { config } = loaded;
  const http = createHttpServer({
    config,
    log: quietLog,
    onRequestDone: () => undefined,
    translate: () => undefined,
  });
  registerHealth(http, {
    registry: new Registry(),
    readiness,
    metricsToken: config.LECTERN_METRICS_TOKEN,
  });
  return http;
}

suite('/metrics', () => {
  const token = 'the token of the operator';
  const from = '203.0.113.9';
  const cases: [string, { settings?: object; from?: string; headers?: Record<string, string> }, number][] = [
    ['this machine, no token configured', {}, 200],
    ['this machine by IPv6', { from: '::1' }, 200],
    ['this machine by a mapped address', { from: '::ffff:127.0.0.1' }, 200],
    ['this machine, token configured', { settings: { LECTERN_METRICS_TOKEN: token } }, 200],
    ['another machine, no token configured', { from }, 403],
    ['another machine, a made-up token', { from, headers: { authorization: 'Bearer x' } }, 401],
    ['another machine without the token', { from, settings: { LECTERN_METRICS_TOKEN: token } }, 401],
    [
      'another machine with the token',
      { from, settings: { LECTERN_METRICS_TOKEN: token }, headers: { authorization: `Bearer ${token}` } },
      200,
    ],
    [
      'another machine with a wrong token',
      { from, settings: { LECTERN_METRICS_TOKEN: token }, headers: { authorization: `Bearer ${token}x` } },
      401,
    ],
    [
      'this machine with a wrong token',
      { settings: { LECTERN_METRICS_TOKEN: token }, headers: { authorization: 'Bearer wrong' } },
      401,
    ],
    ['somebody behind a proxy on this machine', { headers: { 'x-forwarded-for': from } }, 403],
    ['somebody who claims to be this machine', { from, headers: { 'x-forwarded-for': '127.0.0.1' } }, 403],
    [
      'somebody behind a trusted proxy on this machine',
      {
        settings: { LECTERN_TRUSTED_PROXIES: '127.0.0.0/8' },
        headers: { 'x-forwarded-for': `127.0.0.1, ${from}` },
      },
      403,
    ],
  ];
  for (const [who, { settings = {}, from: remoteAddress = '127.0.0.1', headers = {} }, status] of cases) {
    test(`${who}: ${status}`, async () => {
      const http = serverWith({ ...settings });
      const response = await http.inject({ url: '/metrics', remoteAddress, headers });
      assert.equal(response.statusCode, status);
      if (status !== 200) assert.equal(response.json().code, status === 401 ? 'unauthorized' : 'forbidden');
      await http.close();
    });
  }
});

suite('/readyz', () => {
  test('a flood of requests shares one check, whose result serves for a second', async ({ mock }) => {
    let checks = 0;
    let finish = () => {};
    let isDatabaseThere = true;
    const readiness = new Readiness(quietLog, async () => {
      checks += 1;
      await new Promise<void>((done) => {
        finish = done;
      });
      if (!isDatabaseThere) throw new Error('no database');
    });
    const http = serverWith({}, readiness);
    let time = 1_000;
    mock.method(performance, 'now', () => time);
    const ask = async () => (await http.inject('/readyz')).statusCode;
    const first = Promise.all(Array.from({ length: 200 }, ask));
    while (checks === 0) await new Promise(setImmediate);
    finish();
    assert.deepEqual([...new Set(await first)], [200]);
    assert.equal(checks, 1);
    isDatabaseThere = false;
    time += 999;
    assert.equal(await ask(), 200, 'the value is less than a second old');
    assert.equal(checks, 1);
    time += 1;
    const second = Promise.all(Array.from({ length: 200 }, ask));
    while (checks === 1) await new Promise(setImmediate);
    finish();
    assert.deepEqual([...new Set(await second)], [503]);
    assert.equal(checks, 2);
    await http.close();
  });

  test('a node that is about to stop is not ready', async () => {
    const readiness = new Readiness(quietLog, async () => undefined);
    const http = serverWith({}, readiness);
    assert.equal((await http.inject('/readyz')).statusCode, 200);
    readiness.off();
    assert.equal((await http.inject('/readyz')).statusCode, 503);
    await http.close();
  });
});
