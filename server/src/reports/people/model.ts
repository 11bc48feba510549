/** Plain data of people in a report, without a database. Times are milliseconds since 1970 by the server's clock. */

/** `end` is not part of the interval. */
export interface Interval {
  start: number;
  end: number;
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
