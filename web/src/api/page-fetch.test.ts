import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createClient } from '../../../contract/client/index.ts';
import { waitUntil } from '../../../server/testing/wait.ts';
import { browserClock } from '../kit/clock.ts';
import { Connection, type MediaSession } from '../models/call/connection/connection.ts';
import { createFakeMemory } from '../models/chat/chat.fake.ts';
import { Outbox } from '../models/chat/outbox.ts';
import type { Message } from '../models/chat/types.ts';
import { createFakeSocket } from '../models/live/live.fake.ts';
import { OwnWaiting } from '../models/waiting/own-waiting.ts';
import { withTimeout } from './page-fetch.ts';
import { withSameKey } from './same-key.ts';

type Play = (response: ServerResponse) => void;
type Asked = { line: string; key: string | undefined; body: Record<string, unknown> };

/** Sends nothing. */
const silence: Play = () => undefined;
/** Begins a response that does not end. */
const half: Play = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"token":');
};
const say =
  (body: unknown): Play =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text === '' ? {} : JSON.parse(text);
}

/** A fake server: each request is handled by the next given behaviour, and later ones by the last. */
async function serve(context: TestContext, plays: [Play, ...Play[]]) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    asked.push({
      line: `${request.method} ${request.url}`,
      key: request.headers['idempotency-key']?.toString(),
      body,
    });
    (plays[asked.length - 1] ?? plays.at(-1))?.(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const patient = withTimeout(fetch, 300);
  return { asked, url, fetch: patient, client: createClient({ baseUrl: url, fetch: patient }) };
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';
const soon = { timeout: 20_000, message: 'it to go on' };

for (const [name, play] of [
  ['that never comes', silence],
  ['whose body never ends', half],
] as const) {
  test(`a response ${name} times out`, async (context) => {
    const { client } = await serve(context, [play]);
    await assert.rejects(client.getSocketToken(), isTimeout);
  });

  test(`the connection continues after a response ${name}`, async (context) => {
    const { client, asked } = await serve(context, [
      play,
      say({ signalingToken: 'a token', url: 'ws://here', entryId: 'entry' }),
    ]);
    const session: MediaSession = {
      connect: async () => undefined,
      disconnect: async () => undefined,
      endOf: () => 'lost',
      received: async () => 0,
      watch: () => () => undefined,
    };
    const unused = async () => undefined;
    const connection = new Connection({
      api: {
        signalingToken: () => client.issueSignalingToken({ spaceId: 's', participantId: 'p' }),
        noteJoined: unused,
        reportActivity: unused,
        role: async () => 'user',
        mute: unused,
        remove: unused,
        allowSpeaking: unused,
        stopSpeaking: unused,
        allowDrawing: unused,
        askToUnmute: unused,
        muteEverybody: async () => 0,
        update: unused,
        spotlight: unused,
        finishForAll: unused,
      },
      session,
      clock: browserClock,
    });
    await connection.start();
    assert.deepEqual(connection.state.get(), { phase: 'connected' });
    assert.equal(asked.length, 2);
  });

  test(`the place in the waiting room is requested again after a response ${name}`, async (context) => {
    const { client } = await serve(context, [play, say({ status: 'admitted' })]);
    const socket = createFakeSocket();
    const place = new OwnWaiting({
      api: {
        standing: () => client.getParticipant({ spaceId: 's', participantId: 'p' }),
        socketToken: async () => 'token',
      },
      open: socket.open,
      clock: browserClock,
      serverNow: Date.now,
    });
    context.after(() => place.end());
    place.start();
    socket.up();
    await waitUntil(() => place.state.get().phase === 'admitted', soon);
  });

  test(`the outbox sends again with the same id after a response ${name}`, async (context) => {
    const { client, asked } = await serve(context, [play, say({ id: '1' })]);
    const sent: Message[] = [];
    const outbox = new Outbox({
      clock: browserClock,
      memory: createFakeMemory(),
      key: () => 'outbox',
      send: ({ clientMessageId, text }) =>
        client.sendMessage({ body: { channelId: '1', text, clientMessageId } }),
      newId: () => 'one name',
      sent: (message) => sent.push(message),
      refused: (code) => assert.fail(code),
    });
    context.after(() => outbox.end());
    outbox.add('Hello');
    await waitUntil(() => sent.length > 0, soon);
    assert.equal(outbox.list.get()[0]?.state, 'sent');
    assert.deepEqual(
      asked.map(({ body }) => body.clientMessageId),
      ['one name', 'one name'],
    );
  });

  test(`a creating request is repeated with the same key after a response ${name}`, async (context) => {
    const { url, fetch: patient, asked } = await serve(context, [play, say({ id: '1' })]);
    // The page's own addresses begin with the path.
    const send = withSameKey((input, init) => patient(`${url}${input}`, init));
    const client = createClient({ baseUrl: '', fetch: send });
    const body = { name: 'School' };
    await assert.rejects(client.createSpace({ body }), isTimeout);
    await client.createSpace({ body });
    await client.createSpace({ body });
    const [first, second, third] = asked.map(({ key }) => key);
    assert.match(first ?? '', /^[0-9a-f]{32}$/);
    assert.equal(second, first);
    assert.notEqual(third, first, 'a request that got a response is over');
  });
}

test('a key is dropped after a minute, and after a deletion', async (context) => {
  const {
    url,
    fetch: patient,
    asked,
  } = await serve(context, [(response) => response.writeHead(503).end('{}')]);
  let now = 0;
  const send = withSameKey(
    (input, init) =>
      init?.method === 'DELETE'
        ? Promise.resolve(new Response(null, { status: 204 }))
        : patient(`${url}${input}`, init),
    () => now,
  );
  const create = () => send('/v1/spaces', { method: 'POST', body: '{}' });
  await create();
  now = 59_000;
  await create();
  now = 61_000;
  await create();
  await send('/v1/spaces/1', { method: 'DELETE' });
  await create();
  const [first, again, late, afterDelete] = asked.map(({ key }) => key);
  assert.equal(again, first);
  assert.notEqual(late, first, 'a minute later it is another request');
  assert.notEqual(afterDelete, late, 'the created object may be deleted');
});

test('the caller may abort a request earlier', async (context) => {
  const { client } = await serve(context, [silence]);
  const ending = new AbortController();
  const asked = client.getSocketToken(undefined, { signal: ending.signal });
  ending.abort();
  await assert.rejects(asked, { name: 'AbortError' });
  await assert.rejects(client.getSocketToken(undefined, { signal: ending.signal }), { name: 'AbortError' });
});

test('an upload has no timeout', async (context) => {
  const { url, fetch: patient } = await serve(context, [
    (response) => void setTimeout(() => response.end('{}'), 900),
  ]);
  const answer = await patient(url, { method: 'POST', body: new Blob(['{}']) });
  assert.equal(answer.status, 200);
});
