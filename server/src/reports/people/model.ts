import type { ReportRow } from '../../../../contract/operations/reports.ts';

/** Plain data of people in a report, without a database. Times are milliseconds since 1970 by the server's clock. */

/** `end` is not part of the interval. */
export interface Interval {
  start: number;
  end: number;
}

/** The device of a participant, as far as the browser states it. */
export type DeviceInput = Pick<
  ReportRow,
  'deviceType' | 'platform' | 'platformVersion' | 'browser' | 'browserVersion'
>;

/** Where a participant came from. */
export type OriginInput = Pick<
  ReportRow,
  'referer' | 'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmContent' | 'utmTerm' | 'ip'
>;

type Identity = 'role' | 'externalUserId' | 'externalMeetingId' | 'userId' | 'email' | 'phone' | 'fields';

/** One participant of the call: one credential and one browser. A person may have several. */
export interface ParticipantInput extends DeviceInput, OriginInput, Pick<ReportRow, Identity | 'isErased'> {
  id: string;
  /** externalUserId, else account, else browser, with a prefix that keeps the three apart. */
  personKey: string;
  joinedAt: number;
  name: string;
}
