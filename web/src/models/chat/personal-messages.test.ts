import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeChat } from './chat.fake.ts';
import { isPersonal, type PersonalMessage } from './personal-messages.ts';

const said = (id: string, appearedAt: number): PersonalMessage => ({
  ...{ id, text: `said ${id}`, author: 'Vera', kind: 'original', appearedAt },
});

test('personal messages stand among those of the chat by their times, and cannot be acted on', async () => {
  const { chat, enter, server, texts } = createFakeChat();
  await enter();
  server.write('200', 'first');
  server.write('200', 'second');
  await Promise.resolve();
  const [first, second] = chat.room.state.get().messages.map(({ createdAt }) => Date.parse(createdAt));
  chat.room.setPersonal([said('a', (first ?? 0) - 1), said('b', (second ?? 0) + 1)]);
  await Promise.resolve();
  assert.deepEqual(texts(), ['said a', 'first', 'second', 'said b']);
  assert.deepEqual(chat.room.state.get().messages.map(isPersonal), [true, false, false, true]);
  const [message] = chat.room.state.get().messages;
  assert.deepEqual(message?.meta, { original: true, author: 'Vera' });
  chat.room.setPersonal([]);
  await Promise.resolve();
  assert.deepEqual(texts(), ['first', 'second']);
});

test('new personal messages are unread and reported once', async () => {
  const { chat, enter, server } = createFakeChat();
  await enter();
  server.write('200', 'first');
  await Promise.resolve();
  chat.room.markRead();
  const news: string[] = [];
  chat.onNewMessages(({ messages }) => news.push(...messages.map(({ text }) => text)));
  const later = Date.parse(chat.room.state.get().messages[0]?.createdAt ?? '') + 1;
  chat.room.setPersonal([said('a', later)]);
  chat.room.setPersonal([said('a', later), said('b', later + 1)]);
  await Promise.resolve();
  assert.deepEqual(news, ['said a', 'said b']);
  assert.equal(chat.room.state.get().unread, 2);
  chat.room.markRead();
  await Promise.resolve();
  assert.equal(chat.room.state.get().unread, 0);
  server.write('200', 'second');
  chat.room.setPersonal([said('a', later), said('b', later + 1), said('c', later + 100_000_000)]);
  await Promise.resolve();
  assert.equal(chat.room.state.get().unread, 2);
});
