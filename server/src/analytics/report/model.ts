/**
 * The input and output of the calculation of a report: plain data without a database. All times are milliseconds since
 * 1970 by the server's clock.
 */

/** `end` is not part of the interval. */
export interface Interval {
  start: number;
  end: number;
}

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

/** The device of a participant, as far as the browser states it. */
export interface DeviceInput {
  deviceType: string | null;
  platform: string | null;
  platformVersion: string | null;
  browser: string | null;
  browserVersion: string | null;
}

/** Where a participant came from. */
export interface OriginInput {
  referer: string | null;
  utmSource: string | null;
  utmMedium: string | null;
  utmCampaign: string | null;
  utmContent: string | null;
  utmTerm: string | null;
  ip: string | null;
}

/** One participant of the call: one credential and one browser. A person may have several. */
export interface ParticipantInput extends DeviceInput, OriginInput {
  id: string;
  /** externalUserId, else account, else browser, with a prefix that keeps the three apart. */
  personKey: string;
  joinedAt: number;
  name: string;
  role: 'user' | 'moderator';
  externalUserId: string | null;
  externalMeetingId: string | null;
  userId: string | null;
  email: string | null;
  phone: string | null;
  /** Answers to the custom fields of the entry form, by title. */
  fields: Record<string, string>;
  isErased: boolean;
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
  /** Online time divided by the length of the call, 0 to 1, not rounded. */
  share: number;
}

/** The rule by which a person counts as present: both conditions have to hold. */
export interface PresenceRule {
  minShare: number;
  minSeconds: number;
}
