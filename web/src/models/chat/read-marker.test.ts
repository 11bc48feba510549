import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeChat, createFakeMemory } from './chat.fake.ts';
import { FakeServer } from './server.fake.ts';

test('unread messages are those of others since the entry, below a divider, and none once seen', async () => {
  const visit = createFakeMemory();
  const server = new FakeServer();
  const { enter, chat, clock } = createFakeChat({ server, visit });
  server.write('200', 'before my time');
  await enter();
  const state = chat.room.state;
  assert.equal(state.get().unread, 0);
  const line = server.seq;
  for (const text of ['one', 'two']) server.write('200', text);
  server.write(server.me.id, 'from my phone');
  server.change('message', { message: { ...server.messages[0], id: '9999', type: 'system', seq: 5 } });
  await clock.advance(0);
  assert.equal(state.get().unread, 2);
  chat.room.setVisible();
  chat.room.markRead();
  await clock.advance(0);
  assert.deepEqual([state.get().unread, state.get().divider], [0, line]);
  chat.room.setHidden();
  chat.room.setVisible();
  await clock.advance(0);
  assert.equal(state.get().divider, undefined);
  chat.end();
  server.write('200', 'while I reloaded');
  const again = createFakeChat({ server, visit });
  await again.enter();
  assert.equal(again.chat.room.state.get().unread, 1);
});

test('messages that nobody has seen stay unread over a reload', async () => {
  const visit = createFakeMemory();
  const server = new FakeServer();
  const first = createFakeChat({ server, visit });
  server.write('200', 'before my time');
  await first.enter();
  server.write('200', 'seen by nobody');
  await first.clock.advance(0);
  first.chat.end();
  const again = createFakeChat({ server, visit });
  await again.enter();
  assert.equal(again.chat.room.state.get().unread, 1);
});

test('private messages stay unread over a reload, also those that begin a conversation during it', async () => {
  const visit = createFakeMemory();
  const server = new FakeServer();
  const begun = (id: string) => {
    const message = { ...server.write('200', 'not here'), id: `${id}0`, seq: 1, text: 'a word with you' };
    return { ...server.channel(), id, type: 'direct' as const, seq: 1, messages: [message] };
  };
  server.directs = [begun('6')];
  const first = createFakeChat({ server, visit });
  await first.enter();
  server.directs = [...server.directs, begun('8')];
  first.socket.publish('user:100', { event: 'new-direct', payload: { id: '8' } });
  await first.clock.advance(0);
  first.chat.end();
  server.directs = [...server.directs, begun('9')];
  const again = createFakeChat({ server, visit });
  await again.enter();
  assert.deepEqual(
    again.chat.directs.get().map(({ id, state }) => [id, state.get().unread]),
    [
      ['6', 0],
      ['8', 1],
      ['9', 1],
    ],
  );
});

test('new messages of others are reported, own ones and older pages are not', async () => {
  const { enter, chat, server, clock } = createFakeChat();
  for (let count = 0; count < 60; count += 1) server.write('200', 'old');
  await enter();
  const heard: string[] = [];
  chat.onNewMessages(({ messages }) => heard.push(...messages.map(({ text }) => text)));
  await chat.room.loadOlder();
  server.write('200', 'new');
  chat.room.send('own');
  await clock.advance(0);
  assert.deepEqual(heard, ['new']);
});
