import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, suite, test } from 'node:test';
import httpProxy from '@fastify/http-proxy';
import Fastify, { type FastifyInstance } from 'fastify';
import { WebSocket, WebSocketServer } from 'ws';
import { quietLog } from '../../../../testing/quiet-log.ts';
import { Keyring } from '../../../platform/crypto.ts';
import { type SocketEngine, socketPath } from '../socket.ts';
import { createHub } from './hub.ts';
import { Table } from './testing/table.ts';

/** What becomes of a WebSocket to this address: its first message, or the status of the refusal. */
const outcome = (url: string, first?: string): Promise<string | number | undefined> =>
  new Promise((done) => {
    const socket = new WebSocket(url);
    socket.on('open', () => first && socket.send(first));
    socket.on('message', (data) => {
      done(data.toString());
      socket.close();
    });
    socket.on('unexpected-response', (_request, { statusCode }) => {
      done(statusCode);
      socket.terminate();
    });
    socket.on('error', () => undefined);
    socket.on('close', (code) => done(code));
  });

suite('the socket beside the way to the media engine', () => {
  const engines: SocketEngine[] = [];
  const closings: (() => Promise<unknown>)[] = [];
  let upstream: Server;
  let table: Table;
  before(async () => {
    table = new Table();
    table.allow('7', []);
    upstream = createServer();
    new WebSocketServer({ server: upstream, path: '/rtc' }).on('connection', (ws) =>
      ws.send('the media engine'),
    );
    await new Promise<void>((done) => upstream.listen(0, '127.0.0.1', done));
  });
  after(async () => {
    for (const engine of engines) await engine.stop();
    for (const close of closings) await close();
    upstream.closeAllConnections();
    await new Promise((done) => upstream.close(done));
  });

  const hub = async (): Promise<SocketEngine> => {
    const keyring = new Keyring(['the key of the tests']);
    const engine = createHub({ keyring, url: 'ws://unused', tokenSeconds: 60, log: quietLog });
    await engine.start(table);
    engines.push(engine);
    return engine;
  };
  const withProxy = async (app: FastifyInstance): Promise<void> => {
    const { port } = upstream.address() as AddressInfo;
    await app.register(httpProxy, {
      upstream: `http://127.0.0.1:${port}`,
      prefix: '/rtc',
      rewritePrefix: '/rtc',
      websocket: true,
      proxyPayloads: false,
    });
  };
  const listening = async (app: FastifyInstance): Promise<string> => {
    closings.push(() => app.close());
    await app.listen({ port: 0, host: '127.0.0.1' });
    return `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  };

  for (const order of ['before', 'after']) {
    test(`each gets its own, and what is nobody's is refused: attached ${order} the proxy`, async () => {
      const app = Fastify();
      const engine = await hub();
      if (order === 'before') engine.attach(app.server);
      await withProxy(app);
      if (order === 'after') engine.attach(app.server);
      const url = await listening(app);
      const token = await engine.issueToken('7');
      const connect = JSON.stringify({ id: 1, connect: { token } });
      assert.match(String(await outcome(`${url}${socketPath}`, connect)), /"client"/);
      assert.match(String(await outcome(`${url}${socketPath}/?name=js`, connect)), /"client"/);
      assert.equal(await outcome(`${url}/rtc`), 'the media engine');
      assert.equal(await outcome(`${url}/elsewhere`), 404);
      assert.equal(await outcome(`${url}${socketPath}x`), 404);
    });
  }

  test('a server that already listens, and on which nobody else takes upgrades', async () => {
    const server = createServer((_request, response) => response.end('a page'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    closings.push(() => new Promise((done) => server.close(done)));
    const { port } = server.address() as AddressInfo;
    const engine = await hub();
    engine.attach(server);
    const connect = JSON.stringify({ id: 1, connect: { token: await engine.issueToken('7') } });
    assert.match(String(await outcome(`ws://127.0.0.1:${port}${socketPath}`, connect)), /"client"/);
    assert.equal(await outcome(`ws://127.0.0.1:${port}/elsewhere`), 404);
    assert.equal(await (await fetch(`http://127.0.0.1:${port}/`)).text(), 'a page');
    server.closeAllConnections();
  });
});
