import { after, seconds } from '../../platform/clock.ts';
import { backSeconds } from './playlist.ts';

/** Longer silence of a player is a gap: it counts until its last report. */
export const longestSilenceMs = seconds(20);

/**
 * Players report every 5 s, so the last reports of a session arrive within this time after its end was announced. A
 * server that was away at the end announces it when it is back.
 */
export const lastReportsMs = seconds(10);

export type ViewingKind = 'live' | 'replay' | 'permanent';

/** A report of a player, with the time at which the server received it. */
export interface WatchReport {
  at: Date;
  /** Second of the video. */
  position: number;
  isPlaying: boolean;
  isTabVisible: boolean;
}

/** The bounds of a viewing's positions. */
export interface ViewingClock {
  kind: ViewingKind;
  /** May the viewer seek? Then they may be at any second. */
  isSeekable: boolean;
  openedAt: Date;
  /** Seconds of the video. */
  duration: number;
  startDate: Date;
  /** Null while nobody knows when the session ends. */
  endDate: Date | null;
  /** When the end was announced; null before. */
  finishedAt: Date | null;
}

/** A part of the video that a viewer saw without a gap. */
export interface WatchedPart {
  startedAt: Date;
  endedAt: Date;
  from: number;
  to: number;
  isTabVisible: boolean;
}

const secondsBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1000;

/** The second of the video that everybody sees at this time, or that this viewing may have reached. */
export function clockPosition(
  { kind, isSeekable, openedAt, startDate, duration }: ViewingClock,
  at: Date,
): number {
  if (isSeekable) return duration;
  const elapsed = secondsBetween(kind === 'live' ? startDate : openedAt, at);
  return Math.min(Math.max(elapsed, 0), duration);
}

/** The lowest position that a player can show: of a live session only the segments of its playlist. */
function lowestPosition(clock: ViewingClock, at: Date): number {
  // A segment in the playlist may begin a little earlier than the playlist reaches back.
  return clock.kind === 'live' ? Math.max(0, clockPosition(clock, at) - backSeconds - 15) : 0;
}

/** The report as the session's clock allows it: a player may claim anything. */
export function boundReport(report: WatchReport, clock: ViewingClock): WatchReport {
  const { endDate, kind } = clock;
  const at = kind === 'live' && endDate && report.at > endDate ? endDate : report.at;
  const position = Math.min(Math.max(report.position, lowestPosition(clock, at)), clockPosition(clock, at));
  return { ...report, at, position };
}

/** The fastest that players play; those in step with a clock correct themselves by a few per cent. */
const fastest: Record<ViewingKind, number> = { live: 1.1, permanent: 1.1, replay: 2 };
const toleranceSeconds = 1;

/** How a viewing is judged. */
export interface Judgement {
  kind: ViewingKind;
  /** Did the page itself measure the time between the two reports? Then no delay of the network lies in it. */
  isByPage?: boolean;
}

/** Whether the player can have played from the one report to the other. */
function isContinuous(earlier: WatchReport, later: WatchReport, { kind, isByPage }: Judgement): boolean {
  const elapsed = secondsBetween(earlier.at, later.at);
  const advanced = later.position - earlier.position;
  // A page could otherwise send many reports of one moment, and gain the tolerance with each.
  const tolerance = isByPage ? Math.min(toleranceSeconds, elapsed) : toleranceSeconds;
  return advanced >= 0 && advanced <= elapsed * fastest[kind] + tolerance;
}

/**
 * The part of the video that was watched between two reports that follow each other, both within the bounds.
 * @returns undefined if the player did not play, was silent for too long, or jumped
 */
export function watchedBetween(
  earlier: WatchReport,
  later: WatchReport,
  judgement: Judgement,
): WatchedPart | undefined {
  const elapsed = later.at.getTime() - earlier.at.getTime();
  if (!earlier.isPlaying || elapsed <= 0 || elapsed > longestSilenceMs) return undefined;
  if (!isContinuous(earlier, later, judgement)) return undefined;
  const { isTabVisible } = earlier;
  return {
    startedAt: earlier.at,
    endedAt: later.at,
    from: earlier.position,
    to: later.position,
    isTabVisible,
  };
}

/** Whether the next report may lengthen the part that ended with this one. */
export const continuesPart = (earlier: WatchReport, later: WatchReport): boolean =>
  later.isPlaying && later.isTabVisible === earlier.isTabVisible;

/** Where the player is now, if it goes on as it last reported. */
export function positionNow(last: WatchReport, clock: ViewingClock, at: Date): number {
  const elapsed = Math.max(0, secondsBetween(last.at, at));
  const expected = last.position + (last.isPlaying ? elapsed : 0);
  return Math.min(expected, clockPosition(clock, at));
}

/** Whether a report came after the figures of the session became final: a computer that slept wakes later. */
export const isTooLate = ({ at }: WatchReport, { kind, finishedAt }: ViewingClock): boolean =>
  kind === 'live' && finishedAt !== null && at > after(lastReportsMs, finishedAt);
