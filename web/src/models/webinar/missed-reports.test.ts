import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MissedReports } from './missed-reports.ts';

function stage() {
  let second = 0;
  const clock = { steady: () => second * 1_000, jumps: 0 };
  const reports = new MissedReports(clock);
  const keep = (at: number, position = at, more: { isPlaying?: boolean; isTabVisible?: boolean } = {}) => {
    second = at;
    reports.keep({ position, isPlaying: true, isTabVisible: true, ...more });
  };
  const list = (at: number) => {
    second = at;
    return reports.list();
  };
  return { clock, reports, keep, list };
}

test('an hour of failed attempts keeps what the server can bridge, within the bounds', () => {
  const { keep, list } = stage();
  for (let at = 0; at < 3_600; at += 4) keep(at);
  const listed = list(3_600);
  assert.ok(listed.length <= 60, `${listed.length}`);
  assert.ok(listed.every(({ ago }) => ago <= 900));
});

test('the states of a player and its jumps are kept, repetitions are not', () => {
  const { keep, list } = stage();
  keep(0);
  keep(4);
  keep(8);
  keep(9, 9, { isPlaying: false });
  keep(13, 9, { isPlaying: false });
  keep(17, 40, { isPlaying: false });
  keep(20, 40);
  keep(24, 44, { isTabVisible: false });
  keep(26, 90, { isTabVisible: false });
  keep(28, 92, { isTabVisible: false });
  assert.deepEqual(
    list(30).map(({ ago }) => 30 - ago),
    [0, 9, 20, 24, 26, 28],
  );
});

test('after a sleep of the device nobody knows how old the reports are', () => {
  const { clock, keep, list } = stage();
  keep(1);
  clock.jumps = 1;
  assert.deepEqual(list(6), []);
  keep(7);
  assert.deepEqual(list(8), [{ position: 7, isPlaying: true, isTabVisible: true, ago: 1 }]);
});

test('accepted reports are not sent again', () => {
  const { reports, keep, list } = stage();
  keep(1);
  reports.clear();
  assert.deepEqual(list(2), []);
});
