import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../../kit/clock.fake.ts';
import { createStore } from '../../kit/store.ts';
import { ActivityReports } from './activity-reports.ts';
import type { Activity } from './api.ts';
import { createFakeCall, createFakeTab } from './call.fake.ts';
import type { ConnectionState } from './connection/connection.ts';

const refusal = (status: number, code: string) => Object.assign(new Error(code), { status, code });
const away = () => new TypeError('no response');

/** Reports as `visible speaking`, with the second of each. */
function createScene() {
  const clock = createFakeClock();
  const [tab, page] = [createFakeTab(), new EventTarget()];
  const sent: string[] = [];
  /** Called for each report; it may throw. */
  const server = { answer: async (_report: Activity): Promise<void> => undefined };
  const numbers: number[] = [];
  const state = createStore<ConnectionState>({ phase: 'connecting', attempt: 0 });
  const connection = { state, entryId: undefined as string | undefined };
  const reports = new ActivityReports({
    api: {
      reportActivity: async (entryId, report) => {
        const states = `${report.isTabVisible ? 'visible' : 'hidden'} ${report.isSpeaking ? 'speaking' : 'silent'}`;
        sent.push(`${clock.now() / 1000} ${entryId} ${states}`);
        numbers.push(report.number);
        await server.answer(report);
      },
    },
    connection,
    clock,
    tab,
    page,
  });
  const connect = async (entryId = 'first') => {
    connection.entryId = entryId;
    state.set({ phase: 'connected' });
    await clock.advance(0);
  };
  const take = () => sent.splice(0);
  /** Advances and returns the states that were sent, without their times. */
  const sentWithin = async (seconds: number) => {
    await clock.advance(seconds * 1000);
    return take().map((line) => line.split(' ').slice(2).join(' '));
  };
  return { clock, tab, page, server, state, reports, connect, take, sentWithin, numbers };
}

test('nothing is sent before the person is in the call; then the states are reported once', async () => {
  const { connect, take, sentWithin, reports } = createScene();
  reports.setSpeaking(true);
  reports.setSpeaking(false);
  assert.deepEqual(await sentWithin(30), []);
  await connect();
  assert.deepEqual(take(), ['30 first visible silent']);
  assert.deepEqual(await sentWithin(600), []);
});

test('a hidden tab is reported at once, a visible one again', async () => {
  const { tab, page, connect, take, sentWithin } = createScene();
  await connect();
  take();
  tab.hide();
  assert.deepEqual(take(), ['0 first hidden silent']);
  page.dispatchEvent(new Event('pagehide'));
  assert.deepEqual(await sentWithin(100), []);
  tab.show();
  assert.deepEqual(await sentWithin(1), ['visible silent']);
  page.dispatchEvent(new Event('pagehide'));
  assert.deepEqual(
    await sentWithin(1),
    ['hidden silent'],
    'browsers that report no hidden tab before pagehide',
  );
  page.dispatchEvent(new Event('pageshow'));
  assert.deepEqual(await sentWithin(1), ['visible silent']);
});

test('a tab that is hidden from the start is reported, too: an earlier session may have left it visible', async () => {
  const { tab, connect, sentWithin } = createScene();
  tab.hide();
  await connect();
  assert.deepEqual(await sentWithin(60), ['hidden silent']);
  tab.show();
  assert.deepEqual(await sentWithin(1), ['visible silent']);
});

test('speech is reported when it begins, and at most every 2 s', async () => {
  const { clock, reports, connect, take, sentWithin } = createScene();
  await connect();
  take();
  for (let word = 0; word < 20; word += 1) {
    reports.setSpeaking(true);
    await clock.advance(150);
    reports.setSpeaking(false);
    await clock.advance(150);
  }
  await clock.advance(2_000);
  const changes = take();
  assert.equal(changes[0], '0 first visible speaking');
  assert.ok(changes.length <= 4, changes.join());
  assert.match(changes.at(-1) ?? '', /visible silent$/);
  assert.deepEqual(await sentWithin(10), []);
});

test('speech ends when the connection is interrupted', async () => {
  const { state, reports, connect, sentWithin } = createScene();
  await connect();
  reports.setSpeaking(true);
  await sentWithin(5);
  state.set({ phase: 'reconnecting', attempt: 0 });
  assert.deepEqual(await sentWithin(5), ['visible silent']);
});

test('a report is repeated at least every second until the server knows the visit', async () => {
  const { server, connect, sentWithin } = createScene();
  server.answer = () => Promise.reject(refusal(409, 'participant_not_in_call'));
  await connect();
  await sentWithin(10);
  const { length } = await sentWithin(10);
  assert.ok(length >= 10, `${length} reports in 10 s`);
  server.answer = async () => undefined;
  assert.equal((await sentWithin(1)).length, 1);
  assert.deepEqual(await sentWithin(10), []);
});

test('after an outage every page reports within 5 s, spread over them, and none more than once in 3 s', async () => {
  const pages = Array.from({ length: 500 }, createScene);
  for (const { connect } of pages) await connect();
  for (const { server } of pages) server.answer = () => Promise.reject(away());
  const bySecond = new Map<number, number>();
  for (const { clock, server, take, tab, sentWithin } of pages) {
    tab.hide();
    await clock.advance(120_000);
    take();
    await clock.advance(60_000);
    const times = take().map((line) => Number(line.split(' ')[0]));
    for (const [index, time] of times.entries()) {
      const before = times[index - 1];
      if (before !== undefined) assert.ok(time - before >= 3, `${before} ${time}`);
      bySecond.set(Math.floor(time), (bySecond.get(Math.floor(time)) ?? 0) + 1);
    }
    server.answer = async () => undefined;
    assert.deepEqual(await sentWithin(5), ['hidden silent']);
  }
  assert.ok(Math.max(...bySecond.values()) < 200, `${Math.max(...bySecond.values())} reports in a second`);
});

test('a tab that is hidden when the network is back is reported as hidden then', async () => {
  const { server, tab, connect, take, sentWithin } = createScene();
  await connect();
  server.answer = () => Promise.reject(away());
  tab.hide();
  await sentWithin(60);
  server.answer = async () => undefined;
  assert.deepEqual(await sentWithin(5), ['hidden silent']);
  server.answer = () => Promise.reject(away());
  tab.show();
  tab.hide();
  await sentWithin(60);
  server.answer = async () => undefined;
  assert.deepEqual(await sentWithin(5), ['hidden silent'], 'the server may have stored that it was visible');
  assert.deepEqual(await sentWithin(60), []);
  tab.show();
  assert.equal(take().length, 1);
});

test('reports are numbered in their order, also over connections', async () => {
  const { tab, connect, state, numbers } = createScene();
  await connect();
  tab.hide();
  state.set({ phase: 'reconnecting', attempt: 0 });
  await connect('second');
  assert.deepEqual(numbers, [1, 2, 3]);
});

test('a page that is hidden while a report is on its way does not wait for the response', async () => {
  const { server, tab, connect, take, clock } = createScene();
  const slow = Promise.withResolvers<void>();
  server.answer = () => slow.promise;
  await connect();
  tab.hide();
  assert.deepEqual(take(), ['0 first visible silent', '0 first hidden silent']);
  slow.resolve();
  await clock.advance(100_000);
  assert.deepEqual(take(), []);
});

test('a new entry is reported as such, and a restored one is confirmed', async () => {
  const { state, connect, take, tab } = createScene();
  await connect();
  state.set({ phase: 'reconnecting', attempt: 0 });
  await connect();
  state.set({ phase: 'reconnecting', attempt: 0 });
  await connect('second');
  assert.deepEqual(take(), ['0 first visible silent', '0 first visible silent', '0 second visible silent']);
  state.set({ phase: 'ended', reason: 'left' });
  tab.hide();
  assert.deepEqual(take(), []);
});

test('a report that the server refuses for good is not repeated before the next connection', async () => {
  const { server, state, tab, connect, take, sentWithin } = createScene();
  server.answer = () => Promise.reject(refusal(403, 'removed_from_call'));
  await connect();
  assert.equal(take().length, 1);
  tab.hide();
  tab.show();
  assert.deepEqual(await sentWithin(300), []);
  server.answer = async () => undefined;
  state.set({ phase: 'reconnecting', attempt: 0 });
  await connect();
  assert.deepEqual(await sentWithin(1), ['visible silent']);
});

test('the wait that a server asks for is kept', async () => {
  const { server, connect, take, sentWithin } = createScene();
  server.answer = () => Promise.reject(Object.assign(refusal(429, 'rate_limited'), { retryAfter: 40 }));
  await connect();
  take();
  assert.deepEqual(await sentWithin(39), []);
  assert.equal((await sentWithin(2)).length, 1);
});

test('the call reports the own speech and ends its reports', async () => {
  const { call, clock, mediaServer, tab, activities } = createFakeCall();
  call.start({ audioEnabled: false, videoEnabled: false }, () => {
    throw new Error('no track is open');
  });
  await clock.advance(0);
  mediaServer.speakers('somebody else');
  mediaServer.speakers('somebody else', 'me');
  await clock.advance(0);
  mediaServer.speakers();
  await clock.advance(2_000);
  assert.deepEqual(activities, [
    { isTabVisible: true, isSpeaking: false },
    { isTabVisible: true, isSpeaking: true },
    { isTabVisible: true, isSpeaking: false },
  ]);
  await call.leave();
  tab.hide();
  call.end();
  await clock.advance(60_000);
  assert.equal(activities.length, 3);
});
