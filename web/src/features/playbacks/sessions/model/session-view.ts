import { shownEmail } from '../../../../../../contract/email.ts';
import type { PlaybackReport } from '../../../../../../contract/operations/playback-report.ts';
import { isFoundIn } from '../../../../../../contract/search.ts';
import { type CurvePoint, peopleAt, stepOf } from '../../../../panel/report/curve-points.ts';

export type SessionViewer = PlaybackReport['participants'][number];
type Points = PlaybackReport['totals']['curve'];

/** The length of what the report shows, in seconds of the video. */
export function videoSeconds({ session, totals }: PlaybackReport): number {
  const last = Math.max(0, ...[totals.curve, totals.replayCurve].map((curve) => curve.at(-1)?.second ?? 0));
  return Math.max(1, Math.ceil(session.videoDuration ?? 0), last);
}

/** The points of a chart, in milliseconds of the video, from its first to its last one. */
export function chartPoints(curve: Points, seconds: number): CurvePoint[] {
  const points = curve.map(({ second, people }) => ({ at: second * 1000, people }));
  if (points[0]?.at !== 0) points.unshift({ at: 0, people: 0 });
  const end = seconds * 1000;
  // The curve falls to zero at its end; drawn, it keeps its height until there.
  const last = points.at(-1);
  if (last && last.at >= end) points.pop();
  points.push({ at: end, people: points.at(-1)?.people ?? 0 });
  return points;
}

/** Round times of the video, in milliseconds. */
export function videoTicks(seconds: number, most: number): number[] {
  const range = { start: 0, end: seconds * 1000 };
  const step = stepOf(range, most);
  return Array.from({ length: Math.floor(range.end / step) + 1 }, (_, n) => n * step);
}

/** A part of the video with its viewers and those who left in it. */
export type VideoPart = { from: number; to: number; people: number; left: number };

/** Splits the video into at most so many parts of equal length. */
export function partsOfVideo(
  points: readonly CurvePoint[],
  leaving: Points,
  { seconds, most }: { seconds: number; most: number },
): VideoPart[] {
  const length = Math.max(1, Math.ceil(seconds / most));
  return Array.from({ length: Math.ceil(seconds / length) }, (_, n) => {
    const [from, to] = [n * length, Math.min(seconds, (n + 1) * length)];
    const left = leaving
      .filter(({ second }) => second >= from && (second < to || (second === to && to === seconds)))
      .reduce((sum, { people }) => sum + people, 0);
    return { from, to, people: peopleAt(points, from * 1000), left };
  });
}

/** The mean part of the video that the people of the session saw; undefined if nobody was there. */
export function averageShare({ participants }: PlaybackReport): number | undefined {
  const watchers = participants.filter(({ firstEntryAt }) => firstEntryAt !== null);
  if (watchers.length === 0) return undefined;
  return watchers.reduce((sum, { watchedShare }) => sum + watchedShare, 0) / watchers.length;
}

/** The people whose name, id or email has the searched text. */
export function findViewers(people: readonly SessionViewer[], search: string): SessionViewer[] {
  return people.filter(({ name, externalUserId, email }) =>
    isFoundIn([name, externalUserId, email, email && shownEmail(email)], search),
  );
}
