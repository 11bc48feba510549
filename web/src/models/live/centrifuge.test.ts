import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { after, describe, test } from 'node:test';
import { type WebSocket, WebSocketServer } from 'ws';
import { waitUntil } from '../../../../server/testing/wait.ts';
import { browserClock } from '../../kit/clock.ts';
import { openCentrifuge, socketUrl } from './centrifuge.ts';
import { Live } from './live.ts';

const servers: WebSocketServer[] = [];
const opened: Live[] = [];
after(() => {
  for (const live of opened) live.end();
  for (const server of servers) server.close();
});

type Command = { id: number; connect?: { token?: string; subs?: Record<string, unknown> } };
type Answer = (command: Command, socket: WebSocket) => void;

/** The same value as `usualLimits.pingMs` of the hub. */
const welcome = { client: 'c', ping: 3, pong: true };

/** Starts a fake server: the newest connection, and the connect command of each client. */
async function play(answer: Answer) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  servers.push(server);
  await once(server, 'listening');
  const connects: NonNullable<Command['connect']>[] = [];
  const sockets: WebSocket[] = [];
  server.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('message', (data) => {
      for (const line of String(data).split('\n')) {
        const command = JSON.parse(line) as Command;
        if (command.connect) connects.push(command.connect);
        if (command.id) answer(command, socket);
      }
    });
  });
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, connects, sockets };
}

const say = (socket: WebSocket | undefined, what: unknown): void => socket?.send(JSON.stringify(what));
const publish = (socket: WebSocket | undefined, data: unknown): void =>
  say(socket, { push: { channel: 'chat:7', pub: { data, offset: 1 } } });

const subs = { 'chat:7': { recoverable: true, positioned: true, epoch: 'one', offset: 4 } };
const letIn: Answer = ({ id }, socket) => say(socket, { id, connect: { ...welcome, subs } });

function open(url: string, token: () => Promise<string>) {
  const live = new Live({ open: openCentrifuge(url), token, clock: browserClock });
  opened.push(live);
  const heard: unknown[] = [];
  live.watch('chat:7', { news: (news) => heard.push(news.seq), subscribed: (how) => heard.push(how) });
  live.start();
  const reaches = (state: string): Promise<unknown> =>
    waitUntil(() => live.state.get() === state, { timeout: 15_000, message: `the link to be ${state}` });
  return { live, heard, reaches };
}

test('the stock client connects, gets the position of a channel and its publications', async () => {
  const { url, sockets } = await play(letIn);
  const { heard, reaches } = open(url, async () => 'token');
  await reaches('up');
  publish(sockets.at(-1), { event: 'message', payload: {}, seq: 5 });
  await waitUntil(() => heard.length === 2, { timeout: 5_000, message: 'the publication' });
  assert.deepEqual(
    heard.map((one) =>
      typeof one === 'number' ? one : { ...(one as object), kind: undefined, channel: undefined },
    ),
    [{ kind: undefined, channel: undefined, epoch: 'one', top: 4, recovered: false }, 5],
  );
});

test('an exception in a listener or an unknown message ends no connection', async (t) => {
  const errors = t.mock.method(console, 'error', () => undefined);
  const { url, sockets } = await play(letIn);
  const { live, heard, reaches } = open(url, async () => 'token');
  await reaches('up');
  live.watch('chat:7', {
    news: () => {
      throw new Error('listener failed');
    },
    subscribed: () => undefined,
  });
  for (const data of [null, 'text', { event: 'x', seq: -1 }, { event: 'message', payload: {}, seq: 5 }])
    publish(sockets.at(-1), data);
  publish(sockets.at(-1), { event: 'message', payload: {}, seq: 6 });
  await waitUntil(() => heard.includes(6), { timeout: 5_000, message: 'the last publication' });
  assert.equal(live.state.get(), 'up');
  assert.equal(errors.mock.callCount(), 2);
});

test('the client reconnects by itself with its position in the channel', async () => {
  const { url, connects, sockets } = await play(letIn);
  const { reaches } = open(url, async () => 'token');
  await reaches('up');
  publish(sockets.at(-1), { event: 'message', payload: {}, seq: 5 });
  sockets.at(-1)?.close(3001, 'shutdown');
  await reaches('down');
  await reaches('up');
  assert.equal(connects.length, 2);
  assert.deepEqual(Object.keys(connects[1]?.subs ?? {}), ['chat:7']);
});

// Beside each other: they wait for timeouts and pauses of the client.
describe('what the client does after a while', { concurrency: true }, () => {
  test('the client leaves a frozen server within 10 s of its last ping', async () => {
    const { url, connects, sockets } = await play(letIn);
    const { reaches } = open(url, async () => 'token');
    await reaches('up');
    const [frozen] = sockets;
    await waitUntil(() => connects.length === 2, { timeout: 10_000, message: 'another connection' });
    assert.equal(frozen?.readyState, frozen?.CLOSED);
    await reaches('up');
  });

  test('the client gives up an attempt to connect to a frozen server and makes another', async (t) => {
    const sockets: Socket[] = [];
    const frozen = createServer((socket) => sockets.push(socket.resume()));
    frozen.listen(0, '127.0.0.1');
    await once(frozen, 'listening');
    t.after(() => {
      for (const socket of sockets) socket.destroy();
      frozen.close();
    });
    const { port } = frozen.address() as AddressInfo;
    open(`ws://127.0.0.1:${port}`, async () => 'token');
    await waitUntil(() => sockets.length === 1, { timeout: 5_000, message: 'the first attempt' });
    await waitUntil(() => sockets.length === 2, { timeout: 20_000, message: 'the second attempt' });
  });

  test('a token that the server no longer accepts is replaced', async () => {
    let names = 0;
    const { url, connects } = await play(({ id, connect }, socket) => {
      if (connect?.token === 'token 1') socket.close(3500, 'invalid token');
      else letIn({ id }, socket);
    });
    const { reaches } = open(url, async () => {
      names += 1;
      return `token ${names}`;
    });
    await reaches('up');
    assert.deepEqual(
      connects.map(({ token }) => token),
      ['token 1', 'token 2'],
    );
  });
});

test('a refused token is final until retry is called', async () => {
  const { url } = await play(letIn);
  let isRefused = true;
  const { live, reaches } = open(url, async () => {
    if (isRefused) throw Object.assign(new Error('refused'), { status: 403 });
    return 'token';
  });
  await reaches('refused');
  isRefused = false;
  live.retry();
  await reaches('up');
});

test('the client asks again when the request for a token fails', async () => {
  const { url } = await play(letIn);
  let failures = 2;
  const { reaches } = open(url, async () => {
    failures -= 1;
    if (failures >= 0) throw new TypeError('fetch failed');
    return 'token';
  });
  await reaches('up');
});

test('the address of the socket is derived from that of the page', () => {
  assert.equal(
    socketUrl('/connection/websocket', 'https://a.example/room/x?y'),
    'wss://a.example/connection/websocket',
  );
  assert.equal(socketUrl('/c', 'http://127.0.0.1:8080/room/x'), 'ws://127.0.0.1:8080/c');
});
