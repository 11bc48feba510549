import type { ActivityKind } from '../../../calls/visits/activity.store.ts';
import type { Activity } from '../model.ts';

/** The keys that identify the person behind a participant. */
export interface PersonKeys {
  externalUserId: string | null;
  userId: string | null;
  browser: string;
}

/** One credential and one browser. A rename, a new link or another device is another participant. */
export interface TraceParticipant extends PersonKeys {
  id: string;
  name: string;
  joinedAt: number;
}

/**
 * One event of a meeting, in the terms of the people in it. `connection` is one session of one page with the media
 * server; everything that was on in it goes off when it ends.
 */
export type Happening = { at: number } & (
  | { what: 'join'; connection: string; participantId: string; entryId: string }
  | { what: 'leave'; connection: string }
  | { what: 'on' | 'off'; connection: string; activity: Activity }
  /** A moderator removes the participant: all of its connections end. */
  | { what: 'remove'; participantId: string }
  /** Until it is back, pages cannot report, so what they report happens when it is back. */
  | { what: 'server killed' | 'server back' }
  /** Every connection ends. */
  | { what: 'media server killed' }
);

/** A whole meeting. Happenings are in the order of time. */
export interface Trace {
  /** The call lasts from `start` up to, but not including, `until`. */
  start: number;
  until: number;
  /** False if the report is read at `until` while the call is running. */
  isFinal: boolean;
  participants: TraceParticipant[];
  happenings: Happening[];
}

/** One person is one external id, else one account, else one browser. Equal texts of two kinds are two people. */
export function traceKeyOf({ externalUserId, userId, browser }: PersonKeys): string {
  if (externalUserId !== null) return `external:${externalUserId}`;
  if (userId !== null) return `user:${userId}`;
  return `browser:${browser}`;
}

/** Whether the page reports it; the media server knows the others. */
export const isReported = (activity: Activity): activity is ActivityKind =>
  activity === 'tab' || activity === 'speaking';
