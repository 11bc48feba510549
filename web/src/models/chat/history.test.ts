import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeChat } from './chat.fake.ts';
import { unreachable, userNamed } from './server.fake.ts';

test('the authors of older messages are loaded with them', async () => {
  const { chat, enter, server, clock } = createFakeChat();
  server.users.set('200', userNamed('200', 'Boris Ivanov'));
  server.users.set('300', userNamed('300', 'Vera Kim'));
  server.write('300', 'the first one');
  for (let count = 1; count <= 60; count += 1) server.write('200', `number ${count}`);
  await enter();
  await chat.room.loadOlder();
  await clock.advance(100);
  assert.equal(chat.people.known.get().get('300')?.displayName, 'Vera Kim');
});

test('older pages load up to the beginning, each message once', async () => {
  const { enter, chat, server, texts } = createFakeChat();
  for (let count = 1; count <= 130; count += 1) server.write('200', String(count));
  await enter();
  await Promise.all([chat.room.loadOlder(), chat.room.loadOlder()]);
  await chat.room.loadOlder();
  await chat.room.loadOlder();
  await chat.room.loadOlder();
  assert.deepEqual(
    texts(),
    Array.from({ length: 130 }, (_, index) => String(index + 1)),
  );
  assert.equal(chat.room.state.get().hasOlder, false);
  assert.equal(server.asked.filter((line) => line.startsWith('page')).length, 3);
});

test('a page that was being loaded does not restore deleted or edited messages', async () => {
  const { enter, chat, server, texts, clock } = createFakeChat();
  const old = ['a', 'b', 'c'].map((text) => server.write('200', text));
  for (let count = 0; count < 50; count += 1) server.write('200', 'recent');
  await enter();
  const release = server.holdNext('page');
  const loading = chat.room.loadOlder();
  await clock.advance(0);
  server.remove([old[1]?.id ?? '']);
  server.change('message-edited', { message: { ...old[2], text: 'c, changed' } });
  release();
  await loading;
  await clock.advance(0);
  assert.deepEqual(texts().slice(0, 3), ['a', 'c, changed', 'recent']);
});

test('a page that was being loaded when the channel was cleared restores nothing', async () => {
  const { enter, chat, server, texts, clock } = createFakeChat();
  for (let count = 0; count < 60; count += 1) server.write('200', 'old');
  await enter();
  const release = server.holdNext('page');
  const loading = chat.room.loadOlder();
  await clock.advance(0);
  server.change('clean-channel-messages', {});
  release();
  await loading;
  server.write('200', 'new');
  await clock.advance(0);
  assert.deepEqual(texts(), ['new']);
});

test('a failed page is reported and can be requested again', async () => {
  const { enter, chat, server, texts } = createFakeChat();
  for (let count = 1; count <= 60; count += 1) server.write('200', String(count));
  await enter();
  server.before = () => {
    throw unreachable();
  };
  await chat.room.loadOlder();
  await Promise.resolve();
  assert.equal(chat.room.state.get().loadOlder, 'failed');
  server.before = () => undefined;
  await chat.room.loadOlder();
  await Promise.resolve();
  assert.equal(texts().length, 60);
});

test('loadBackTo loads a message far above, or reports that it is gone', async () => {
  const { enter, chat, server, texts } = createFakeChat();
  const messages = Array.from({ length: 2_500 }, (_, index) => server.write('200', String(index + 1)));
  await enter();
  assert.equal(await chat.room.loadBackTo(messages[99]?.id ?? ''), true);
  assert.deepEqual(texts()[0], '100');
  assert.equal(new Set(texts()).size, 2_401);
  server.messages = server.messages.filter(({ text }) => text !== '50');
  assert.equal(await chat.room.loadBackTo(messages[49]?.id ?? ''), false);
});
