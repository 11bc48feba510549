import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeChat } from './chat.fake.ts';

/** The calls of the chat that somebody joins while `isCallRunning`, after a call at the first millisecond. */
async function createCalls({ isCallRunning }: { isCallRunning: boolean }) {
  const fake = createFakeChat();
  const { chat, clock, enter, server } = fake;
  const channel = server.channel.bind(server);
  const callsStartedAt = [1, ...(isCallRunning ? [2] : [])].map((at) => new Date(at).toISOString());
  server.channel = (...args) => ({ ...channel(...args), callsStartedAt, isCallRunning });
  await enter();
  const start = async (startedAt: unknown): Promise<void> => {
    server.change('call-started', { startedAt });
    await clock.advance(0);
  };
  return { ...fake, calls: () => chat.room.state.get().calls, start };
}

test('the server says at joining which call is running', async () => {
  const { calls } = await createCalls({ isCallRunning: true });
  assert.deepEqual(calls(), { starts: [1, 2], current: 2 });
});

test('no call is running until one starts, also one that started while the socket was away', async () => {
  const { calls, link, server, start } = await createCalls({ isCallRunning: false });
  assert.deepEqual(calls(), { starts: [1], current: undefined });
  link.down();
  await start(new Date(3).toISOString());
  assert.deepEqual(calls(), { starts: [1], current: undefined });
  link.up({ from: server.seq - 1, recovered: true });
  await start('soon');
  assert.deepEqual(calls(), { starts: [1, 3], current: 3 });
});

test('what is read again after a break does not undo a call that started meanwhile', async () => {
  const { calls, clock, link, server, start } = await createCalls({ isCallRunning: false });
  await start(new Date(3).toISOString());
  link.down();
  link.up({ from: server.seq, recovered: true });
  await clock.advance(15_000);
  assert.deepEqual(calls(), { starts: [1, 3], current: 3 });
});
