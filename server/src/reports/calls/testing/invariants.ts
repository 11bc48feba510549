import assert from 'node:assert/strict';
import type { AttendanceReport } from '../../../../../contract/operations/reports.ts';
import type { Answer } from '../../../../../contract/routes.ts';

type Intervals = { startedAt: string; endedAt: string }[];

const lengthOf = (intervals: Intervals) =>
  intervals.reduce((sum, { startedAt, endedAt }) => sum + Date.parse(endedAt) - Date.parse(startedAt), 0);

const isInside = (inner: Intervals, outer: Intervals) =>
  inner.every(({ startedAt, endedAt }) =>
    outer.some((one) => one.startedAt <= startedAt && endedAt <= one.endedAt),
  );

/** Fails if a report contradicts itself: no activity exceeds the time online, and nothing exceeds the call. */
export function assertInvariants({ call, totals, participants }: AttendanceReport): void {
  const whole = [{ startedAt: call.startedAt, endedAt: call.finishedAt ?? '9999-12-31T00:00:00.000Z' }];
  for (const row of participants) {
    const { online, ...used } = row.intervals;
    const who = row.participantId;
    assert.ok(isInside(online, whole), `${who} is online outside the call`);
    assert.equal(Math.floor(lengthOf(online) / 1000), row.onlineDuration, `${who}: online`);
    assert.ok(row.onlineDuration <= call.duration, `${who} is online for longer than the call`);
    const durations = {
      tab: row.onlineDurationWithActiveTab,
      microphone: row.activeMicrophoneDuration,
      camera: row.activeCameraDuration,
      screen: row.screenSharingDuration,
      speaking: row.speakingDuration,
    };
    for (const [name, duration] of Object.entries(durations)) {
      const intervals = used[name as keyof typeof used];
      assert.ok(isInside(intervals, online), `${who}: ${name} outside the time online`);
      assert.equal(Math.floor(lengthOf(intervals) / 1000), duration, `${who}: ${name}`);
      assert.ok(duration <= row.onlineDuration, `${who}: ${name} exceeds the time online`);
    }
    assert.ok(isInside(used.speaking, used.microphone), `${who} speaks without a microphone`);
    const [first, last] = [online[0], online.at(-1)];
    // A visit without length has an entry and an exit, but no time.
    assert.ok(!first || row.firstEntryAt <= first.startedAt, `${who} is online before the first entry`);
    assert.ok(!last || !row.lastExitAt || last.endedAt <= row.lastExitAt, `${who} is online after the exit`);
    assert.ok(row.share >= 0 && row.share <= 1, `${who}: share`);
    assert.ok(row.isErased || row.name !== null, `${who} has no name`);
  }
  const sum = participants.reduce((all, { onlineDuration }) => all + onlineDuration, 0);
  assert.deepEqual(
    [totals.people, totals.onlineDuration, totals.present],
    [participants.length, sum, participants.filter(({ isPresent }) => isPresent).length],
  );
  assert.ok(totals.mostPeople <= totals.people);
}

/** Fails if the rows of a final report do not add up to the area under the curve of the same call. */
export function assertCurve(
  { totals, participants }: AttendanceReport,
  { items }: Answer<'getAnalyticsCallTimeline'>,
): void {
  const area = items.reduce((sum, { at, people }, index) => {
    const next = items[index + 1]?.at ?? at;
    return sum + people * (Date.parse(next) - Date.parse(at));
  }, 0);
  const sum = participants.reduce((all, { intervals }) => all + lengthOf(intervals.online), 0);
  assert.equal(sum, area, 'the sum of the rows is the area under the curve');
  // Each row is truncated to whole seconds.
  assert.ok(
    totals.onlineDuration <= area / 1000 && totals.onlineDuration >= area / 1000 - participants.length,
  );
  assert.equal(items.at(-1)?.people ?? 0, 0, 'nobody is there at the end');
  assert.equal(
    totals.mostPeople,
    Math.max(...items.map(({ people }) => people), Math.min(participants.length, 1)),
  );
}
