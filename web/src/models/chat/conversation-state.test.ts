import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeChat } from './chat.fake.ts';
import { reasonNotToWrite } from './conversation-state.ts';

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
