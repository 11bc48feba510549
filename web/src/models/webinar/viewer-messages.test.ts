import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epoch, isoAt } from './api.fake.ts';
import type { ViewingAnswer } from './types.ts';
import { type ViewerMessage, ViewerMessages } from './viewer-messages.ts';

const messageAt = (at: number): ViewerMessage => ({
  ...{ id: `m${at}`, at, author: 'Vera', text: `said at ${at}`, kind: 'original' },
});

const answer = (messagesUntil: number, ...messages: ViewerMessage[]): ViewingAnswer => ({
  ...{ serverTime: isoAt(0), state: 'running', endDate: null, playlistUrl: '/p', viewers: 1, items: [] },
  ...{ messages, messagesUntil, hasCaptions: false },
});

const idsIn = (messages: ViewerMessages): string[] => messages.reached.get().map(({ id }) => id);

test('a message appears at its second, at once or when the player gets there', () => {
  const messages = new ViewerMessages(() => epoch);
  messages.moveTo(4);
  messages.take(answer(14, messageAt(1), messageAt(9)), 0);
  assert.deepEqual(idsIn(messages), ['m1']);
  assert.equal(messages.from, 14);
  messages.moveTo(8.9);
  assert.deepEqual(idsIn(messages), ['m1']);
  messages.moveTo(9);
  assert.deepEqual(idsIn(messages), ['m1', 'm9']);
});

test('a message that is already behind the player appeared as long ago, and keeps its time', () => {
  let now = epoch;
  const messages = new ViewerMessages(() => now);
  messages.moveTo(10);
  messages.take(answer(20, messageAt(4)), 0);
  now += 5_000;
  messages.moveTo(15);
  messages.take(answer(25, messageAt(15)), 20);
  assert.deepEqual(
    messages.reached.get().map(({ appearedAt }) => appearedAt - epoch),
    [-6_000, 5_000],
  );
});

test('a response that repeats messages adds none, and nobody is notified', () => {
  const messages = new ViewerMessages(() => epoch);
  messages.moveTo(5);
  messages.take(answer(15, messageAt(2)), 0);
  const { reached } = messages;
  let changes = 0;
  reached.subscribe(() => {
    changes += 1;
  });
  messages.take(answer(16, messageAt(2)), 15);
  messages.moveTo(6);
  assert.equal(changes, 0);
});

test('a jump back hides what is ahead again, and requests everything anew', () => {
  const messages = new ViewerMessages(() => epoch);
  messages.moveTo(300);
  messages.take(answer(310, messageAt(250), messageAt(299)), 0);
  messages.moveTo(299.5);
  assert.equal(messages.from, 310);
  messages.moveTo(260);
  assert.deepEqual([idsIn(messages), messages.from], [['m250'], 0]);
  messages.take(answer(320), 310);
  assert.equal(messages.from, 0, 'the response to a request from before the jump');
  messages.take(answer(270, messageAt(100), messageAt(250)), 0);
  assert.deepEqual([idsIn(messages), messages.from], [['m100', 'm250'], 270]);
});
