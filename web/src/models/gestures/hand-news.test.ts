import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStore } from '../../kit/store.ts';
import type { Call } from '../call/call.ts';
import type { Role } from '../call/call-contract.ts';
import { Notices } from '../call/notices.ts';
import { refusal } from '../chat/server.fake.ts';
import { createFakeGestures } from './gestures.fake.ts';
import { notifyOfHands } from './hand-news.ts';

type State = Pick<ReturnType<Call['state']['get']>, 'people' | 'rights'>;

const watching = { microphone: false, camera: false, screen: false };

function createFollowed(role: Role, rights = watching) {
  const fake = createFakeGestures();
  const { hands, clock } = fake;
  const state = createStore({ people: [{ id: 'p1', role }], rights } as unknown as State);
  const ids = createStore<ReadonlySet<string>>(new Set());
  const notices = new Notices(clock);
  const call = { state, notices, speaking: { ids } } as unknown as Call;
  const rings: number[] = [];
  const list = { isShown: false };
  const room = { isHandRaisingAllowed: true };
  const end = notifyOfHands({
    ...{ hands, call, clock },
    isListShown: () => list.isShown,
    mayRaise: () => room.isHandRaisingAllowed,
    ring: () => rings.push(clock.now()),
  });
  return {
    ...fake,
    rings,
    list,
    room,
    end,
    speak: (...who: string[]) => ids.set(new Set(who)),
    giveWord: () => state.set({ ...state.get(), rights: { ...watching, microphone: true } }),
    told: (): string[] =>
      notices.list.get().map((notice) => {
        if (notice.kind === 'hand-raised') return `${notice.name} +${notice.more}`;
        return notice.kind;
      }),
  };
}

test('a moderator who sees the list of hands hears of a new one and gets no notice', async () => {
  const { enter, raise, told, rings, list } = createFollowed('moderator');
  await enter();
  list.isShown = true;
  raise('p2', 'Boris');
  assert.deepEqual([told(), rings.length], [[], 1]);
});

test('moderators see who raised a hand, and many at once in one notice', async () => {
  const { enter, raise, lower, told, rings, clock } = createFollowed('moderator');
  await enter();
  raise('p2', 'Boris');
  assert.deepEqual(told(), ['Boris +0']);
  raise('p3', 'Vera');
  raise('p4', 'Gleb');
  assert.deepEqual(told(), ['Gleb +2']);
  assert.equal(rings.length, 3);
  await clock.advance(20_000);
  assert.deepEqual(told(), []);
  lower('p4');
  raise('p4', 'Gleb');
  assert.deepEqual(told(), ['Gleb +0']);
});

test('guests see no notice', async () => {
  const { enter, raise, told, rings } = createFollowed('user');
  await enter();
  raise('p2', 'Boris');
  assert.deepEqual([told(), rings], [[], []]);
});

test('a hand is lowered without a notice when its owner may speak', async () => {
  const { enter, hands, giveWord, lower, told, asked, clock } = createFollowed('user');
  await enter();
  await hands.toggle();
  await clock.advance(0);
  giveWord();
  lower('p1');
  await clock.advance(1_000);
  assert.equal(hands.mine.get(), false);
  assert.equal(asked.at(-1), 'lower');
  assert.deepEqual(told(), []);
});

test('a hand is lowered once its owner has spoken for ten seconds, pauses apart', async () => {
  const { enter, hands, speak, told, clock } = createFollowed('user', { ...watching, microphone: true });
  await enter();
  speak('p1');
  await clock.advance(20_000);
  await hands.toggle();
  await clock.advance(6_000);
  speak('p2');
  await clock.advance(60_000);
  assert.equal(hands.mine.get(), true);
  speak('p1', 'p2');
  await clock.advance(3_900);
  assert.equal(hands.mine.get(), true);
  await clock.advance(200);
  assert.deepEqual([hands.mine.get(), told()], [false, ['hand-done']]);
  // The next hand has a turn of its own.
  await hands.toggle();
  await clock.advance(9_000);
  assert.equal(hands.mine.get(), true);
});

test('a hand that could not be lowered after its owner has spoken is not said to be down', async () => {
  const { enter, hands, speak, told, beforeAnswer, clock } = createFollowed('user');
  await enter();
  await hands.toggle();
  beforeAnswer(() => {
    throw refusal(500, 'internal_error');
  });
  speak('p1');
  await clock.advance(10_100);
  assert.deepEqual([hands.mine.get(), told()], [true, ['action-failed']]);
});

test('a person whose hand a moderator lowered sees a notice', async () => {
  const { enter, hands, lower, told, clock } = createFollowed('user');
  await enter();
  await hands.toggle();
  await clock.advance(0);
  lower('p1');
  await clock.advance(1_000);
  assert.deepEqual(told(), ['hand-lowered']);
});

test('a person whose hand went down because hands were turned off sees that, and only that', async () => {
  const { enter, hands, server, room, told, clock } = createFollowed('user');
  await enter();
  await hands.toggle();
  await clock.advance(0);
  server.change('hands-lowered', {});
  // The change of the room arrives a moment later.
  room.isHandRaisingAllowed = false;
  await clock.advance(1_000);
  assert.deepEqual([hands.mine.get(), told()], [false, ['hands-off']]);
});

test('a person who lowers the own hand sees no notice', async () => {
  const { enter, hands, told, clock } = createFollowed('user');
  await enter();
  await hands.toggle();
  await clock.advance(0);
  await hands.toggle();
  await clock.advance(1_000);
  assert.deepEqual(told(), []);
});

test('a refusal shows its reason', async () => {
  const { enter, hands, told, beforeAnswer, end, clock } = createFollowed('user');
  await enter();
  beforeAnswer(() => {
    throw refusal(403, 'hands_off');
  });
  await hands.toggle();
  assert.deepEqual(told(), ['hands-off']);
  await clock.advance(20_000);
  end();
  await hands.toggle();
  assert.deepEqual(told(), []);
});
