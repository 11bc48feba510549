import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, afterEach, before, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { quietLog } from '../../../testing/quiet-log.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { loadConfig } from '../../config.ts';
import { createHttpServer } from './server.ts';

const timeouts = {
  headersMs: 300,
  requestMs: 600,
  uploadPauseMs: 400,
  idleMs: 200,
  checkEveryMs: 50,
  farewellMs: 200,
};

/** A connection to the server, with everything that came back. */
function open(http: FastifyInstance) {
  const { port } = http.server.address() as { port: number };
  // Half-open: the server must close it, whatever the client does.
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

suite('connections that take too long', () => {
  let http: FastifyInstance;
  let openOnServer = 0;
  before(async () => {
    const loaded = loadConfig({ LECTERN_MAX_CONNECTIONS: '100' });
    if ('faults' in loaded) throw new Error(loaded.faults.join('; '));
    http = createHttpServer({
      config: loaded.config,
      log: quietLog,
      onRequestDone: () => undefined,
      translate: () => undefined,
      timeouts,
    });
    http.server.on('connection', (socket) => {
      openOnServer += 1;
      socket.once('close', () => {
        openOnServer -= 1;
      });
    });
    http.post('/', async () => ({ ok: true }));
    http.post('/upload', { config: { isUpload: true } }, async () => ({ ok: true }));
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

  test('slow headers get 408, and the connection is closed', async () => {
    const { socket, received, closed } = open(http);
    await dribble(socket, `GET / HTTP/1.1\r\nhost: x\r\nx-slow: ${'a'.repeat(200)}`, 20);
    await closed;
    assert.equal(statusOf(received.text), 408);
    assert.equal(bodyOf(received.text).code, 'request_timeout');
    assert.match(received.text, /\r\nx-request-id: [0-9a-f]{24}\r\n/);
  });

  test('a connection on which nothing comes is closed', async () => {
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

  test('a body that dribbles on after an early refusal ends with its connection', async () => {
    const { socket, received, closed } = open(http);
    socket.write('POST /nowhere HTTP/1.1\r\nhost: x\r\ncontent-length: 500\r\n\r\n');
    await dribble(socket, ' '.repeat(200), 20);
    await closed;
    assert.equal(statusOf(received.text), 404);
  });

  test('an upload goes on for as long as it brings bytes, and ends when it pauses', async () => {
    const head = `POST /upload HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n`;
    const busy = open(http);
    busy.socket.write(head);
    await dribble(busy.socket, `{${' '.repeat(48)}}`, 30);
    await Promise.race([once(busy.socket, 'data'), busy.closed]);
    assert.equal(statusOf(busy.received.text), 200, busy.received.text);
    busy.socket.destroy();
    const stalled = open(http);
    stalled.socket.write(`${head}{`);
    await stalled.closed;
    assert.equal(stalled.received.text, '');
  });

  test('a response may take longer than any of the timeouts', async () => {
    const { socket, received, closed } = open(http);
    socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
    await closed;
    assert.match(received.text, /xxxxxxxxxx$/);
  });

  test('a connection without a next request is closed', async () => {
    const { socket, received, closed } = open(http);
    socket.write('GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n');
    await closed;
    assert.equal(statusOf(received.text), 404);
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
