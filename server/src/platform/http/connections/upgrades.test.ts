import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { after, before, suite, test } from 'node:test';
import { openSocket, readAll, statusesIn, upgradeHead } from '../../../../testing/attacks/raw-socket.ts';
import {
  brokenFrame,
  oddTargets,
  requestAndUpgradeInOnePacket,
  resetDuringUpgrades,
  slowUpgrade,
  upgrade,
  upgradeThenBytes,
} from '../../../../testing/attacks/upgrades.ts';
import { quietLog } from '../../../../testing/quiet-log.ts';
import { Refusal } from '../../errors.ts';
import { refuseSocket } from './raw-response.ts';
import { Upgrades } from './upgrades.ts';

suite('upgrades of a server', () => {
  const upgrades = new Upgrades(quietLog);
  const held: Duplex[] = [];
  let http: Server;
  let url: string;
  before(async () => {
    const options = { headersTimeout: 500, connectionsCheckingInterval: 50 };
    http = createServer({ ...options, shouldUpgradeCallback: upgrades.accepts }, (request, response) => {
      request.resume();
      // Deferred, so that the next request in the same packet is parsed first.
      setImmediate(() => response.writeHead(request.url === '/healthz' ? 200 : 404).end());
    });
    upgrades.attach(http);
    upgrades.add(['/echo'], (_request, socket, head) => {
      socket.unshift(head);
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
      socket.pipe(socket);
    });
    upgrades.add(['/holds'], (_request, socket) => {
      held.push(socket);
    });
    upgrades.add(['/fails'], async () => {
      throw new Error('a fault of a route');
    });
    upgrades.add(['/refuses'], (_request, socket) => refuseSocket(socket, new Refusal('forbidden')));
    await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
    url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  });
  after(() => {
    http.close();
    upgrades.close();
    http.closeAllConnections();
  });

  const isServing = async () => (await fetch(`${url}/healthz`)).status === 200;

  test('a route gets its exact path, with the bytes that follow', async () => {
    const socket = await openSocket(url);
    socket.end(`${upgradeHead('/echo?any=query')}these bytes`);
    assert.match(await readAll(socket), /^HTTP\/1\.1 101 [\s\S]*\r\n\r\nthese bytes$/);
  });

  test('targets that only resemble a path are ordinary requests, and the connection closes', async () => {
    for (const target of oddTargets('/echo')) {
      assert.deepEqual(await upgradeThenBytes(url, target, brokenFrame), [404], target);
    }
    assert.ok(await isServing());
  });

  test('an upgrade to another protocol is ignored, and the connection continues', async () => {
    const socket = await openSocket(url);
    const received = readAll(socket);
    const http2 = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA';
    socket.write(`GET /healthz HTTP/1.1\r\nHost: localhost\r\n${http2}\r\n\r\n`);
    await new Promise((done) => socket.once('data', done));
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    assert.deepEqual(statusesIn(await received), [200, 200]);
  });

  test('an upgrade with a body, or after a request in the same packet, is not upgraded', async () => {
    for (const header of ['Content-Length: 2', 'Transfer-Encoding: chunked']) {
      const socket = await openSocket(url);
      socket.end(`${upgradeHead('/echo', [header])}0\r\n\r\n`);
      assert.deepEqual(statusesIn(await readAll(socket)), [404], header);
    }
    for (const target of ['/echo', '/elsewhere']) {
      assert.deepEqual(await requestAndUpgradeInOnePacket(url, target), [200, 404], target);
    }
  });

  test('an upgrade after a request with an expectation, in the same packet, is not upgraded', async () => {
    for (const [expectation, first] of [
      ['nothing', 417],
      ['100-continue', 100],
    ] as const) {
      const [status, ...rest] = await requestAndUpgradeInOnePacket(url, '/echo', [`Expect: ${expectation}`]);
      assert.equal(status, first);
      assert.ok(!rest.includes(101), `${expectation}: ${rest}`);
    }
    assert.ok(await isServing());
  });

  test('an unknown expectation is refused, and the connection closes', async () => {
    const socket = await openSocket(url);
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nExpect: nothing\r\nContent-Length: 5\r\n\r\n');
    const [head = '', body = ''] = (await readAll(socket)).split('\r\n\r\n');
    assert.match(head, /^HTTP\/1\.1 417 [\s\S]*\r\nconnection: close\r\n/i);
    assert.equal(JSON.parse(body).code, 'expectation_unknown');
  });

  test('a reset while a route holds the socket, or after a refusal, affects no other connection', async () => {
    for (const target of ['/holds', '/refuses', '/echo', '/elsewhere']) {
      await resetDuringUpgrades(url, target, 40);
    }
    assert.ok(held.length > 0);
    assert.ok(await isServing());
  });

  test('an upgrade with slow headers is refused', async () => {
    const statuses = await slowUpgrade(url, '/echo', { pauseMs: 20, timeoutMs: 20_000 });
    assert.deepEqual(statuses, [408]);
  });

  test('a route that fails closes its socket', async () => {
    assert.equal(await upgrade(url, '/fails'), '');
    assert.ok(await isServing());
  });

  test('a refusal is a whole response, and the socket closes even if the client does not', async () => {
    const socket = await openSocket(url);
    socket.write(upgradeHead('/refuses'));
    const [head = '', body = ''] = (await readAll(socket)).split('\r\n\r\n');
    assert.match(head, /^HTTP\/1\.1 403 Forbidden\r\n/);
    assert.match(head, /\r\nconnection: close\r\n/);
    assert.equal(JSON.parse(body).code, 'forbidden');
  });
});
