import type { PlaybackReport } from '../../../../contract/operations/playback-report.ts';
import { curveOf, intersectIntervals, mergeIntervals, millisecondsOf } from '../people/intervals.ts';
import type { Interval } from '../people/model.ts';
import type { PlayedPart, SessionSpan, ViewerTimes, ViewingInput, WatchedTimes } from './model.ts';

/** Intervals of the video in whole seconds, each end rounded to the nearest. Those of less than half a second vanish. */
export const inWholeSeconds = (video: readonly Interval[]): Interval[] =>
  mergeIntervals(
    video.map(({ start, end }) => ({ start: Math.round(start / 1000), end: Math.round(end / 1000) })),
  );

const within = (intervals: Interval[], bounds: Interval): Interval[] =>
  intersectIntervals(mergeIntervals(intervals), [bounds]);

/** @param bounds the time that counts */
function timesOf(viewings: ViewingInput[], bounds: Interval, videoLength: number): WatchedTimes {
  const parts: PlayedPart[] = viewings.flatMap((viewing) => viewing.parts);
  const online = within(
    parts.map(({ at }) => at),
    bounds,
  );
  const tab = within(
    parts.filter(({ isTabVisible }) => isTabVisible).map(({ at }) => at),
    bounds,
  );
  const video = within(
    parts.map((part) => part.video),
    { start: 0, end: videoLength },
  );
  const videoMs = millisecondsOf(video);
  const clamp = (at: number) => Math.min(Math.max(at, bounds.start), bounds.end);
  return {
    visits: viewings.length,
    firstEntryAt: clamp(Math.min(...viewings.map(({ openedAt }) => openedAt))),
    lastExitAt: clamp(Math.max(...viewings.map(({ seenAt }) => seenAt))),
    isOnline: viewings.some(({ isOpen }) => isOpen),
    ...{ online, tab, video },
    onlineMs: millisecondsOf(online),
    tabMs: millisecondsOf(tab),
    videoMs,
    videoShare: videoLength > 0 ? videoMs / videoLength : 0,
    seconds: inWholeSeconds(video),
  };
}

/**
 * The times of one person over all of their participants, pages and devices: what happens at the same time, or is seen
 * twice, counts once. Replays count separately. Exact to the millisecond.
 */
export function timesOfViewer(span: SessionSpan, viewings: ViewingInput[]): ViewerTimes {
  const length = span.videoLength ?? 0;
  const inSession = viewings.filter(({ kind }) => kind !== 'replay');
  const replays = viewings.filter(({ kind }) => kind === 'replay');
  const session = { start: span.start, end: span.until };
  const sinceStart = { start: span.start, end: span.reportedAt };
  return {
    session: inSession.length > 0 ? timesOf(inSession, session, length) : undefined,
    replay: replays.length > 0 ? timesOf(replays, sinceStart, length) : undefined,
    isLive: inSession.some(({ kind }) => kind === 'live'),
  };
}

/** How many people saw a second of the video and the following ones, until the next point. */
type ViewersAt = PlaybackReport['totals']['curve'][number];

/** Counts those who are somewhere at each second: one point for each second at which the number changes. */
export const viewersBySecond = (all: readonly Pick<WatchedTimes, 'seconds'>[]): ViewersAt[] =>
  curveOf(all.map(({ seconds }) => seconds)).map(({ at: second, people }) => ({ second, people }));

/** Somebody who leaves in the last seconds has seen the session to its end. */
export const stayedSeconds = 10;

/** The second of the video at which the session ended, or at which a running one is. */
function lastSecondOf({ isPermanent, start, until, videoLength }: SessionSpan): number {
  const length = videoLength ?? 0;
  return (isPermanent ? length : Math.min(length, until - start)) / 1000;
}

/** The seconds of the video at which people left the session before its end. */
export function leavingPoints(
  span: SessionSpan,
  all: readonly Pick<WatchedTimes, 'seconds' | 'isOnline'>[],
): ViewersAt[] {
  const last = lastSecondOf(span) - stayedSeconds;
  const counts = new Map<number, number>();
  for (const { seconds, isOnline } of all) {
    const second = seconds.at(-1)?.end;
    if (isOnline || second === undefined || second >= last) continue;
    counts.set(second, (counts.get(second) ?? 0) + 1);
  }
  return [...counts].sort(([a], [b]) => a - b).map(([second, people]) => ({ second, people }));
}

/** Whether somebody saw a moment of the video that an item was shown at. */
export const hasSeen = (
  video: readonly Interval[],
  { atSecond, untilSecond }: { atSecond: number; untilSecond: number | null },
): boolean => {
  const [start, end] = [atSecond * 1000, (untilSecond ?? Number.POSITIVE_INFINITY) * 1000];
  return video.some((interval) => interval.end > start && interval.start < end);
};
