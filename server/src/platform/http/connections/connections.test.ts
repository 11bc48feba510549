import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { after, afterEach, before, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { next, statusesIn } from '../../../../testing/attacks/raw-socket.ts';
import { unreadResponses } from '../../../../testing/attacks/slow.ts';
import { patient } from '../../../../testing/patience.ts';
import { quietLog } from '../../../../testing/quiet-log.ts';
import { waitUntil } from '../../../../testing/wait.ts';
import { loadConfig } from '../../../config.ts';
import { Refusal } from '../../errors.ts';
import { parseCidrs } from '../networks.ts';
import { createHttpServer } from '../server.ts';
import { limitConnections } from './connections.ts';
import { refuseSocket } from './raw-response.ts';
import { Upgrades } from './upgrades.ts';

const timeouts = {
  headersMs: 300,
  requestMs: 600,
  // The client of a busy machine reads nothing for a while, too.
  unreadMs: patient(500),
  idleMs: 200,
  checkEveryMs: 50,
  farewellMs: 200,
};

const large = Buffer.alloc(32 << 20, 'x');

/** Opens a connection and records what arrives. */
function open(http: FastifyInstance) {
  const { port } = http.server.address() as { port: number };
  // Half-open: the server must close it without the client's help.
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const received = { text: '' };
  socket.on('data', (chunk) => {
    received.text += chunk;
  });
  socket.on('error', () => undefined);
  const closed = new Promise<void>((done) => {
    socket.once('end', done);
    socket.once('close', () => done());
  });
  return { socket, received, closed };
}

/** Sends one byte at a time until the connection is gone. */
async function dribble(socket: Socket, bytes: string, everyMs: number): Promise<void> {
  for (const byte of bytes) {
    if (!socket.writable) return;
    socket.write(byte);
    await pause(everyMs);
  }
}

const statusOf = (text: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
const bodyOf = (text: string) => JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4));

suite('timeouts and limits of connections', () => {
  let http: FastifyInstance;
  let openOnServer = 0;
  let openedOnServer = 0;
  before(async () => {
    const loaded = loadConfig({ LECTERN_MAX_CONNECTIONS: '100', LECTERN_URL: 'https://lectern.example.org' });
    if ('faults' in loaded) throw new Error(loaded.faults.join('; '));
    const upgrades = new Upgrades(quietLog);
    upgrades.add(['/refuses'], (_request, socket) => refuseSocket(socket, new Refusal('forbidden')));
    http = createHttpServer({
      upgrades,
      config: loaded.config,
      log: quietLog,
      onRequestDone: () => undefined,
      translate: () => undefined,
      timeouts,
    });
    http.server.on('connection', (socket) => {
      openOnServer += 1;
      openedOnServer += 1;
      socket.once('close', () => {
        openOnServer -= 1;
      });
    });
    http.post('/', async () => ({ ok: true }));
    http.get('/large', async () => large);
    http.get('/slow', async (_request, reply) => {
      reply.hijack();
      reply.raw.writeHead(200, { 'content-length': '10' });
      for (let n = 0; n < 10; n++) {
        reply.raw.write('x');
        await pause(150);
      }
      reply.raw.end();
    });
    await http.listen({ port: 0, host: '127.0.0.1' });
  });
  after(() => http.close());
  afterEach(() =>
    waitUntil(() => openOnServer === 0, {
      timeout: 10_000,
      message: 'the server to close its side of every connection',
    }),
  );

  suite('each of several connections', { concurrency: 10 }, () => {
    test('slow headers get 408, and the connection is closed', async () => {
      const { socket, received, closed } = open(http);
      await dribble(socket, `GET / HTTP/1.1\r\nhost: x\r\nx-slow: ${'a'.repeat(200)}`, 20);
      await closed;
      assert.equal(statusOf(received.text), 408);
      assert.equal(bodyOf(received.text).code, 'request_timeout');
      assert.match(received.text, /\r\nx-request-id: [0-9a-f]{24}\r\n/);
    });

    test('an installation at https says so in every response, also in raw refusals', async () => {
      const head = 'GET /nowhere HTTP/1.1\r\nhost: x\r\n';
      const upgrade = 'connection: upgrade\r\nupgrade: websocket\r\n';
      const requests: Record<string, number> = {
        'nothing that is HTTP\r\n\r\n': 400,
        [`${head}x-slow: `]: 408,
        [`${head}expect: nothing\r\n\r\n`]: 417,
        [`${head}connection: close\r\n\r\n`]: 404,
        'GET /%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n': 404,
        [`GET /refuses HTTP/1.1\r\nhost: x\r\n${upgrade}\r\n`]: 403,
      };
      for (const [request, status] of Object.entries(requests)) {
        const { socket, received, closed } = open(http);
        socket.write(request);
        await closed;
        assert.equal(statusOf(received.text), status, request);
        assert.match(received.text, /\r\nstrict-transport-security: max-age=31536000\r\n/, request);
      }
    });

    test('a refusal of HEAD has no body, even if the request is malformed', async () => {
      const { socket, received, closed } = open(http);
      socket.write(`HEAD / HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(50_000)}\r\n\r\n`);
      await closed;
      assert.equal(statusOf(received.text), 400);
      assert.match(received.text, /\r\n\r\n$/);
    });

    test('a connection without a request is closed', async () => {
      const { received, closed } = open(http);
      await closed;
      assert.equal(statusOf(received.text), 408);
    });

    test('a slow body gets 408, and the connection is closed', async () => {
      const { socket, received, closed } = open(http);
      socket.write(
        'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{',
      );
      await dribble(socket, ' '.repeat(200), 20);
      await closed;
      assert.equal(statusOf(received.text), 408);
      assert.equal(bodyOf(received.text).code, 'request_timeout');
    });

    test('a slow body after an early refusal ends with its connection', async () => {
      const { socket, received, closed } = open(http);
      socket.write('POST /nowhere HTTP/1.1\r\nhost: x\r\ncontent-length: 500\r\n\r\n');
      await dribble(socket, ' '.repeat(200), 20);
      await closed;
      assert.equal(statusOf(received.text), 404);
    });

    test('a response may take longer than every timeout', async () => {
      const { socket, received, closed } = open(http);
      socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
      await closed;
      assert.match(received.text, /xxxxxxxxxx$/);
    });

    test('a download continues for as long as its client reads', async () => {
      const { socket, closed } = open(http);
      let length = 0;
      socket.on('data', (chunk) => {
        length += chunk.length;
        socket.pause();
        setTimeout(() => socket.resume(), 3);
      });
      const began = performance.now();
      socket.write('GET /large HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
      await closed;
      assert.ok(length > large.length, `received ${length} bytes`);
      assert.ok(performance.now() - began > timeouts.unreadMs, 'the download took longer than a pause may');
    });

    test('more than ten requests in progress on one connection are refused, and it is closed', async () => {
      const { socket, received, closed } = open(http);
      socket.write('GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(15));
      await closed;
      assert.deepEqual(statusesIn(received.text), [...Array(10).fill(404), 429]);
    });

    test('an idle connection is closed after its response', async () => {
      const { socket, received, closed } = open(http);
      socket.write('GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n');
      await closed;
      assert.equal(statusOf(received.text), 404);
    });
  });

  // These tests count the connections of the server.
  test('a connection whose client does not read the responses is closed', async (t) => {
    const attack = new AbortController();
    t.after(() => attack.abort());
    const options = { connections: 5, signal: attack.signal, everyMs: 50, path: '/large' };
    const { port } = http.server.address() as { port: number };
    const attacking = unreadResponses(`http://127.0.0.1:${port}`, options);
    await waitUntil(() => openOnServer === 5, { timeout: 10_000, message: 'the attack to begin' });
    const first = openedOnServer;
    await waitUntil(() => openedOnServer >= first + 5, {
      timeout: 10_000,
      message: 'the server to close the connections, and the attacker to open others',
    });
    attack.abort();
    assert.ok((await attacking).timedOut >= 5);
  });

  test('connections beyond the limit are closed, and later ones are served', async () => {
    const all = Array.from({ length: 130 }, () => open(http));
    await Promise.all(all.map(({ closed }) => closed));
    assert.equal(all.filter(({ received }) => received.text === '').length, 30);
    await waitUntil(() => openOnServer === 0, { timeout: 10_000, message: 'all connections to be closed' });
    const { socket, received, closed } = open(http);
    socket.write('GET /nowhere HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    await closed;
    assert.equal(statusOf(received.text), 404);
  });
});

test('connections of one address beyond its limit are closed, those of a trusted proxy are not', async () => {
  const limits = {
    ...{ LECTERN_MAX_CONNECTIONS: 100, LECTERN_MAX_CONNECTIONS_PER_ADDRESS: 2 },
    LECTERN_TRUSTED_PROXIES: parseCidrs(''),
  };
  const server = createServer((_request, response) => response.end('served'));
  limitConnections(server, limits, quietLog);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  const opened: Socket[] = [];
  const isServed = async () => {
    const socket = connect(port, '127.0.0.1');
    opened.push(socket);
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await Promise.race([next(socket, 'data'), next(socket, 'close')]);
    return socket.bytesRead > 0;
  };
  assert.deepEqual([await isServed(), await isServed(), await isServed()], [true, true, false]);
  limits.LECTERN_TRUSTED_PROXIES = parseCidrs('127.0.0.1');
  assert.deepEqual([await isServed(), await isServed()], [true, true]);
  limits.LECTERN_TRUSTED_PROXIES = [];
  opened[0]?.destroy();
  await waitUntil(isServed, { timeout: 10_000, message: 'a closed connection to free its slot' });
  for (const socket of opened) socket.destroy();
  server.close();
});
