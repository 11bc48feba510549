import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedOf } from '../../../testing/fuzzing/chance.ts';
import { createChance } from '../../../testing/fuzzing/fuzz.ts';
import { type FollowedPart, followReports, type LastReport, type MissedReport } from './follow.ts';
import { clockPosition, type ViewingClock, type WatchReport } from './intervals.ts';
import { mergeStretches } from './testing/stretches.ts';

const startDate = new Date('2026-05-04T10:00:00.000Z');
const at = (second: number) => new Date(startDate.getTime() + Math.round(second * 1000));
const secondOf = (date: Date) => (date.getTime() - startDate.getTime()) / 1000;
const live: ViewingClock = {
  kind: 'live',
  isSeekable: false,
  openedAt: at(10),
  duration: 600,
  startDate,
  endDate: at(600),
  finishedAt: null,
};
const permanent: ViewingClock = { ...live, kind: 'permanent', endDate: null };
const replay: ViewingClock = { ...live, kind: 'replay', isSeekable: true };
const report = (second: number, position = second, more: Partial<WatchReport> = {}): WatchReport => ({
  ...{ at: at(second), position, isPlaying: true, isTabVisible: true, ...more },
});
const last = (second: number, more: Partial<LastReport> = {}): LastReport => ({
  ...{ ...report(second), intervalId: '7', ...more },
});
const missed = (ago: number, position: number, more: Partial<MissedReport> = {}): MissedReport => ({
  ...{ ago, position, isPlaying: true, isTabVisible: true, ...more },
});
const spans = (parts: FollowedPart[]) =>
  parts.map(({ startedAt, endedAt, intervalId }) => [secondOf(startedAt), secondOf(endedAt), intervalId]);

test('an absence of 40 s counts as far as the page played, and lengthens the stored part', () => {
  const followed = followReports(last(100), {
    report: report(140),
    missed: [missed(35, 105), missed(21, 119), missed(5, 135)],
    clock: live,
  });
  assert.deepEqual(spans(followed.parts), [[100, 140, '7']]);
  assert.deepEqual([followed.parts[0]?.from, followed.parts[0]?.to], [100, 140]);
  assert.equal(followed.isContinued, true);
});

test('a player that stood still is not counted, and begins a part of its own when it plays again', () => {
  const followed = followReports(last(100), {
    report: report(140),
    missed: [missed(35, 105), missed(30, 110, { isPlaying: false }), missed(5, 135)],
    clock: live,
  });
  assert.deepEqual(spans(followed.parts), [
    [100, 110, '7'],
    [135, 140, null],
  ]);
});

test('without missed reports a silence of more than 20 s is a gap', () => {
  const followed = followReports(last(100), { report: report(140), missed: [], clock: live });
  assert.deepEqual([followed.parts, followed.isContinued], [[], false]);
  const half = followReports(last(100), { report: report(140), missed: [missed(15, 125)], clock: live });
  assert.deepEqual(spans(half.parts), [[125, 140, null]]);
});

test('what was stored meanwhile does not count again', () => {
  const followed = followReports(last(130), {
    report: report(140),
    missed: [missed(40, 100), missed(20, 120), missed(10, 130), missed(5, 135)],
    clock: live,
  });
  assert.deepEqual(spans(followed.parts), [[130, 140, '7']]);
});

test('missed reports of one moment count once, in whatever order they are sent', () => {
  const same = [5, 5, 35, 20, 35].map((ago) => missed(ago, 140 - ago));
  const followed = followReports(last(100), { report: report(140), missed: same, clock: live });
  assert.deepEqual(spans(followed.parts), [[100, 140, '7']]);
});

test('many missed reports of nearly one moment gain no tolerance each', () => {
  const many = [...Array(60).keys()].map((n) => missed(5.06 - n / 1000, 10 + 0.9 * n));
  const followed = followReports(last(100, { position: 10 }), {
    report: report(105, 400),
    missed: many,
    clock: replay,
  });
  const watched = followed.parts.reduce((sum, { from, to }) => sum + to - from, 0);
  assert.ok(watched <= 1, `${watched} s`);
});

test('nothing counts beyond the end of the session, nor what arrives when its figures are final', () => {
  const late = [missed(20, 588), missed(10, 598)];
  const followed = followReports(last(580), { report: report(608), missed: late, clock: live });
  assert.deepEqual(spans(followed.parts), [[580, 600, '7']]);
  assert.equal(followed.parts[0]?.to, 600);
  const finished = { ...live, finishedAt: at(600) };
  const tooLate = followReports(last(580), { report: report(611), missed: late, clock: finished });
  assert.deepEqual([tooLate.parts, tooLate.isContinued], [[], false]);
  const ended = { ...live, endDate: at(585) };
  const early = followReports(last(580), { report: report(594), missed: [missed(4, 590)], clock: ended });
  assert.deepEqual(spans(early.parts), [[580, 585, '7']]);
});

test('a server that was away at the end counts what was played until then', () => {
  const clock = { ...live, finishedAt: at(640) };
  const late = [missed(60, 585), missed(50, 595), missed(45, 600)];
  const followed = followReports(last(580), { report: report(645, 600), missed: late, clock });
  assert.deepEqual(spans(followed.parts), [[580, 600, '7']]);
});

const kinds = [live, permanent, replay];

/** Sends each report in time, as a page whose server is never away. */
function followInTime(from: LastReport, reports: WatchReport[], clock: ViewingClock): FollowedPart[] {
  let before = from;
  return reports.flatMap((made) => {
    const followed = followReports(before, { report: made, missed: [], clock });
    before = { ...followed.report, intervalId: followed.isContinued ? '1' : null };
    return followed.parts;
  });
}

test('a page that lies gains nothing that it could not have reported in time', (t) => {
  const random = createChance(seedOf(t));
  const below = (most: number) => random() * most;
  for (let round = 0; round < 3000; round += 1) {
    const clock = kinds[round % 3] ?? live;
    const from = last(10 + below(580), { position: below(600), isPlaying: random() < 0.8 });
    from.position = Math.min(from.position, clockPosition(clock, from.at));
    const now = report(secondOf(from.at) + below(100), below(700), { isPlaying: random() < 0.8 });
    const lies = Array.from({ length: Math.floor(below(60)) }, (_, index) => {
      // No two of one moment: which of them comes first would be chance.
      const ago = Math.floor(below(random() < 0.9 ? 1000 : 9000)) / 10 + index / 1000;
      const position = random() < 0.7 ? Math.max(0, secondOf(now.at) - ago + below(8) - 4) : below(1e6);
      return missed(ago, position, { isPlaying: random() < 0.8, isTabVisible: random() < 0.8 });
    });
    const { parts } = followReports(from, { report: now, missed: lies, clock });
    let end = from.at;
    for (const part of parts) {
      assert.ok(part.startedAt >= end && part.endedAt > part.startedAt, 'one after the other');
      assert.ok(part.to >= part.from && part.to <= clockPosition(clock, part.endedAt), 'within the clock');
      end = part.endedAt;
    }
    assert.ok(end <= now.at && (clock.endDate === null || end <= clock.endDate || clock.kind !== 'live'));
    const made = lies
      .map(({ ago, ...state }) => ({ ...state, at: new Date(now.at.getTime() - ago * 1000) }))
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      .filter((one) => one.at > from.at);
    const inTime = mergeStretches(followInTime(from, [...made, now], clock));
    for (const { from: low, to } of parts)
      assert.ok(
        low === to || inTime.some((stretch) => stretch.from <= low && to <= stretch.to),
        `${low} to ${to} of ${JSON.stringify(inTime)}`,
      );
  }
});

/** A page in steps of a quarter of a second: it plays, stands still, is hidden, and its server is away at times. */
function simulatePage(random: () => number) {
  const step = 0.25;
  const played = new Set<number>();
  const reports: (WatchReport & { isAway: boolean })[] = [];
  let [isPlaying, isTabVisible, isAway] = [true, true, false];
  for (let index = 40; index < 1200; index += 1) {
    const second = index * step;
    const before = `${isPlaying} ${isTabVisible}`;
    if (random() < 0.01) isPlaying = !isPlaying;
    if (random() < 0.01) isTabVisible = !isTabVisible;
    if (random() < (isAway ? 0.01 : 0.02)) isAway = !isAway;
    const isChanged = before !== `${isPlaying} ${isTabVisible}`;
    if (isChanged || index % 20 === 0)
      reports.push({ ...report(second, second, { isPlaying, isTabVisible }), isAway });
    if (isPlaying) played.add(index);
  }
  return { step, played, reports };
}

test('what an honest page played while its server was away equals a simulation, up to its last report', (t) => {
  const random = createChance(seedOf(t));
  for (let round = 0; round < 300; round += 1) {
    const { step, played, reports } = simulatePage(random);
    const counted = new Set<number>();
    let before = last(9, { isPlaying: false, intervalId: null });
    let kept: WatchReport[] = [];
    for (const { isAway, ...made } of reports) {
      kept.push(made);
      if (isAway) continue;
      const waiting = kept.slice(0, -1).map(({ at: time, ...state }) => ({
        ...state,
        ago: (made.at.getTime() - time.getTime()) / 1000,
      }));
      const followed = followReports(before, { report: made, missed: waiting, clock: live });
      for (const { from, to, startedAt } of followed.parts) {
        assert.equal(from, secondOf(startedAt));
        for (let index = from / step; index < to / step; index += 1) counted.add(index);
      }
      before = { ...followed.report, intervalId: followed.isContinued ? '1' : null };
      kept = [];
    }
    const known = secondOf(before.at) / step;
    const first = secondOf(reports[0]?.at ?? startDate) / step;
    assert.deepEqual(
      [...counted].sort((a, b) => a - b),
      [...played].filter((index) => index >= first && index < known),
    );
  }
});
