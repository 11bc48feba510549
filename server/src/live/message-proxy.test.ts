import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { Centrifuge } from 'centrifuge';
import { fastify } from 'fastify';
import { SignJWT } from 'jose';
import { WebSocket } from 'ws';
import {
  type CentrifugoServer,
  centrifugoProgram,
  startCentrifugo,
} from '../../testing/engines/centrifugo.ts';
import { type ClientMessage, type SocketInbox, socketPath } from '../engines/socket/socket.ts';
import { Refusal } from '../platform/errors.ts';
import { messageProxyPath, registerMessageProxy } from './message-proxy.ts';

const proxyKey = 'the key of the api';

suite('the messages of clients of a Centrifugo', { skip: !centrifugoProgram() }, () => {
  const answered: ClientMessage[] = [];
  const inbox: SocketInbox = {
    take: () => undefined,
    answer: async (message) => {
      answered.push(message);
      if (message.method === 'draw') return { data: { seq: 7 } };
      return { error: { code: 104, message: 'method not found' } };
    },
  };
  const app = fastify();
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof Refusal ? error.status : 500).send({}),
  );
  let centrifugo: CentrifugoServer;
  let client: Centrifuge;
  let url: string;

  before(async () => {
    await registerMessageProxy(app, { inbox, proxyKey });
    url = `${await app.listen({ port: 0, host: '127.0.0.1' })}${messageProxyPath}`;
    centrifugo = await startCentrifugo({
      proxy_rpc_endpoint: url,
      proxy_static_http_headers: { 'X-API-Key': proxyKey },
    });
    const token = await new SignJWT({ sub: '7' })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setExpirationTime('1h')
      .sign(Buffer.from(centrifugo.tokenSecret));
    const socketUrl = `${centrifugo.url.replace(/^http/, 'ws')}${socketPath}`;
    client = new Centrifuge(socketUrl, { websocket: WebSocket, token });
    client.connect();
    await client.ready(10_000);
  });
  after(async () => {
    client?.disconnect();
    await centrifugo?.remove();
    await app.close();
  });

  test('rpc of a stock client is answered here, with the user of its token', async () => {
    assert.deepEqual((await client.rpc('draw', { a: 'ж' })).data, { seq: 7 });
    const [{ size, ...message } = { size: 0 }] = answered;
    assert.deepEqual(message, { userId: '7', method: 'draw', data: { a: 'ж' } });
    assert.ok(size > 10, `${size}`);
    await assert.rejects(client.rpc('sing', {}), { code: 104, message: 'method not found' });
  });

  test('a request without the key, or of another form, is refused', async () => {
    const post = async (key: string | undefined, body: string) => {
      const headers = { 'content-type': 'application/json', ...(key !== undefined && { 'x-api-key': key }) };
      return (await fetch(url, { method: 'POST', headers, body })).status;
    };
    const count = answered.length;
    const good = JSON.stringify({ user: '7', method: 'draw', data: {} });
    assert.equal(await post(undefined, good), 401);
    assert.equal(await post('another key', good), 401);
    for (const body of ['', 'null', '{', '[]', '{"user":7,"method":"draw"}'])
      assert.equal(await post(proxyKey, body), 400, body);
    assert.equal(answered.length, count);
    assert.equal(await post(proxyKey, good), 200);
  });
});
