import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeChat, createFakeMemory } from './chat.fake.ts';
import { reasonNotToWrite } from './conversation-state.ts';
import { FakeServer, refusal, unreachable, userNamed } from './server.fake.ts';
import type { Message } from './types.ts';

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
  let release = (): void => undefined;
  server.after = () =>
    new Promise((resolve) => {
      release = resolve;
    });
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
  let release = (): void => undefined;
  server.after = () =>
    new Promise((resolve) => {
      release = resolve;
    });
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

test('a mute and its end take effect at once; a moderator is never muted', async () => {
  const { enter, chat, server, socket, clock } = createFakeChat();
  await enter();
  const { state } = chat.room;
  const mute = (mutedUntil: string | null, channelId = server.channelId): void =>
    socket.publish('user:100', { event: 'muted', payload: { channelId, mutedUntil } });
  const silenced = async () => {
    await clock.advance(0);
    return reasonNotToWrite(state.get(), clock.now());
  };
  mute(new Date(300_000).toISOString(), '8');
  assert.equal(await silenced(), undefined);
  mute(new Date(300_000).toISOString());
  assert.equal(await silenced(), 'muted');
  assert.equal(state.get().mutedUntil, 300_000);
  mute('9999-01-01T00:00:00.000Z');
  await clock.advance(0);
  assert.equal(state.get().mutedUntil, Number.POSITIVE_INFINITY);
  mute(null);
  assert.equal(await silenced(), undefined);
  server.change('channel-settings', { settings: { isChatAllowed: false } });
  assert.equal(await silenced(), 'chat_off');
  assert.equal(reasonNotToWrite({ ...state.get(), role: 'moderator' }, 0), undefined);
});

test('a moderator knows who is muted, from joining on and by the news of others', async () => {
  const { enter, chat, server, socket, clock } = createFakeChat();
  const until = '9999-01-01T00:00:00.000Z';
  const channel = server.channel.bind(server);
  server.channel = (...args) => ({ ...channel(...args), mutedUsers: [{ userId: '200', mutedUntil: until }] });
  server.role = 'moderator';
  await enter();
  const muted = () => Object.fromEntries(chat.room.state.get().muted);
  assert.deepEqual(muted(), { 200: Number.POSITIVE_INFINITY });
  const tell = async (userId: string, mutedUntil: string | null): Promise<void> => {
    const payload = { channelId: server.channelId, userId, mutedUntil };
    socket.publish('user:100', { event: 'user-muted', payload });
    await clock.advance(0);
  };
  await tell('300', new Date(300_000).toISOString());
  await tell('200', null);
  assert.deepEqual(muted(), { 200: 0, 300: 300_000 });
});

test('what has no number is read again after a break', async () => {
  const { enter, chat, server, link, clock } = createFakeChat();
  await enter();
  link.down();
  Object.assign(server, { mutedUntil: '9999-01-01T00:00:00.000Z', role: 'moderator' });
  link.up({ from: server.seq, recovered: true });
  await clock.advance(15_000);
  assert.equal(chat.room.state.get().mutedUntil, Number.POSITIVE_INFINITY);
  assert.equal(chat.room.state.get().role, 'moderator');
});

test('slow mode shows when the next message is allowed, also after a reload', async () => {
  const { enter, chat, server, clock } = createFakeChat();
  server.settings = { ...server.settings, slowModeSeconds: 30 };
  await enter();
  assert.equal(chat.room.state.get().mayWriteAt, 0);
  chat.room.send('one');
  await clock.advance(0);
  assert.equal(chat.room.state.get().mayWriteAt, clock.now() + 30_000);
  const again = createFakeChat({ server });
  await again.enter();
  const written = Date.parse(server.messages[0]?.createdAt ?? '');
  assert.equal(again.chat.room.state.get().mayWriteAt, written + 30_000);
});

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

test('a reload keeps the draft; an edit puts it aside and restores it', async () => {
  const server = new FakeServer();
  const memory = createFakeMemory();
  const before = createFakeChat({ server, memory });
  await before.enter();
  const { draft } = before.chat.room;
  draft.replyTo('55');
  draft.write('half a thou');
  draft.edit('66', 'sent words');
  draft.write('other words');
  const after = createFakeChat({ server, memory });
  await after.enter();
  assert.deepEqual(after.chat.room.draft.writing.get(), { text: 'half a thou', replyTo: '55' });
  draft.clear();
  assert.deepEqual(draft.writing.get(), { text: 'half a thou', replyTo: '55' });
  draft.restore('refused words', undefined);
  assert.deepEqual(draft.writing.get(), { text: 'refused words\nhalf a thou', replyTo: '55' });
  draft.clear();
  assert.equal(memory.kept.size, 0);
});

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
