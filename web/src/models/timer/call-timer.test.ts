import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeChat } from '../chat/chat.fake.ts';
import { refusal } from '../chat/server.fake.ts';
import { CallTimer } from './call-timer.ts';
import { notifyOfTimer } from './timer-news.ts';

const none = { startedAt: null, endsAt: null };
const times = (startedAt: number, endsAt: number) => ({
  startedAt: new Date(startedAt).toISOString(),
  endsAt: new Date(endsAt).toISOString(),
});
const minutes = (count: number): number => count * 60_000;

/** The timer of a call on fakes; the test controls the server. `late`: by how much the page sleeps. */
function createTimer() {
  const fake = createFakeChat();
  const { clock } = fake;
  let stored: ReturnType<typeof times> | typeof none = none;
  let sleep = 0;
  let fault: Error | undefined;
  const change = (next: typeof stored): void => {
    stored = next;
    fake.server.change('timer', next);
  };
  const attempt = async (next: () => typeof stored): Promise<void> => {
    if (fault) throw fault;
    change(next());
  };
  const timer = new CallTimer({
    api: {
      read: async () => stored,
      start: (count) => attempt(() => times(clock.now(), clock.now() + minutes(count))),
      extend: () =>
        attempt(() =>
          times(Date.parse(stored.startedAt ?? ''), Date.parse(stored.endsAt ?? '') + minutes(1)),
        ),
      stop: () => attempt(() => none),
    },
    conversation: fake.chat.room,
    clock: { ...clock, now: () => clock.now() + sleep },
  });
  const heard: string[] = [];
  const notices: string[] = [];
  const rings: number[] = [];
  timer.onNews((news) => heard.push(news.kind === 'set' ? `set ${news.left / 1_000}` : news.kind));
  notifyOfTimer({
    timer,
    notices: { add: ({ kind }) => void notices.push(kind), dismissWhere: () => undefined },
    ring: () => rings.push(clock.now()),
  });
  return {
    ...fake,
    timer,
    heard,
    notices,
    rings,
    change,
    store: (next: typeof stored) => {
      stored = next;
    },
    fallAsleep: (milliseconds: number) => {
      sleep = milliseconds;
    },
    fail: (error: Error | undefined) => {
      fault = error;
    },
  };
}

test('a timer is announced at its start, one minute before the end, and once at the end', async () => {
  const { enter, timer, heard, notices, rings, clock } = createTimer();
  await enter();
  await timer.start(5);
  assert.deepEqual(heard, ['set 300']);
  await clock.advance(minutes(4) - 1);
  assert.deepEqual(heard, ['set 300']);
  await clock.advance(1);
  assert.deepEqual(heard, ['set 300', 'last-minute']);
  await clock.advance(minutes(1));
  assert.deepEqual([heard.at(-1), notices, rings.length], ['ended', ['timer-ended'], 1]);
  assert.equal(timer.running.get(), undefined);
  await clock.advance(minutes(10));
  assert.deepEqual([heard.length, rings.length], [3, 1]);
});

test('news that come late name the minutes that were set', async () => {
  const { enter, change, heard, clock } = createTimer();
  await enter();
  change(times(clock.now() - 2_000, clock.now() - 2_000 + minutes(5)));
  change(times(clock.now() - 20_000, clock.now() - 20_000 + minutes(5)));
  assert.deepEqual(heard, ['set 300', 'set 280']);
});

test('a timer of one minute is announced once before its end', async () => {
  const { enter, timer, heard, clock } = createTimer();
  await enter();
  await timer.start(1);
  await clock.advance(minutes(1));
  assert.deepEqual(heard, ['set 60', 'ended']);
});

test('an added minute moves the end, another timer replaces it, and a stopped one does not end', async () => {
  const { enter, timer, heard, rings, clock } = createTimer();
  await enter();
  await timer.start(1);
  await clock.advance(30_000);
  await timer.extend();
  assert.deepEqual(heard, ['set 60', 'set 90']);
  await clock.advance(60_000);
  assert.deepEqual([heard.at(-1), rings.length], ['last-minute', 0]);
  await timer.start(10);
  await timer.stop();
  assert.deepEqual(heard.slice(-2), ['set 600', 'stopped']);
  await clock.advance(minutes(20));
  assert.deepEqual([heard.at(-1), rings.length, timer.running.get()], ['stopped', 0, undefined]);
});

test('a person who comes later has the same end; one who comes after it hears nothing', async () => {
  const late = createTimer();
  await late.clock.advance(minutes(3));
  late.store(times(0, minutes(5)));
  await late.enter();
  assert.deepEqual(late.timer.running.get(), { startedAt: 0, endsAt: minutes(5) });
  await late.clock.advance(minutes(2));
  assert.deepEqual([late.heard, late.rings], [['set 120', 'last-minute', 'ended'], [minutes(5)]]);
  const after = createTimer();
  await after.clock.advance(minutes(6));
  after.store(times(0, minutes(5)));
  await after.enter();
  assert.deepEqual([after.heard, after.timer.running.get()], [[], undefined]);
});

test('a page that slept through the end neither sounds nor shows a notice', async () => {
  const { enter, timer, heard, notices, clock, fallAsleep } = createTimer();
  await enter();
  await timer.start(5);
  fallAsleep(minutes(30));
  await clock.advance(minutes(5));
  assert.deepEqual([heard, notices, timer.running.get()], [['set 300'], [], undefined]);
});

test('after a gap the page has what the server has, and hears a known timer once', async () => {
  const { enter, timer, heard, clock, link, change } = createTimer();
  await enter();
  await timer.start(5);
  link.down();
  link.up();
  await clock.advance(1_000);
  assert.deepEqual(heard, ['set 300']);
  link.down();
  change(none);
  link.up();
  await clock.advance(1_000);
  assert.deepEqual([heard, timer.running.get()], [['set 300', 'stopped'], undefined]);
});

test('a new call has no timer; a failed request shows a notice, and one for a timer that has ended none', async () => {
  const { enter, timer, notices, server, fail, store } = createTimer();
  await enter();
  await timer.start(5);
  store(none);
  server.change('call-started', { startedAt: new Date(0).toISOString() });
  assert.equal(timer.running.get(), undefined);
  fail(refusal(409, 'timer_not_running'));
  assert.equal(await timer.extend(), false);
  assert.deepEqual(notices, []);
  fail(refusal(500, 'internal_error'));
  assert.equal(await timer.start(1), false);
  assert.deepEqual(notices, ['action-failed']);
});

test('a timer that was set before the server knew the call runs without another press', async () => {
  const { enter, timer, notices, clock, fail } = createTimer();
  await enter();
  fail(refusal(409, 'call_not_active'));
  const set = timer.start(5);
  await clock.advance(600);
  fail(undefined);
  await clock.advance(1_000);
  assert.deepEqual([await set, timer.running.get() !== undefined, notices], [true, true, []]);
});
