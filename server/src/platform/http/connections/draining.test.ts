import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { quietLog } from '../../../../testing/quiet-log.ts';
import { waitUntil } from '../../../../testing/wait.ts';
import { loadConfig } from '../../../config.ts';
import { createHttpServer } from '../server.ts';
import { Draining } from './draining.ts';

const never = new AbortController().signal;

/** A server with a download whose bytes the test sends. */
async function startServer(t: TestContext) {
  const loaded = loadConfig({});
  if ('faults' in loaded) throw new Error(loaded.faults.join('; '));
  const app = createHttpServer({
    config: loaded.config,
    log: quietLog,
    onRequestDone: () => undefined,
    translate: () => undefined,
  });
  const draining = new Draining(app);
  const content = new PassThrough();
  app.get('/download', async (_request, reply) => reply.send(content));
  app.get('/short', async () => ({ ok: true }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  t.after(() => app.close());
  const { port } = app.server.address() as { port: number };
  const open = async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('error', () => undefined);
    t.after(() => socket.destroy());
    return { socket, received: () => received };
  };
  const download = async () => {
    const client = await open();
    client.socket.write('GET /download HTTP/1.1\r\nHost: localhost\r\n\r\n');
    content.write('first');
    await waitUntil(() => client.received().includes('first'), {
      timeout: 10_000,
      message: 'the beginning of the download',
    });
    return client;
  };
  return { draining, content, port, open, download };
}

const isClosed = (socket: Socket) => () => socket.closed || socket.readableEnded;

test('a download continues to its end, while idle and new connections are closed', async (t) => {
  const { draining, content, port, open, download } = await startServer(t);
  const downloading = await download();
  const idle = await open();
  idle.socket.write('GET /short HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await waitUntil(() => idle.received().includes('"ok"'), { timeout: 10_000, message: 'a response' });
  assert.match(idle.received(), /^connection: keep-alive\r$/im);
  await open();
  draining.begin();
  const last = await open();
  last.socket.write('GET /short HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await waitUntil(isClosed(last.socket), { timeout: 10_000, message: 'the connection to be closed' });
  assert.match(last.received(), /^HTTP\/1\.1 200 OK\r\n(.+\r\n)*connection: close\r\n/i);

  draining.close();
  await waitUntil(isClosed(idle.socket), { timeout: 10_000, message: 'the idle connection to be closed' });
  const [refused] = await once(connect(port, '127.0.0.1'), 'error');
  assert.equal(refused.code, 'ECONNREFUSED');
  let isSettled = false;
  const settled = draining.waitForResponses(never).then(() => {
    isSettled = true;
  });
  content.write('second');
  const isSent = () => downloading.received().includes('second');
  await waitUntil(isSent, { timeout: 10_000, message: 'more of the download' });
  assert.equal(isSettled, false);
  content.end('third');
  await settled;
  const isWhole = () => downloading.received().endsWith('third\r\n0\r\n\r\n');
  await waitUntil(isWhole, { timeout: 10_000, message: 'the end of the download' });
});

test('a download is not waited for after its client left or it was cut, nor is a silent connection', async (t) => {
  const { draining, open, download } = await startServer(t);
  await draining.waitForResponses(never);
  await open();
  const { socket } = await download();
  draining.begin();
  draining.close();
  const left = draining.waitForResponses(never);
  socket.destroy();
  await left;
  const other = await startServer(t);
  await other.download();
  const cut = new AbortController();
  const settled = other.draining.waitForResponses(cut.signal);
  cut.abort();
  await settled;
});
