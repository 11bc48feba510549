import assert from 'node:assert/strict';
import type { PlaybackReport } from '../../../../../contract/operations/playback-report.ts';

type Watched = PlaybackReport['participants'][number]['watched'];

const secondsOf = (watched: Watched) => watched.reduce((sum, { from, to }) => sum + to - from, 0);

/** Counts the people of each second again, from the rows. */
function assertCurve(curve: PlaybackReport['totals']['curve'], all: Watched[]): void {
  for (const [index, { second, people }] of curve.entries()) {
    const counted = all.filter((watched) => watched.some(({ from, to }) => from <= second && second < to));
    assert.equal(counted.length, people, `the curve at ${second}`);
    assert.ok(second > (curve[index - 1]?.second ?? -1));
  }
  const area = curve.reduce(
    (sum, { second, people }, index) => sum + people * ((curve[index + 1]?.second ?? second) - second),
    0,
  );
  assert.equal(
    area,
    all.reduce((sum, watched) => sum + secondsOf(watched), 0),
    'the area under the curve',
  );
}

/** Fails if the report of a session contradicts itself. */
export function assertSessionInvariants({ session, totals, participants }: PlaybackReport): void {
  const end = Math.ceil(session.videoDuration ?? 0);
  for (const row of participants) {
    const who = row.participantId;
    for (const { watched, watchedDuration, watchedShare } of [row, ...(row.replay ? [row.replay] : [])]) {
      for (const [index, { from, to }] of watched.entries())
        assert.ok(from > (watched[index - 1]?.to ?? -1) && to > from && to <= end, `${who}: watched`);
      // Each end is rounded by half a second at most.
      assert.ok(Math.abs(secondsOf(watched) - watchedDuration) <= watched.length + 1, `${who}: duration`);
      assert.ok(watchedShare >= 0 && watchedShare <= 1, `${who}: share of the video`);
    }
    assert.ok(row.onlineDuration <= session.duration, `${who} is online for longer than the session`);
    assert.ok(row.onlineDurationWithActiveTab <= row.onlineDuration, `${who}: tab`);
    assert.ok(row.isErased || row.name !== null, `${who} has no name`);
    assert.ok(row.firstEntryAt !== null || row.replay !== null, `${who} watched nothing`);
    for (const { startedAt, endedAt } of row.intervals.online) {
      assert.ok(startedAt >= session.startDate, `${who} is online before the start`);
      assert.ok(!session.endDate || endedAt <= session.endDate, `${who} is online after the end`);
    }
  }
  assertCurve(
    totals.curve,
    participants.map(({ watched }) => watched),
  );
  assertCurve(
    totals.replayCurve,
    participants.map(({ replay }) => replay?.watched ?? []),
  );
  assert.equal(totals.people, participants.length);
  assert.equal(totals.present, participants.filter(({ isPresent }) => isPresent).length);
  assert.ok(totals.mostPeople <= totals.watchers);
}
