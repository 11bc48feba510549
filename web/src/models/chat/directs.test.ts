import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeChat } from './chat.fake.ts';
import { userNamed } from './server.fake.ts';

test("a direct conversation appears when somebody begins it, and works like the room's", async () => {
  const { enter, chat, server, socket, clock } = createFakeChat();
  await enter();
  const direct = {
    ...server.channel(),
    id: '8',
    type: 'direct' as const,
    seq: 0,
    messages: [],
    users: [userNamed('200', 'Boris')],
  };
  server.directs = [direct];
  socket.publish('user:100', { event: 'new-direct', payload: { id: '8' } });
  await clock.advance(0);
  const [conversation] = chat.directs.get();
  assert.equal(conversation?.id, '8');
  const message = { ...server.write('200', 'not here'), id: '70', seq: 1, text: 'a word with you' };
  socket.publish('chat:8', { event: 'message', payload: { channelId: '8', message }, seq: 1 });
  await clock.advance(0);
  assert.deepEqual(
    conversation?.state.get().messages.map(({ text }) => text),
    ['a word with you'],
  );
  assert.equal(conversation?.state.get().unread, 1);
  chat.write({ userId: '200', name: 'Boris' });
  assert.equal(chat.shown.get(), conversation);
  assert.equal(chat.opening.opening.get(), undefined);
});

test('messages with which a direct conversation begins are new, unless it is from before the visit', async () => {
  const { enter, chat, server, socket, clock } = createFakeChat();
  const begun = (id: string, text: string) => {
    const message = { ...server.write('200', 'not here'), id: `${id}0`, seq: 1, text };
    return { ...server.channel(), id, type: 'direct' as const, seq: 1, messages: [message] };
  };
  server.directs = [begun('8', 'yesterday')];
  await enter();
  const heard: string[] = [];
  chat.onNewMessages(({ conversation, messages }) => {
    if (conversation !== chat.room) heard.push(...messages.map(({ text }) => text));
  });
  server.directs = [...server.directs, begun('9', 'a word with you')];
  socket.publish('user:100', { event: 'new-direct', payload: { id: '9' } });
  await clock.advance(0);
  assert.deepEqual(heard, ['a word with you']);
  assert.deepEqual(
    chat.directs.get().map(({ state }) => state.get().unread),
    [0, 1],
  );
});

test('a direct conversation that began during a break is there after it', async () => {
  const { enter, chat, server, socket, link, clock } = createFakeChat();
  await enter();
  link.down();
  server.directs = [{ ...server.channel(), id: '8', type: 'direct' as const, seq: 0, messages: [] }];
  link.up({ from: server.seq, recovered: true });
  socket.subscribed('chat:8', { epoch: 'x', top: 0 });
  await clock.advance(0);
  assert.deepEqual(
    chat.directs.get().map(({ id }) => id),
    ['8'],
  );
});

test('many direct conversations that began during a break are read by one request', async () => {
  const { enter, server, socket, clock } = createFakeChat();
  await enter();
  let requests = 0;
  const { directs } = server.api;
  server.api.directs = () => {
    requests += 1;
    return directs();
  };
  for (const id of ['8', '9', '10']) socket.subscribed(`chat:${id}`, { epoch: 'x', top: 0 });
  await clock.advance(0);
  assert.equal(requests, 1);
});

test('messages in a direct conversation that the page did not know are not missed', async () => {
  const { enter, chat, server, socket, clock } = createFakeChat();
  await enter();
  const message = { ...server.write('200', 'not here'), id: '70', seq: 1, text: 'a word with you' };
  const change = { event: 'message', payload: { channelId: '8', message }, seq: 1 };
  const direct = { ...server.channel(), id: '8', type: 'direct' as const, seq: 0, messages: [] };
  server.api.openDirect = async () => {
    socket.subscribed('chat:8', { epoch: 'x', top: 0 });
    socket.publish('chat:8', change);
    server.changes = [change];
    return direct;
  };
  chat.write({ userId: '200', name: 'Boris' });
  await clock.advance(0);
  const conversation = chat.shown.get();
  assert.deepEqual(
    conversation.state.get().messages.map(({ text }) => text),
    ['a word with you'],
  );
});
