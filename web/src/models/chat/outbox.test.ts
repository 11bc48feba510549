import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeChat, createFakeMemory } from './chat.fake.ts';
import { FakeServer, refusal, unreachable } from './server.fake.ts';

const sends = (asked: readonly string[]): string[] => asked.filter((line) => line.startsWith('send '));

test('a message is shown at once, and once, in its position', async () => {
  const { chat, enter, clock, server, texts, pending } = createFakeChat();
  await enter();
  let release = (): void => undefined;
  server.before = () =>
    new Promise((resolve) => {
      release = resolve;
    });
  chat.room.send('  Hello  ');
  await clock.advance(0);
  assert.deepEqual(pending(), ['Hello: sending']);
  release();
  await clock.advance(0);
  assert.deepEqual(pending(), []);
  assert.deepEqual(texts(), ['Hello']);
});

test('several messages are sent in the order in which they were written', async () => {
  const { chat, enter, clock, server, texts } = createFakeChat();
  await enter();
  for (const text of ['one', 'two', 'three']) chat.room.send(text);
  await clock.advance(0);
  assert.deepEqual(sends(server.asked), ['send one', 'send two', 'send three']);
  assert.deepEqual(texts(), ['one', 'two', 'three']);
});

test('a lost response causes no second message', async () => {
  const { chat, enter, clock, server, texts, pending } = createFakeChat();
  await enter();
  let lost = 3;
  server.after = (operation) => {
    if (operation !== 'send' || lost === 0) return;
    lost -= 1;
    throw unreachable();
  };
  chat.room.send('once');
  chat.room.send('after it');
  await clock.advance(30_000);
  assert.deepEqual(texts(), ['once', 'after it']);
  assert.equal(server.messages.length, 2);
  assert.deepEqual(pending(), []);
});

test('without a connection a message is kept, and sent as soon as the connection is back', async () => {
  const { chat, enter, clock, server, link, texts, pending } = createFakeChat();
  await enter();
  const last = server.seq;
  link.down();
  server.before = () => {
    throw unreachable();
  };
  chat.room.send('from the tunnel');
  chat.room.send('still there');
  await clock.advance(60_000);
  assert.deepEqual(pending(), ['from the tunnel: unreached', 'still there: sending']);
  server.before = () => undefined;
  server.write('200', 'meanwhile');
  link.up({ from: last, recovered: true });
  await clock.advance(10);
  assert.deepEqual(texts(), ['meanwhile', 'from the tunnel', 'still there']);
  assert.equal(server.messages.length, 3);
});

test('a message stays "sent" until the socket delivers it', async () => {
  const memory = createFakeMemory();
  const { chat, enter, clock, server, link, texts, pending } = createFakeChat({ memory });
  await enter();
  link.down();
  chat.room.send('over HTTP alone');
  await clock.advance(0);
  assert.equal(sends(server.asked).length, 1);
  assert.equal(memory.kept.size, 0, 'a stored message is not kept in the browser');
  assert.deepEqual([texts(), pending()], [[], ['over HTTP alone: sent']]);
  link.up({ from: 0, recovered: true });
  await clock.advance(0);
  assert.deepEqual([texts(), pending()], [['over HTTP alone'], []]);
  assert.equal(server.messages.length, 1);
});

test('after a reload an unsent message is sent with the same id', async () => {
  const server = new FakeServer();
  const memory = createFakeMemory();
  const before = createFakeChat({ server, memory });
  await before.enter();
  // The message was stored; only its response was lost.
  server.after = (operation) => {
    if (operation === 'send') throw unreachable();
  };
  before.chat.room.send('kept', '1');
  before.chat.room.send('kept too');
  await before.clock.advance(0);
  before.chat.end();
  server.after = () => undefined;
  const after = createFakeChat({ server, memory });
  await after.enter();
  assert.deepEqual(after.texts(), ['kept', 'kept too']);
  assert.deepEqual(after.pending(), []);
  assert.equal(server.messages.length, 2);
  assert.equal(memory.kept.size, 0, 'nothing is kept');
});

test('another person at the same browser does not send it', async () => {
  const server = new FakeServer();
  const memory = createFakeMemory();
  const before = createFakeChat({ server, memory });
  await before.enter();
  server.before = () => {
    throw unreachable();
  };
  before.chat.room.send('Anna’s');
  before.chat.room.draft.write('her draft');
  await before.clock.advance(0);
  before.chat.end();
  server.before = () => undefined;
  server.api.userOf = async () => ({ ...server.me, id: '300' });
  const after = createFakeChat({ server, memory });
  await after.enter();
  await after.clock.advance(60_000);
  assert.deepEqual(server.messages, []);
  assert.equal(after.chat.room.draft.writing.get().text, '');
});

test('a refused message stays with its reason and does not block the others', async () => {
  const { chat, enter, clock, server, texts, pending } = createFakeChat();
  await enter();
  server.before = (operation) => {
    if (operation === 'send' && server.asked.at(-1)?.includes('http'))
      throw refusal(422, 'links_not_allowed');
  };
  chat.room.send('see http://example.org');
  chat.room.send('without');
  await clock.advance(0);
  assert.deepEqual(pending(), ['see http://example.org: refused']);
  const [one] = chat.room.state.get().pending;
  assert.equal(one?.reason, 'links_not_allowed');
  assert.deepEqual(texts(), ['without']);
  server.before = () => undefined;
  chat.room.outbox.retry(one?.clientMessageId ?? '');
  await clock.advance(0);
  assert.deepEqual(texts(), ['without', 'see http://example.org']);
  assert.deepEqual(pending(), []);
});

test('a refused message is still there after a reload, and can be discarded', async () => {
  const server = new FakeServer();
  const memory = createFakeMemory();
  server.before = (operation) => {
    if (operation === 'send') throw refusal(403, 'muted');
  };
  const before = createFakeChat({ server, memory });
  await before.enter();
  before.chat.room.send('let me');
  await before.clock.advance(0);
  before.chat.end();
  const after = createFakeChat({ server, memory });
  await after.enter();
  assert.deepEqual(after.pending(), ['let me: refused']);
  const name = after.chat.room.state.get().pending[0]?.clientMessageId ?? '';
  assert.equal(after.chat.room.outbox.discard(name)?.text, 'let me');
  await after.clock.advance(0);
  assert.deepEqual(after.pending(), []);
  assert.equal(memory.kept.size, 0);
});

test('a message is sent by itself after exactly the pause that the server asked for', async () => {
  const { chat, enter, clock, server, texts, pending } = createFakeChat();
  await enter();
  server.before = (operation) => {
    if (operation === 'send') throw refusal(429, 'slow_mode', 12);
  };
  chat.room.send('slowly');
  await clock.advance(0);
  assert.deepEqual(pending(), ['slowly: held']);
  assert.equal(chat.room.state.get().pending[0]?.until, clock.now() + 12_000);
  server.before = () => undefined;
  await clock.advance(11_900);
  assert.deepEqual(texts(), []);
  await clock.advance(200);
  assert.deepEqual(texts(), ['slowly']);
});

test('the next message is sent when the held one is discarded', async () => {
  const { chat, enter, clock, server, texts } = createFakeChat();
  await enter();
  server.before = (operation) => {
    if (operation === 'send' && server.asked.at(-1) === 'send held') throw refusal(429, 'rate_limited', 300);
  };
  chat.room.send('held');
  chat.room.send('next');
  await clock.advance(0);
  chat.room.outbox.discard(chat.room.state.get().pending[0]?.clientMessageId ?? '');
  await clock.advance(0);
  assert.deepEqual(texts(), ['next']);
});

test('a message of somebody else with the same id does not remove the own one', async () => {
  const { chat, enter, clock, server, pending } = createFakeChat();
  await enter();
  server.before = (operation) => {
    if (operation === 'send') throw unreachable();
  };
  chat.room.send('mine');
  await clock.advance(0);
  server.write('200', 'theirs', { clientMessageId: 'name-1' });
  await clock.advance(0);
  assert.deepEqual(pending(), ['mine: unreached']);
});
