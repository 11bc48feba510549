import type { ViewingKind } from '../../playbacks/playbacks.ts';
import type { Interval } from '../people/model.ts';

/**
 * The input and output of the calculation of the report of a session: plain data without a database. Times are
 * milliseconds since 1970 by the server's clock, and positions are milliseconds of the video.
 */

/** A part of the video that a page played without a gap. */
export interface PlayedPart {
  at: Interval;
  video: Interval;
  isTabVisible: boolean;
}

/** One page of one participant. */
export interface ViewingInput {
  id: string;
  participantId: string;
  kind: ViewingKind;
  openedAt: number;
  /** When the server last heard of the page, or when it was closed. */
  seenAt: number;
  isOpen: boolean;
  parts: PlayedPart[];
}

/** The bounds of everything that a report counts. */
export interface SessionSpan {
  start: number;
  /** The end of the session; of a running one, the moment of the report. */
  until: number;
  /** The moment of the report, which bounds replays. */
  reportedAt: number;
  isFinal: boolean;
  isPermanent: boolean;
  /** The length of the video in milliseconds; null: it has none. */
  videoLength: number | null;
}

/** The times of one person in the session, or in its replay. */
export interface WatchedTimes {
  visits: number;
  firstEntryAt: number;
  lastExitAt: number;
  /** Whether a page of the person is still open. */
  isOnline: boolean;
  /** When the video played for the person, in order and without overlaps. */
  online: Interval[];
  tab: Interval[];
  /** The parts of the video that the person saw, in order and without overlaps. */
  video: Interval[];
  onlineMs: number;
  tabMs: number;
  videoMs: number;
  /** 0 to 1, not rounded. */
  videoShare: number;
  /** `video` in whole seconds. */
  seconds: Interval[];
}

/** The times of one person; at least one of the two is there. */
export interface ViewerTimes {
  session: WatchedTimes | undefined;
  replay: WatchedTimes | undefined;
  isLive: boolean;
}
