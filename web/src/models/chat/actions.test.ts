import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeChat } from './chat.fake.ts';
import { FakeServer, refusal } from './server.fake.ts';
import type { Message } from './types.ts';

test('a reaction is shown at once, and afterwards as the server has it', async () => {
  const { enter, chat, server, clock } = createFakeChat();
  const { id } = server.write('200', 'good news');
  await enter();
  const seen = () => chat.room.state.get().messages.map((message) => chat.room.actions.reactionsOf(message));
  const message = () => chat.room.state.get().messages.find((one) => one.id === id) as Message;
  const toggling = chat.room.actions.toggle(message(), '👍');
  assert.deepEqual(seen(), [[{ emoji: '👍', count: 1, isMine: true }]]);
  await toggling;
  await clock.advance(0);
  assert.deepEqual(seen(), [[{ emoji: '👍', count: 1, isMine: true }]]);
  await chat.room.actions.toggle(message(), '👍');
  await clock.advance(0);
  assert.deepEqual(seen(), [[]]);
  server.before = () => {
    throw refusal(403, 'muted');
  };
  await chat.room.actions.toggle(message(), '🎉');
  assert.deepEqual(seen(), [[]]);
  assert.equal(chat.room.notice.get()?.code, 'muted');
});

test('the own reaction is known even if the server lists only some people', async () => {
  const server = new FakeServer();
  const userIds = Array.from({ length: 20 }, (_, index) => String(index + 500));
  const { id } = server.write('200', 'popular', { reactions: [{ emoji: '👍', count: 40, userIds }] });
  server.api.react = async () => {
    server.change('message-reactions', { messageId: id, reactions: [{ emoji: '👍', count: 41, userIds }] });
    return server.messages[0] as Message;
  };
  const { enter, chat, clock } = createFakeChat({ server });
  await enter();
  const message = () => chat.room.state.get().messages[0] as Message;
  await chat.room.actions.toggle(message(), '👍');
  await clock.advance(0);
  assert.deepEqual(chat.room.actions.reactionsOf(message()), [{ emoji: '👍', count: 41, isMine: true }]);
});

test('pins are added and removed, with and without a loaded message', async () => {
  const { enter, chat, server, clock } = createFakeChat();
  const far = server.write('200', 'far above');
  for (let count = 0; count < 50; count += 1) server.write('200', 'recent');
  const near = server.write('200', 'near');
  await enter();
  const pinned = () => chat.room.state.get().pins.map(({ message }) => message.text);
  for (const { id } of [near, far]) await server.api.pin(server.channelId, id);
  await clock.advance(0);
  assert.deepEqual(pinned(), ['far above', 'near']);
  server.change('message-edited', { message: { ...near, text: 'nearer' } });
  await clock.advance(0);
  assert.deepEqual(pinned(), ['far above', 'nearer']);
  assert.equal(await chat.room.actions.unpin(near.id), true);
  await clock.advance(0);
  assert.deepEqual(pinned(), ['far above']);
  server.remove([far.id]);
  await clock.advance(0);
  assert.deepEqual(pinned(), []);
});
