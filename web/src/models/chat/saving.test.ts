import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeChat } from './chat.fake.ts';
import { refusal, unreachable, userNamed } from './server.fake.ts';
import type { Message } from './types.ts';

/** A chat that the person entered after so many messages of Boris. */
async function entered(count: number) {
  const fakes = createFakeChat();
  const { server, chat, enter } = fakes;
  server.users.set('200', userNamed('200', 'Boris Ivanov'));
  server.users.set('300', userNamed('300', 'Vera Kim'));
  const first = server.write('300', 'the first one');
  for (let number = 1; number <= count; number += 1) server.write('200', `number ${number}`);
  await enter();
  const saved: (readonly Message[])[] = [];
  const save = () => chat.saving.start(chat.room, (messages) => saved.push(messages));
  const pages = (): number => server.asked.filter((line) => line.startsWith('page')).length;
  return { ...fakes, first, saved, save, pages };
}

test('all messages are saved, also those that were not loaded, with the names of their authors', async () => {
  const { chat, saved, save, pages } = await entered(2_500);
  await save();
  assert.equal(saved.length, 1);
  assert.deepEqual(
    saved[0]?.map(({ text }) => text),
    ['the first one', ...Array.from({ length: 2_500 }, (_, index) => `number ${index + 1}`)],
  );
  assert.equal(chat.people.known.get().get('300')?.displayName, 'Vera Kim');
  assert.equal(chat.saving.state.get(), undefined);
  assert.equal(chat.room.state.get().hasOlder, false);
  // Three ranges of at most 1,000 messages, and one that is empty.
  assert.equal(pages(), 4);
});

test('what is deleted or written while older messages are loaded is not saved, or saved', async () => {
  const { server, clock, first, saved, save } = await entered(60);
  const release = server.holdNext('page');
  const saving = save();
  await clock.advance(0);
  server.remove([first.id]);
  server.write('200', 'at last');
  release();
  await saving;
  const texts = saved[0]?.map(({ text }) => text) ?? [];
  assert.deepEqual([texts.length, texts[0], texts.at(-1)], [61, 'number 1', 'at last']);
});

test('a failure says why, and another attempt continues where it stopped', async () => {
  const { server, chat, saved, save, pages } = await entered(1_500);
  const failAt = (page: number, error: Error): void => {
    server.before = (operation) => {
      if (operation === 'page' && pages() === page) throw error;
    };
  };
  failAt(2, unreachable());
  await save();
  assert.deepEqual(chat.saving.state.get(), { conversation: chat.room, failure: 'unreachable' });
  failAt(3, refusal(429, 'rate_limited', 30));
  await save();
  assert.equal(chat.saving.state.get()?.failure, 'rate_limited');
  assert.equal(saved.length, 0);
  server.before = () => undefined;
  await save();
  assert.equal(saved[0]?.length, 1_501);
  assert.equal(chat.saving.state.get(), undefined);
  // One range was loaded before the failures; the last one is empty.
  assert.equal(pages(), 5);
});

test('names that cannot be loaded are a failure, too', async () => {
  const { server, chat, clock, saved, save } = await entered(60);
  await clock.advance(100);
  server.before = (operation) => {
    if (operation === 'users') throw unreachable();
  };
  await save();
  assert.equal(chat.saving.state.get()?.failure, 'unreachable');
  assert.deepEqual(saved, []);
  chat.saving.cancel();
  assert.equal(chat.saving.state.get(), undefined);
});

test('a cancelled saving, and one whose call ends, saves nothing and loads no more', async () => {
  for (const stop of ['cancel', 'leave'] as const) {
    const { server, chat, clock, saved, save, pages } = await entered(3_000);
    server.after = async (operation) => {
      if (operation !== 'page') return;
      if (stop === 'cancel') chat.saving.cancel();
      else chat.end();
    };
    await save();
    await clock.advance(100);
    assert.deepEqual([saved, pages(), chat.saving.state.get()], [[], 1, undefined], stop);
  }
});

test('a replay saves what was written by its moment', async () => {
  const { chat, saved, save, clock, first } = await entered(60);
  chat.room.replayUntil(Date.parse(first.createdAt) + 2_000);
  await clock.advance(0);
  await save();
  assert.deepEqual(
    saved[0]?.map(({ text }) => text),
    ['the first one', 'number 1', 'number 2'],
  );
});
