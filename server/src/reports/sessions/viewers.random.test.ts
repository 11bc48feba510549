import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedOf } from '../../../testing/fuzzing/chance.ts';
import { Random } from '../../calls/testing/random.ts';
import type { Interval } from '../people/model.ts';
import type { SessionSpan, ViewerTimes, ViewingInput, WatchedTimes } from './model.ts';
import { type NaiveTimes, simulateViewer } from './testing/naive.ts';
import { leavingPoints, stayedSeconds, timesOfViewer, viewersBySecond } from './viewers.ts';

const start = Date.parse('2026-03-02T09:00:00.000Z');

function randomSpan(random: Random): SessionSpan {
  const videoLength = 1000 * (1 + random.below(120));
  const isPermanent = random.below(4) === 0;
  const isFinal = random.below(3) > 0;
  const until = start + (isFinal && !isPermanent ? videoLength : 1000 * random.below(200));
  return { start, until, reportedAt: until + 1000 * random.below(300), isFinal, isPermanent, videoLength };
}

/** A page: it plays, pauses, jumps and hides; some of what it says lies outside the session and the video. */
function randomViewing(random: Random, stepMs: number, isPermanent: boolean): ViewingInput {
  const kinds = isPermanent ? (['permanent'] as const) : (['live', 'live', 'replay'] as const);
  const openedAt = start + stepMs * (random.below(Math.ceil(250_000 / stepMs)) - 10);
  let [at, position] = [openedAt, stepMs * random.below(Math.ceil(60_000 / stepMs))];
  const parts: ViewingInput['parts'] = [];
  for (let n = random.below(8); n > 0; n -= 1) {
    const length = stepMs * random.below(Math.ceil(20_000 / stepMs));
    parts.push({
      at: { start: at, end: at + length },
      video: { start: position, end: position + length },
      isTabVisible: random.below(3) > 0,
    });
    at += length + (random.below(2) === 0 ? 0 : stepMs * random.below(Math.ceil(9000 / stepMs)));
    position += random.below(2) === 0 ? length : stepMs * random.below(Math.ceil(30_000 / stepMs));
  }
  return {
    ...{ id: String(random.below(1e9)), participantId: 'p', openedAt, seenAt: at, parts },
    ...{ kind: kinds[random.below(kinds.length)] ?? 'live', isOpen: random.below(5) === 0 },
  };
}

const lengthOf = (intervals: Interval[]) => intervals.reduce((sum, { start: a, end: b }) => sum + b - a, 0);

/** The steps that the intervals cover, which are in order and neither overlap nor touch. */
function stepsOf(intervals: Interval[], stepMs: number): Set<number> {
  const steps = new Set<number>();
  let last = -1;
  for (const interval of intervals) {
    assert.ok(interval.start > last && interval.end > interval.start, JSON.stringify(intervals));
    for (let at = interval.start; at < interval.end; at += stepMs) steps.add(at);
    last = interval.end;
  }
  return steps;
}

const sorted = (steps: Set<number>) => [...steps].sort((a, b) => a - b);

function assertSame(times: WatchedTimes | undefined, naive: NaiveTimes, stepMs: number): void {
  assert.equal(times?.visits ?? 0, naive.visits);
  if (!times) return;
  for (const what of ['online', 'tab', 'video'] as const) {
    assert.deepEqual(sorted(stepsOf(times[what], stepMs)), sorted(naive[what]), what);
    assert.equal(lengthOf(times[what]), times[`${what}Ms`], what);
  }
  assert.ok(times.tabMs <= times.onlineMs && times.videoShare >= 0 && times.videoShare <= 1);
}

/** Counts the people at every second, from their whole seconds. */
function naiveCurve(all: WatchedTimes[]): number[] {
  const counts = Array.from({ length: 400 }, () => 0);
  for (const { seconds } of all)
    for (const { start: from, end } of seconds)
      for (let second = from; second < end; second += 1) counts[second] = (counts[second] ?? 0) + 1;
  return counts;
}

function assertCurve(all: WatchedTimes[]): void {
  const points = viewersBySecond(all);
  const counts = naiveCurve(all);
  let next = 0;
  let people = 0;
  for (const [second, expected] of counts.entries()) {
    if (points[next]?.second === second) {
      assert.notEqual(points[next]?.people, people, 'a point for each change only');
      people = points[next]?.people ?? 0;
      next += 1;
    }
    assert.equal(people, expected, `second ${second}`);
  }
  assert.equal(next, points.length);
}

const defined = (all: (WatchedTimes | undefined)[]) => all.filter((times) => times !== undefined);

for (const stepMs of [1000, 250]) {
  test(`what 500 random sessions' viewers watched equals a simulation of every ${stepMs} ms`, (t) => {
    const seed = seedOf(t);
    for (let round = 0; round < 500; round += 1) {
      const random = new Random(seed * 10_000 + round);
      const span = randomSpan(random);
      const people: ViewerTimes[] = [];
      for (let n = 1 + random.below(6); n > 0; n -= 1) {
        const viewings = Array.from({ length: 1 + random.below(4) }, () =>
          randomViewing(random, stepMs, span.isPermanent),
        );
        const times = timesOfViewer(span, viewings);
        const naive = simulateViewer(span, viewings, stepMs);
        assertSame(times.session, naive.session, stepMs);
        assertSame(times.replay, naive.replay, stepMs);
        assert.equal(
          times.isLive,
          viewings.some(({ kind }) => kind === 'live'),
        );
        people.push(times);
      }
      for (const part of ['session', 'replay'] as const) assertCurve(defined(people.map((one) => one[part])));
      assertLeaving(span, defined(people.map(({ session }) => session)));
    }
  });
}

/** Everybody who saw something left at the end of it, watches now, or stayed to the end. */
function assertLeaving(span: SessionSpan, all: WatchedTimes[]): void {
  const end = span.isPermanent
    ? (span.videoLength ?? 0)
    : Math.min(span.until - start, span.videoLength ?? 0);
  const left = all.filter(
    ({ seconds, isOnline }) =>
      !isOnline &&
      seconds.length > 0 &&
      Math.max(...seconds.map((one) => one.end)) < end / 1000 - stayedSeconds,
  );
  const points = leavingPoints(span, all);
  assert.equal(
    points.reduce((sum, { people }) => sum + people, 0),
    left.length,
  );
  for (const { second, people } of points)
    assert.equal(left.filter(({ seconds }) => seconds.at(-1)?.end === second).length, people);
}
