import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createSecure } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { test } from 'node:test';
import { selfSigned } from '../../testing/receivers/self-signed.ts';
import { whyUnreachable } from './unreachable.ts';

/** Listens on a port of this machine while `work` runs, and closes what is left. */
async function withPort<T>(server: Server, work: (port: number) => Promise<T>): Promise<T> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    return await work((server.address() as AddressInfo).port);
  } finally {
    for (const socket of sockets) socket.destroy();
    await once(server.close(), 'close');
  }
}

const failureOf = (url: string, signal?: AbortSignal): Promise<string> =>
  fetch(url, signal ? { signal } : {}).then(() => assert.fail('it answers'), whyUnreachable);

test('the cause of a failed connection is stated in words', async () => {
  const port = await withPort(createServer(), async (free) => free);
  assert.equal(
    await failureOf(`http://127.0.0.1:${port}`),
    'the connection is refused, nothing listens there (ECONNREFUSED)',
  );
  assert.match(
    await failureOf('http://lectern.invalid'),
    /^the (?:name is not found in the DNS|DNS does not)/,
  );
  await withPort(createSecure(selfSigned()), async (secure) => {
    assert.match(await failureOf(`https://127.0.0.1:${secure}`), /^its certificate is self-signed/);
  });
  const closing = createServer((socket) => socket.end('220 mail.example.org\r\n'));
  await withPort(closing, async (plain) => {
    assert.match(await failureOf(`https://127.0.0.1:${plain}`), /^no TLS there/);
  });
  await withPort(createServer(), async (other) => {
    const url = `http://127.0.0.1:${other}`;
    assert.equal(await failureOf(url, AbortSignal.timeout(20)), 'no answer in time (TimeoutError)');
  });
});

test('an error without a cause in words keeps its message, and a circle of causes ends', () => {
  assert.equal(whyUnreachable(new Error('something new')), 'something new');
  assert.equal(whyUnreachable('text'), 'text');
  const circle = new Error('outer');
  circle.cause = circle;
  assert.equal(whyUnreachable(circle), 'outer');
});
