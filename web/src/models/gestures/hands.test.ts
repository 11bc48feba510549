import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusal, unreachable } from '../chat/server.fake.ts';
import { createFakeGestures } from './gestures.fake.ts';

test('hands that were raised before are there from the beginning, in order', async () => {
  const { enter, up, names } = createFakeGestures();
  up.set('p3', { participantId: 'p3', name: 'Vera', raisedAt: '2026-01-01T10:00:02.000Z' });
  up.set('p2', { participantId: 'p2', name: 'Boris', raisedAt: '2026-01-01T10:00:01.000Z' });
  await enter();
  assert.deepEqual(names(), ['Boris', 'Vera']);
});

test('hands follow the changes of the channel; only those of others are reported', async () => {
  const { enter, raise, lower, hands, names } = createFakeGestures();
  await enter();
  const news: string[] = [];
  hands.onRaised(({ name }) => news.push(name));
  raise('p2', 'Boris');
  raise('p1', 'Anna Petrova');
  raise('p3', 'Vera');
  assert.deepEqual(names(), ['Boris', 'Anna Petrova', 'Vera']);
  assert.equal(hands.mine.get(), true);
  lower('p2');
  assert.deepEqual(names(), ['Anna Petrova', 'Vera']);
  assert.deepEqual(news, ['Boris', 'Vera']);
});

test('a change that arrives while the list is read is kept, whether the list has it or not', async () => {
  const { enter, raise, lower, up, beforeAnswer, clock, names } = createFakeGestures();
  const reading = Promise.withResolvers<void>();
  beforeAnswer((operation) => (operation === 'hands' ? reading.promise : undefined));
  up.set('p2', { participantId: 'p2', name: 'Boris', raisedAt: '1970-01-01T00:00:00.000Z' });
  await enter();
  raise('p3', 'Vera');
  lower('p2');
  // The response is older than both, as if it had been read before them.
  const now = new Map(up);
  up.clear();
  up.set('p2', { participantId: 'p2', name: 'Boris', raisedAt: '1970-01-01T00:00:00.000Z' });
  reading.resolve();
  await clock.advance(0);
  assert.deepEqual(
    names(),
    [...now.values()].map(({ name }) => name),
  );
  assert.deepEqual(names(), ['Vera']);
});

test('the own hand is shown at once, and one request is sent', async () => {
  const { enter, hands, asked, clock } = createFakeGestures();
  await enter();
  void hands.toggle();
  void hands.set(true);
  assert.equal(hands.mine.get(), true);
  await clock.advance(0);
  assert.equal(hands.mine.get(), true);
  void hands.toggle();
  assert.equal(hands.mine.get(), false);
  await clock.advance(0);
  assert.deepEqual(asked, ['hands', 'raise', 'lower']);
});

test('a change of mind while a request is being sent is sent after it, and is nobody else’s', async () => {
  const { enter, hands, asked, beforeAnswer, clock, raise, lower, names } = createFakeGestures();
  await enter();
  const lowered: string[] = [];
  hands.onLowered(() => lowered.push('by a moderator'));
  const raising = Promise.withResolvers<void>();
  beforeAnswer((operation) => (operation === 'raise' ? raising.promise : undefined));
  const done = [hands.toggle(), hands.toggle()];
  assert.equal(hands.mine.get(), false);
  raising.resolve();
  await clock.advance(0);
  assert.deepEqual(await Promise.all(done), [true, true]);
  assert.deepEqual([asked, names(), lowered], [['hands', 'raise', 'lower'], [], []]);
  // Three times within a request: the last one is what was sent.
  const again = Promise.withResolvers<void>();
  beforeAnswer((operation) => (operation === 'raise' ? again.promise : undefined));
  for (const _ of [1, 2, 3]) void hands.toggle();
  assert.equal(hands.mine.get(), true);
  again.resolve();
  await clock.advance(0);
  assert.deepEqual([asked.slice(3), names()], [['raise'], ['Anna Petrova']]);
  // A moderator lowers the hand while the person is not asking: that is news.
  lower('p1');
  assert.deepEqual(lowered, ['by a moderator']);
  raise('p1', 'Anna Petrova');
  assert.equal(hands.mine.get(), true);
});

test('what the socket brings late of the first of two requests changes nothing', async () => {
  const { enter, hands, beforeAnswer, clock, server, up } = createFakeGestures();
  await enter();
  const lowered: string[] = [];
  hands.onLowered(() => lowered.push('by a moderator'));
  const raising = Promise.withResolvers<void>();
  const lowering = Promise.withResolvers<void>();
  const heldBack = { participantId: 'p1', name: 'Anna Petrova', raisedAt: new Date(1_000).toISOString() };
  beforeAnswer((operation) => (operation === 'raise' ? raising.promise : lowering.promise));
  void hands.toggle();
  void hands.toggle();
  up.set('p1', heldBack); // The server's own change is published below, later than its response.
  raising.resolve();
  await clock.advance(0);
  server.change('hand', heldBack);
  assert.equal(hands.mine.get(), false);
  up.delete('p1');
  lowering.resolve();
  await clock.advance(0);
  assert.equal(hands.mine.get(), false);
  server.change('hand', { ...heldBack, raisedAt: null });
  assert.deepEqual([hands.mine.get(), lowered], [false, []]);
});

test('a refused hand is lowered again, and the reason is reported', async () => {
  const { enter, hands, beforeAnswer, clock } = createFakeGestures();
  await enter();
  beforeAnswer(() => {
    throw refusal(403, 'hands_off');
  });
  const failures: unknown[] = [];
  hands.onFailure((error) => failures.push((error as { code?: unknown }).code));
  assert.equal(await hands.toggle(), false);
  await clock.advance(0);
  assert.equal(hands.mine.get(), false);
  assert.deepEqual(failures, ['hands_off']);
});

test('a hand that was raised before the server knew the person need not be raised again', async () => {
  const { enter, hands, asked, beforeAnswer, clock, names } = createFakeGestures();
  await enter();
  const failures: unknown[] = [];
  hands.onFailure((error) => failures.push(error));
  beforeAnswer((operation) => {
    if (operation === 'raise') throw refusal(409, 'participant_not_in_call');
  });
  void hands.toggle();
  await clock.advance(600);
  assert.equal(hands.mine.get(), true);
  beforeAnswer(() => undefined);
  await clock.advance(1_000);
  assert.deepEqual(names(), ['Anna Petrova']);
  assert.deepEqual(asked.filter((operation) => operation === 'raise').length, 3);
  assert.deepEqual(failures, []);
});

test('a person who is not in the call gets a refusal in the end', async () => {
  const { enter, hands, beforeAnswer, clock } = createFakeGestures();
  await enter();
  const failures: unknown[] = [];
  hands.onFailure((error) => failures.push((error as { code?: unknown }).code));
  beforeAnswer(() => {
    throw refusal(409, 'participant_not_in_call');
  });
  void hands.toggle();
  await clock.advance(10_000);
  assert.equal(hands.mine.get(), false);
  assert.deepEqual(failures, ['participant_not_in_call']);
});

test('without the socket the own hand stays up, and is corrected after the return', async () => {
  const { enter, link, hands, raise, lower, clock, server } = createFakeGestures();
  await enter();
  link.down();
  await hands.toggle();
  await clock.advance(60_000);
  assert.equal(hands.mine.get(), true);
  const from = server.seq - 1;
  raise('p2', 'Boris');
  lower('p1');
  link.up({ from, recovered: true });
  assert.equal(hands.mine.get(), false);
});

test('a moderator lowers one hand or all', async () => {
  const { enter, raise, hands, names, clock } = createFakeGestures();
  await enter();
  for (const [id, name] of [
    ['p2', 'Boris'],
    ['p3', 'Vera'],
    ['p4', 'Gleb'],
  ] as const)
    raise(id, name);
  await hands.lower('p3');
  assert.deepEqual(names(), ['Boris', 'Gleb']);
  await hands.toggle();
  await hands.lowerAll();
  await clock.advance(0);
  assert.deepEqual(names(), []);
  assert.equal(hands.mine.get(), false);
});

test('the hands are read again after the channel was read whole', async () => {
  const { enter, link, up, names, clock } = createFakeGestures();
  await enter();
  link.down();
  up.set('p2', { participantId: 'p2', name: 'Boris', raisedAt: '2026-01-01T10:00:01.000Z' });
  link.up({ epoch: 'another' });
  await clock.advance(0);
  assert.deepEqual(names(), ['Boris']);
});

test('a list that could not be read is requested again', async () => {
  const { enter, up, beforeAnswer, names, clock } = createFakeGestures();
  up.set('p2', { participantId: 'p2', name: 'Boris', raisedAt: '2026-01-01T10:00:01.000Z' });
  beforeAnswer(() => {
    throw unreachable();
  });
  await enter();
  assert.deepEqual(names(), []);
  beforeAnswer(() => undefined);
  await clock.advance(1_000);
  assert.deepEqual(names(), ['Boris']);
});

test('after the end nothing is requested or reported', async () => {
  const { enter, raise, gestures, asked, beforeAnswer, clock, names } = createFakeGestures();
  beforeAnswer(() => {
    throw unreachable();
  });
  await enter();
  gestures.end();
  raise('p2', 'Boris');
  const before = asked.length;
  await clock.advance(600_000);
  assert.equal(asked.length, before);
  assert.deepEqual(names(), []);
});

test('a hand that fell with its owner and is up again is in its position, and is reported once', async () => {
  const { enter, hands, names, raise, server, up } = createFakeGestures();
  await enter();
  const raised: string[] = [];
  hands.onRaised(({ name }) => raised.push(name));
  let lowered = 0;
  hands.onLowered(() => {
    lowered += 1;
  });
  raise('p2', 'Boris');
  raise('p1', 'Anna Petrova');
  const hand = up.get('p2');
  server.change('hand', { ...hand, raisedAt: null, hasLeft: true });
  assert.deepEqual(names(), ['Anna Petrova']);
  server.change('hand', { ...hand });
  assert.deepEqual([names(), raised], [['Boris', 'Anna Petrova'], ['Boris']]);
  const own = up.get('p1');
  server.change('hand', { ...own, raisedAt: null, hasLeft: true });
  assert.deepEqual([hands.mine.get(), lowered], [false, 0]);
});
