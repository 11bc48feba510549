import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  boundReport,
  clockPosition,
  continuesPart,
  isTooLate,
  positionNow,
  type ViewingClock,
  type WatchReport,
  watchedBetween,
} from './intervals.ts';

const startDate = new Date('2026-05-04T10:00:00.000Z');
const at = (second: number) => new Date(startDate.getTime() + second * 1000);
const live: ViewingClock = {
  kind: 'live',
  isSeekable: false,
  openedAt: at(30),
  duration: 600,
  startDate,
  endDate: at(600),
  finishedAt: null,
};
const replay: ViewingClock = { ...live, kind: 'replay', isSeekable: true, openedAt: at(5000) };
const permanent: ViewingClock = { ...live, kind: 'permanent', openedAt: at(5000), endDate: null };
const report = (second: number, position: number, more: Partial<WatchReport> = {}): WatchReport => ({
  at: at(second),
  position,
  isPlaying: true,
  isTabVisible: true,
  ...more,
});

test('the clock of a live session runs from its start, that of a permanent one from the opening', () => {
  assert.equal(clockPosition(live, at(-5)), 0);
  assert.equal(clockPosition(live, at(42.5)), 42.5);
  assert.equal(clockPosition(live, at(9999)), 600);
  assert.equal(clockPosition(permanent, at(5010)), 10);
  assert.equal(clockPosition(replay, at(5010)), 600);
});

test('a claimed position is bounded by the clock', () => {
  assert.equal(boundReport(report(100, 400), live).position, 100);
  assert.equal(boundReport(report(100, 99.5), live).position, 99.5);
  assert.equal(boundReport(report(500, 0), live).position, 425);
  assert.equal(boundReport(report(5010, 300), permanent).position, 10);
  assert.equal(boundReport(report(5010, 300), { ...permanent, isSeekable: true }).position, 300);
  assert.equal(boundReport(report(5010, 1e9), replay).position, 600);
});

test('a report after the end of the session counts until the end', () => {
  const bound = boundReport(report(604, 604), live);
  assert.deepEqual([bound.at, bound.position], [at(600), 600]);
});

test('a report that comes when the figures are final counts no more, except of a replay', () => {
  const finished = { ...live, finishedAt: at(600) };
  assert.equal(isTooLate(report(610, 610), finished), false);
  assert.equal(isTooLate(report(610.001, 610), finished), true);
  const away = 'the server was away at the end, and announced it when it was back';
  assert.equal(isTooLate(report(700, 600), live), false, away);
  assert.equal(isTooLate(report(700, 600), { ...live, finishedAt: at(695) }), false, away);
  assert.equal(isTooLate(report(5010, 10), replay), false);
  assert.equal(isTooLate(report(5010, 10), permanent), false);
});

test('what was played between two reports counts, by the server’s clock', () => {
  assert.deepEqual(watchedBetween(report(100, 100), report(105, 105), { kind: 'live' }), {
    startedAt: at(100),
    endedAt: at(105),
    from: 100,
    to: 105,
    isTabVisible: true,
  });
  const stalled = watchedBetween(report(100, 100), report(105, 102, { isPlaying: false }), { kind: 'live' });
  assert.deepEqual([stalled?.from, stalled?.to], [100, 102]);
});

test('nothing counts while the player was paused, silent, or jumped', () => {
  assert.equal(
    watchedBetween(report(100, 100, { isPlaying: false }), report(105, 105), { kind: 'live' }),
    undefined,
  );
  assert.equal(watchedBetween(report(100, 100), report(121, 121), { kind: 'live' }), undefined);
  assert.equal(watchedBetween(report(100, 100), report(105, 150), { kind: 'live' }), undefined);
  assert.equal(watchedBetween(report(5100, 100), report(5105, 20), { kind: 'replay' }), undefined);
  assert.equal(watchedBetween(report(105, 105), report(105, 105), { kind: 'live' }), undefined);
});

test('only a replay may be played at twice the speed', () => {
  const [earlier, later] = [report(5100, 100), report(5105, 110)];
  assert.equal(watchedBetween(earlier, later, { kind: 'replay' })?.to, 110);
  assert.equal(watchedBetween(earlier, later, { kind: 'permanent' }), undefined);
});

test('a part goes on while the player plays and the tab stays as it was', () => {
  assert.equal(continuesPart(report(1, 1), report(6, 6)), true);
  assert.equal(continuesPart(report(1, 1), report(6, 6, { isPlaying: false })), false);
  assert.equal(continuesPart(report(1, 1), report(6, 6, { isTabVisible: false })), false);
});

test('between two reports the player is where it would be by now, never beyond its clock', () => {
  assert.equal(positionNow(report(5004, 3), permanent, at(5006)), 5);
  assert.equal(positionNow(report(5004, 3, { isPlaying: false }), permanent, at(5060)), 3);
  assert.equal(positionNow(report(5004, 4), permanent, at(5003)), 3);
});
