import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeChat } from './chat.fake.ts';
import { reasonNotToWrite } from './conversation-state.ts';

test('a replay shows what was written by its moment, and nobody writes there', async () => {
  const { chat, enter, server, texts } = createFakeChat();
  await enter();
  server.write('200', 'first');
  server.write('200', 'second');
  await Promise.resolve();
  const [first = Number.NaN, second = Number.NaN] = chat.room.state
    .get()
    .messages.map(({ createdAt }) => Date.parse(createdAt));
  const shownAt = async (time: number): Promise<string[]> => {
    chat.room.replayUntil(time);
    await Promise.resolve();
    return texts();
  };
  assert.deepEqual(await shownAt(first - 1), []);
  assert.deepEqual(await shownAt(second), ['first', 'second']);
  assert.deepEqual(await shownAt(first), ['first']);
  assert.equal(reasonNotToWrite({ ...chat.room.state.get(), role: 'moderator' }, 0), 'replay');
});

test('a replay at its beginning loads back to it, some hundred messages at a time', async () => {
  const { chat, clock, enter, server, texts } = createFakeChat();
  const all = Array.from({ length: 460 }, (_, index) => server.write('200', String(index)));
  await enter();
  chat.room.replayUntil(Date.parse(all[2]?.createdAt ?? ''));
  await clock.advance(1_000);
  assert.deepEqual(texts(), ['0', '1', '2']);
  assert.equal(server.asked.filter((line) => line.startsWith('page')).length, 3);
});
