import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeChat } from './chat.fake.ts';
import { refusal, unreachable, userNamed } from './server.fake.ts';

test('a join loads the latest page, its authors and the own user', async () => {
  const { chat, enter, server, texts, clock } = createFakeChat();
  server.users.set('200', userNamed('200', 'Boris Ivanov'));
  for (let count = 1; count <= 60; count += 1) server.write('200', `number ${count}`);
  await enter();
  await clock.advance(100);
  assert.equal(texts().length, 50);
  assert.equal(texts().at(-1), 'number 60');
  assert.equal(chat.me.get()?.displayName, 'Anna Petrova');
  assert.equal(chat.people.known.get().get('200')?.displayName, 'Boris Ivanov');
  assert.equal(server.asked.filter((line) => line.startsWith('users')).length, 1);
  assert.equal(chat.room.state.get().phase, 'ready');
});

test('the client sends no request while nothing is missing', async () => {
  const { enter, server, texts, clock } = createFakeChat();
  server.users.set('200', userNamed('200', 'Boris'));
  server.write('200', 'first');
  await enter();
  await clock.advance(1_000);
  const asked = server.asked.length;
  for (let count = 0; count < 100; count += 1) server.write('200', 'more');
  await clock.advance(3_600_000);
  assert.equal(texts().length, 101);
  assert.equal(server.asked.length, asked);
});

test('changes between the join and the subscription are not lost', async () => {
  const { chat, server, texts, clock, link } = createFakeChat();
  chat.start();
  await clock.advance(0);
  server.write('200', 'in between');
  link.up();
  await clock.advance(0);
  assert.deepEqual(texts(), ['in between']);
});

test('a listener that throws does not affect the others', async (t) => {
  const { chat, enter, server, texts } = createFakeChat();
  await enter();
  const errors = t.mock.method(console, 'error', () => undefined);
  const heard: unknown[] = [];
  chat.room.changes.on('hand-raised', () => {
    throw new Error('listener failed');
  });
  chat.room.changes.on('hand-raised', (payload) => heard.push(payload.participantId));
  server.change('hand-raised', { participantId: 'p9' });
  server.write('200', 'after it');
  await Promise.resolve();
  assert.deepEqual(heard, ['p9']);
  assert.deepEqual(texts(), ['after it']);
  assert.equal(errors.mock.callCount(), 1);
});

test('the socket may deliver anything', async () => {
  const { enter, server, socket, topic, texts, clock } = createFakeChat();
  await enter();
  const strange = [
    null,
    5,
    'x',
    [],
    {},
    { event: 5 },
    { event: 'message' },
    { event: 'message', seq: 'one' },
  ];
  for (const data of strange) socket.publish(topic, data);
  for (const payload of [
    {},
    { message: null },
    { message: { id: 5 } },
    { message: { id: '5', text: 'x' } },
  ]) {
    server.change('message', payload);
    server.change('message-edited', payload);
    server.change('delete-messages', payload);
    server.change('message-reactions', payload);
    server.change('channel-settings', payload);
    server.change('something-new', payload);
  }
  server.write('200', 'still here');
  await clock.advance(0);
  assert.deepEqual(texts(), ['still here']);
});

test('messages are edited, deleted, and all cleared', async () => {
  const { enter, chat, server, texts, clock } = createFakeChat();
  const [one, two] = ['one', 'two'].map((text) => server.write('200', text));
  await enter();
  server.change('message-edited', { message: { ...one, text: 'other words', editedAt: one?.createdAt } });
  await clock.advance(0);
  assert.deepEqual(texts(), ['other words', 'two']);
  server.remove([two?.id ?? '']);
  await clock.advance(0);
  assert.deepEqual(texts(), ['other words']);
  server.messages = [];
  server.change('clean-channel-messages', {});
  await clock.advance(0);
  assert.deepEqual(texts(), []);
  assert.equal(chat.room.state.get().hasOlder, false);
});

test('a message that was deleted since is not shown while missed changes are read', async () => {
  const { enter, server, texts, link, clock } = createFakeChat();
  await enter();
  link.down();
  const { id } = server.write('200', '');
  server.changes = server.changes.map((change) => ({
    ...change,
    payload: { ...change.payload, message: { id, text: '', seq: change.seq, deleted: true } },
  }));
  server.remove([id]);
  server.write('200', 'kept');
  link.up();
  await clock.advance(0);
  assert.deepEqual(texts(), ['kept']);
});

test('a stage reaction has no number and reaches its listeners', async () => {
  const { enter, chat, socket, topic } = createFakeChat();
  await enter();
  const heard: unknown[] = [];
  const release = chat.live.onSignal(topic, 'stage-reactions', ({ counts }) => heard.push(counts));
  const fly = (): void =>
    socket.publish(topic, { event: 'stage-reactions', payload: { counts: { '👏': 3 } } });
  fly();
  release();
  fly();
  assert.deepEqual(heard, [{ '👏': 3 }]);
});

test('a refusal is shown, and a retry recovers', async () => {
  const { chat, server, clock, link, texts } = createFakeChat();
  server.before = () => {
    throw refusal(404, 'not_found');
  };
  chat.start();
  await clock.advance(60_000);
  assert.deepEqual([chat.room.state.get().phase, chat.room.state.get().reason], ['failed', 'not_found']);
  server.before = () => undefined;
  server.write('200', 'here');
  chat.retry();
  await clock.advance(0);
  link.up();
  assert.deepEqual([chat.room.state.get().phase, texts()], ['ready', ['here']]);
});

test('a socket that the server closed reconnects after a while; one that was refused does not', async () => {
  const { enter, chat, socket, clock } = createFakeChat();
  await enter();
  socket.tell({ kind: 'closed', refused: false });
  assert.equal(chat.live.state.get(), 'down');
  await clock.advance(6_000);
  assert.deepEqual(socket.log, ['connect', 'connect']);
  socket.tell({ kind: 'closed', refused: true });
  await clock.advance(600_000);
  assert.equal(chat.live.state.get(), 'refused');
  assert.deepEqual(socket.log, ['connect', 'connect']);
  chat.retry();
  assert.equal(socket.log.length, 3);
});

test('a chat that has ended receives, requests and sends nothing', async () => {
  const { enter, chat, server, socket, clock, texts } = createFakeChat();
  await enter();
  server.before = (operation) => {
    if (operation === 'send') throw unreachable();
  };
  chat.room.send('never');
  await clock.advance(0);
  chat.end();
  const asked = server.asked.length;
  server.before = () => undefined;
  server.write('200', 'unheard');
  await clock.advance(600_000);
  assert.deepEqual(texts(), []);
  assert.equal(server.asked.length, asked);
  assert.equal(socket.log.at(-1), 'disconnect');
});
