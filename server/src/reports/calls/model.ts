import type { Interval, ParticipantInput } from '../people/model.ts';

/**
 * The input and output of the calculation of the report of a call: plain data without a database. All times are
 * milliseconds since 1970 by the server's clock.
 */

/** The activities of a person who is online. */
export const activities = ['tab', 'microphone', 'camera', 'screen', 'speaking'] as const;
export type Activity = (typeof activities)[number];
/** Being online, or an activity. */
export type Measure = 'online' | Activity;

export type ByActivity<T> = Record<Activity, T>;

/** One connection of one device to the media server, from entry to exit. An open one ends at `until` of the call. */
export interface VisitInput {
  participantId: string;
  /** A media client that reconnects keeps it: `visits` of a person counts distinct ones. */
  entryId: string;
  online: Interval;
  activities: ByActivity<Interval[]>;
}

/** The time of a call. */
export interface CallSpanInput {
  start: number;
  /** The end of the call; of a running one, the moment of the report. */
  until: number;
  isFinal: boolean;
}

export interface CallInput extends CallSpanInput {
  participants: ParticipantInput[];
  visits: VisitInput[];
}

/** The times of one person, over all of their participants, tabs, devices and reconnects. */
export interface PersonTimes {
  personKey: string;
  visits: number;
  firstEntryAt: number;
  lastExitAt: number;
  /** In order, without overlaps. */
  online: Interval[];
  /** In order, without overlaps, and never outside `online`. */
  activities: ByActivity<Interval[]>;
  /** Exact sums. */
  milliseconds: Record<Measure, number>;
  /** Whole seconds, truncated at the end. */
  durations: Record<Measure, number>;
}
