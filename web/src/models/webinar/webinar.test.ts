import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../../kit/clock.fake.ts';
import { epoch, FakeWebinarServer, isoAt, refusal, sessionAt } from './api.fake.ts';
import { SessionClock } from './sync/session-clock.ts';
import { ViewingReports } from './viewing-reports.ts';
import { Webinar } from './webinar.ts';

function stage() {
  const timers = createFakeClock();
  const server = new FakeWebinarServer(() => timers.now() / 1_000);
  const clock = new SessionClock({ steady: timers.now, wall: () => epoch - 40_000 + timers.now() });
  const webinar = new Webinar({ api: server.api, clock, timers, random: () => 0.5 });
  const phase = () => webinar.phase.get();
  return { timers, server, clock, webinar, phase };
}

test('a viewer who comes early waits, and the session opens at its start by the server’s clock', async () => {
  const { timers, server, webinar, phase } = stage();
  server.program.next = [sessionAt('one', 90, 690)];
  webinar.start();
  await timers.advance(1_000);
  assert.equal(phase().at, 'countdown');
  await timers.advance(88_900);
  assert.equal(phase().at, 'countdown');
  await timers.advance(1_100);
  assert.equal(phase().at, 'watching');
  assert.deepEqual(server.opened, [{ sessionId: 'one' }]);
  webinar.end();
});

test('a late viewer is in the session at once', async () => {
  const { timers, server, webinar, phase } = stage();
  server.program.next = [sessionAt('one', -300, 300), sessionAt('two', 3_600, 4_200)];
  webinar.start();
  await timers.advance(10);
  assert.equal(phase().at, 'watching');
});

test('a start that is moved or deleted while somebody waits changes the countdown', async () => {
  const { timers, server, webinar, phase } = stage();
  server.program.next = [sessionAt('one', 60, 660)];
  webinar.start();
  await timers.advance(10_000);
  server.program.next = [sessionAt('one', 300, 900)];
  await timers.advance(60_000);
  const waiting = phase();
  assert.ok(waiting.at === 'countdown' && waiting.session.startDate === isoAt(300));
  assert.deepEqual(server.opened, []);
  server.program.next = [];
  await timers.advance(60_000);
  assert.equal(phase().at, 'nothing');
});

test('a viewer chooses a later start, even while a session runs', async () => {
  const { timers, server, webinar, phase } = stage();
  server.program.next = [sessionAt('one', 60, 660), sessionAt('two', 3_600, 4_200)];
  webinar.start();
  await timers.advance(10);
  webinar.choose('two');
  await timers.advance(120_000);
  const waiting = phase();
  assert.ok(waiting.at === 'countdown' && waiting.session.id === 'two');
  await timers.advance(3_600_000);
  assert.deepEqual(server.opened, [{ sessionId: 'two' }]);
});

test('a server that is away at the start is asked again until the session opens', async () => {
  const { timers, server, webinar, phase } = stage();
  server.program.next = [sessionAt('one', 30, 630)];
  webinar.start();
  await timers.advance(10_000);
  server.failure = new Error('no response');
  await timers.advance(40_000);
  assert.equal(phase().at, 'countdown');
  server.failure = undefined;
  await timers.advance(20_000);
  assert.equal(phase().at, 'watching');
});

test('a page whose first request has no response says so and continues when the server is back', async () => {
  const { timers, server, webinar, phase } = stage();
  server.failure = new Error('no response');
  server.program.next = [sessionAt('one', 3_600, 4_200)];
  webinar.start();
  await timers.advance(5_000);
  assert.equal(phase().at, 'away');
  server.failure = undefined;
  await timers.advance(20_000);
  assert.equal(phase().at, 'countdown');
});

test('a person who may not watch is told so, and no more requests are made', async () => {
  const { timers, server, webinar, phase } = stage();
  server.program.next = [sessionAt('one', -10, 600)];
  server.failure = refusal(403, 'removed_from_call');
  webinar.start();
  await timers.advance(1_000);
  assert.equal(phase().at, 'refused');
  const reads = server.programReads;
  await timers.advance(600_000);
  assert.equal(server.programReads, reads);
});

test('after the last session its replay is offered and opened on request', async () => {
  const { timers, server, webinar, phase } = stage();
  server.program.replay = sessionAt('one', -900, -300);
  webinar.start();
  await timers.advance(10);
  assert.deepEqual(phase(), { at: 'over', wasWatched: false });
  webinar.watchReplay();
  await timers.advance(10);
  assert.deepEqual(server.opened, [{ sessionId: 'one', isReplay: true }]);
  assert.equal(phase().at, 'watching');
});

test('the replay can be watched before the next start, which does not interrupt it', async () => {
  const { timers, server, webinar, phase } = stage();
  server.program.replay = sessionAt('one', -900, -300);
  server.program.next = [sessionAt('two', 60, 660)];
  webinar.start();
  await timers.advance(10);
  assert.equal(phase().at, 'countdown');
  webinar.watchReplay();
  await timers.advance(120_000);
  assert.deepEqual(server.opened, [{ sessionId: 'one', isReplay: true }]);
  webinar.finish();
  await timers.advance(10);
  webinar.proceed();
  await timers.advance(10);
  assert.deepEqual(server.opened.at(-1), { sessionId: 'two' });
});

test('after a watched session the page does not jump into the next one', async () => {
  const { timers, server, webinar, phase } = stage();
  server.program.next = [sessionAt('one', -10, 20), sessionAt('two', 60, 660)];
  webinar.start();
  await timers.advance(20_000);
  webinar.finish();
  await timers.advance(120_000);
  assert.deepEqual(phase(), { at: 'over', wasWatched: true });
  assert.ok(webinar.program.get()?.running?.id === 'two');
});

class FakeTab extends EventTarget {
  visibilityState = 'visible';
}

async function watching() {
  const { timers, server, clock, webinar, phase } = stage();
  server.program.next = [sessionAt('one', -10, 100)];
  webinar.start();
  await timers.advance(10);
  const opened = phase();
  assert.ok(opened.at === 'watching');
  const tab = new FakeTab();
  const page = new EventTarget();
  const read = () => ({ position: 10 + timers.now() / 1_000, isPlaying: true });
  const { api } = server;
  const reports = new ViewingReports({ api, viewing: opened.viewing, clock, timers, tab, page, read });
  reports.start();
  return { timers, server, tab, page, reports, state: () => reports.state.get() };
}

test('a viewing is reported every 5 s, and when the tab is hidden', async () => {
  const { timers, server, tab, reports, state } = await watching();
  await timers.advance(30_000);
  assert.ok(server.reports.length >= 8 && server.reports.length <= 10, `${server.reports.length} reports`);
  assert.match(state().playlistUrl, /renewed/);
  assert.equal(state().viewers, 3);
  const before = server.reports.length;
  tab.visibilityState = 'hidden';
  tab.dispatchEvent(new Event('visibilitychange'));
  await timers.advance(300);
  assert.equal(server.reports.length, before + 1);
  assert.equal(server.reports.at(-1)?.isTabVisible, false);
  reports.close();
  assert.deepEqual(server.closed, ['viewing 1']);
});

test('what was played while the server was away is reported when it is back, once', async () => {
  const { timers, server, state } = await watching();
  await timers.advance(20_000);
  const before = server.reports.length;
  assert.ok(server.reports.every(({ missed }) => missed === undefined));
  server.failure = new Error('no response');
  await timers.advance(40_000);
  assert.equal(server.reports.length, before);
  server.failure = undefined;
  await timers.advance(5_000);
  const [first, second] = server.reports.slice(before);
  const missed = first?.missed ?? [];
  assert.ok(missed.length >= 4 && missed.length <= 12, `${missed.length} reports`);
  for (const [index, { ago, position, isPlaying }] of missed.entries()) {
    assert.ok(Math.abs((first?.position ?? 0) - ago - position) < 0.001);
    assert.ok(isPlaying && ago < (missed[index - 1]?.ago ?? 46));
    assert.ok((missed[index - 1]?.ago ?? 46) - ago <= 15, 'no gap that the server would not bridge');
  }
  assert.equal(second?.missed, undefined);
  assert.equal(state().isOffline, false);
});

test('what is played while a request waits for its timeout is kept', async () => {
  const { timers, server, reports } = await watching();
  await timers.advance(12_000);
  const sent = server.reports.length;
  server.hanging = true;
  await timers.advance(40_000);
  assert.equal(server.reports.length, sent);
  server.hanging = false;
  server.hangUp();
  await timers.advance(5_000);
  const ages = (server.reports[sent]?.missed ?? []).map(({ ago }) => ago);
  for (const [index, ago] of ages.entries()) assert.ok((ages[index - 1] ?? 45) - ago <= 15, String(ages));
  assert.ok((ages.at(-1) ?? 99) <= 15 && ages.length <= 8, String(ages));
  reports.close();
});

test('a session ends when the server says so, shortly after its end', async () => {
  const { timers, state } = await watching();
  await timers.advance(99_000);
  assert.equal(state().isFinished, false);
  await timers.advance(1_500);
  assert.equal(state().isFinished, true);
});

test('without a connection the session ends by the clock', async () => {
  const { timers, server, state } = await watching();
  await timers.advance(50_000);
  server.failure = new Error('no response');
  await timers.advance(10_000);
  assert.equal(state().isOffline, true);
  await timers.advance(60_000);
  assert.equal(state().isFinished, true);
});

test('what was played until the end is reported when the server is back after it, once', async () => {
  const { timers, server, state } = await watching();
  await timers.advance(60_000);
  server.failure = new Error('no response');
  await timers.advance(70_000);
  assert.equal(state().isFinished, true);
  const [sent, closed] = [server.reports.length, server.closed.length];
  server.failure = undefined;
  await timers.advance(60_000);
  const [late, ...more] = server.reports.slice(sent);
  assert.deepEqual(more, []);
  assert.equal(late?.isPlaying, false);
  assert.ok((late?.missed ?? []).length >= 3, `${late?.missed?.length} states`);
  assert.equal(server.closed.length, closed + 1, 'it is closed again');
});

test('a removed person is told by the next report', async () => {
  const { timers, server, state } = await watching();
  await timers.advance(10_000);
  server.failure = refusal(403, 'removed_from_call');
  await timers.advance(5_100);
  assert.ok(state().refusal);
  const sent = server.reports.length;
  server.failure = undefined;
  await timers.advance(60_000);
  assert.equal(server.reports.length, sent);
});

test('a closed page closes its viewing', async () => {
  const { server, page } = await watching();
  page.dispatchEvent(new Event('pagehide'));
  assert.deepEqual(server.closed, ['viewing 1']);
});
