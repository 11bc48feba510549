import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusal, unreachable } from '../chat/server.fake.ts';
import { createFakeGestures } from './gestures.fake.ts';
import { flightTime } from './reactions.ts';

test('a reaction of somebody else flies for a while and disappears', async () => {
  const { enter, reactions, fly, clock } = createFakeGestures();
  await enter();
  fly({ '👏': 2, '🎉': 1 });
  assert.deepEqual(
    reactions.flying.get().map(({ emoji, count }) => `${emoji}${count}`),
    ['👏1', '👏1', '🎉1'],
  );
  await clock.advance(flightTime + 1_000);
  assert.deepEqual(reactions.flying.get(), []);
});

test('many equal reactions become a few, one of which carries the rest, and their number is limited', async () => {
  const { enter, reactions, fly } = createFakeGestures();
  await enter();
  fly({ '👍': 500 });
  assert.deepEqual(
    reactions.flying.get().map(({ count }) => count),
    [1, 1, 1, 497],
  );
  for (let wave = 0; wave < 20; wave += 1) fly({ '👍': 50, '❤️': 3, '😂': 9 });
  assert.equal(reactions.flying.get().length, 24);
});

test('the own reaction flies at once, and once', async () => {
  const { enter, reactions, fly, clock } = createFakeGestures();
  await enter();
  await reactions.send('👏');
  assert.equal(reactions.flying.get().length, 1);
  fly({ '👏': 3 });
  assert.equal(reactions.flying.get().length, 3);
  await clock.advance(10_000);
  await reactions.send('👏');
  await clock.advance(10_000);
  // The server never echoed it, so the next one is somebody else's.
  fly({ '👏': 1 });
  assert.equal(reactions.flying.get().length, 1);
});

test('reactions show who sent them, also the own one', async () => {
  const { enter, reactions, fly } = createFakeGestures();
  await enter();
  await reactions.send('👏');
  fly({ '👏': 3, '🎉': 1 }, [
    { emoji: '👏', participantId: 'p2', name: 'Boris' },
    { emoji: '👏', participantId: 'p1', name: 'Anna Petrova' },
    { emoji: '🎉', participantId: 'p3', name: 'Vera' },
    { emoji: '👏', participantId: 'p2', name: 'Boris' },
    'noise',
  ]);
  const nameOf = (from: { name: string; isMe: boolean } | undefined) => (from?.isMe ? 'me' : from?.name);
  assert.deepEqual(
    reactions.flying.get().map(({ emoji, from }) => `${emoji} ${nameOf(from)}`),
    ['👏 me', '👏 Boris', '👏 Boris', '🎉 Vera'],
  );
  assert.deepEqual(
    reactions.counts.get().map(({ emoji, count, from }) => [emoji, count, from.map(nameOf)]),
    [
      ['👏', 3, ['me', 'Boris']],
      ['🎉', 1, ['Vera']],
    ],
  );
});

test('people who reduce motion see sums until no reaction came for a while', async () => {
  const { enter, reactions, fly, clock } = createFakeGestures();
  await enter();
  fly({ '👏': 2 });
  await clock.advance(flightTime - 100);
  fly({ '👏': 5, '🎉': 1 });
  assert.deepEqual(reactions.counts.get(), [
    { emoji: '👏', count: 7, from: [] },
    { emoji: '🎉', count: 1, from: [] },
  ]);
  await clock.advance(flightTime);
  assert.deepEqual(reactions.counts.get(), []);
});

test('a person who sends too many sees no error: sending pauses, and continues', async () => {
  const { enter, reactions, beforeAnswer, asked, clock } = createFakeGestures();
  await enter();
  beforeAnswer(() => {
    throw refusal(429, 'rate_limited', 20);
  });
  await reactions.send('👍');
  assert.equal(reactions.isPaused.get(), true);
  await reactions.send('👍');
  assert.equal(asked.filter((operation) => operation === 'react').length, 1);
  await clock.advance(20_000);
  assert.equal(reactions.isPaused.get(), false);
  beforeAnswer(() => {
    throw unreachable();
  });
  await reactions.send('👍');
  assert.equal(reactions.isPaused.get(), false);
});

test('a reaction that was sent before the server knew the person reaches the others', async () => {
  const { enter, reactions, beforeAnswer, asked, clock } = createFakeGestures();
  await enter();
  beforeAnswer(() => {
    throw refusal(409, 'participant_not_in_call');
  });
  const sent = reactions.send('👏');
  await clock.advance(600);
  beforeAnswer(() => undefined);
  await clock.advance(1_000);
  await sent;
  assert.equal(asked.filter((operation) => operation === 'react').length, 3);
  assert.equal(reactions.isPaused.get(), false);
});

test('invalid counts are ignored', async () => {
  const { enter, reactions, fly } = createFakeGestures();
  await enter();
  fly({ '<b>': 3, '👍': -1, '👏': 1.5, '🎉': '4', '😂': Number.NaN });
  assert.deepEqual(reactions.flying.get(), []);
  assert.deepEqual(reactions.counts.get(), []);
});
