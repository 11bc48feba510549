import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { quietLog } from '../../testing/quiet-log.ts';
import { waitUntil } from '../../testing/wait.ts';
import { loadConfig } from '../config.ts';
import { createHttpServer } from '../platform/http/server.ts';
import { createMetrics } from './metrics.ts';
import { Readiness } from './readiness.ts';
import { registerHealth } from './routes.ts';

function serverWith(
  settings: Record<string, string>,
  readiness = new Readiness(quietLog, {}),
  registry = new Registry(),
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
    registry,
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
  const never = () => new Promise<void>(() => undefined);
  const ask = async (http: ReturnType<typeof serverWith>) => {
    const response = await http.inject('/readyz');
    return { status: response.statusCode, body: response.json() };
  };

  test('a dependency that is away leaves the node ready, and is named in the response and in the metrics', async () => {
    let isMediaThere = true;
    const readiness = new Readiness(quietLog, {
      database: async () => undefined,
      media: async () => {
        if (!isMediaThere) throw new Error('no media server');
      },
    });
    const metrics = createMetrics({
      connections: () => 0,
      recordings: async () => 0,
      dependencies: () => readiness.dependencies(),
      figures: async () => Promise.reject(new Error('no database')),
      folder: tmpdir(),
      minFreeBytes: 1,
    });
    const http = serverWith({}, readiness, metrics.registry);
    const upAndUp = { status: 'ready', dependencies: { database: 'up', media: 'up' } };
    assert.deepEqual(await ask(http), { status: 200, body: upAndUp });
    isMediaThere = false;
    const isTold = async () => (await ask(http)).body.dependencies.media === 'down';
    await waitUntil(isTold, { timeout: 10_000, message: 'the media server to be reported as down' });
    const upAndDown = { status: 'ready', dependencies: { database: 'up', media: 'down' } };
    assert.deepEqual(await ask(http), { status: 200, body: upAndDown });
    const { body } = await http.inject('/metrics');
    assert.match(body, /^lectern_dependency_up\{dependency="database"\} 1$/m);
    assert.match(body, /^lectern_dependency_up\{dependency="media"\} 0$/m);
    // Without the database its figures are missing and not 0, and the others are there.
    assert.doesNotMatch(body, /^lectern_(participants_active|jobs)/m);
    assert.match(body, /^lectern_disk_reserve_bytes 1$/m);
    assert.match(body, /^lectern_disk_free_bytes \d+/m);
    await http.close();
  });

  test('a dependency that hangs delays no response', async () => {
    const http = serverWith({}, new Readiness(quietLog, { database: never }));
    const first = ask(http).then(({ status }) => status);
    assert.equal(await Promise.race([first, pause(4_000, 'no answer', { ref: false })]), 200);
    await http.close();
  });

  test('concurrent requests share one check, whose result is cached for a second', async ({ mock }) => {
    let checks = 0;
    const readiness = new Readiness(quietLog, {
      database: async () => {
        checks += 1;
      },
    });
    const http = serverWith({}, readiness);
    let time = 1_000;
    mock.method(performance, 'now', () => time);
    const flood = () => Promise.all(Array.from({ length: 200 }, () => ask(http)));
    await flood();
    assert.equal(checks, 1);
    time += 999;
    await flood();
    assert.equal(checks, 1, 'the result is less than a second old');
    time += 1;
    await flood();
    assert.equal(checks, 2);
    await http.close();
  });

  test('a node that is about to stop is not ready, whatever the state of its dependencies', async () => {
    const readiness = new Readiness(quietLog, { database: never });
    const http = serverWith({}, readiness);
    readiness.off();
    assert.deepEqual(await ask(http), {
      status: 503,
      body: { status: 'stopping', dependencies: { database: 'down' } },
    });
    assert.equal((await http.inject('/healthz')).statusCode, 200);
    await http.close();
  });
});
