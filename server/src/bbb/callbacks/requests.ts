import type {
  CallbackName,
  HookEventName,
} from '../../../../contract/operations/bigbluebutton-deliveries.ts';
import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { HookEventContent } from '../../platform/db/json-columns.ts';
import { finishedReports } from '../../reports/reports.ts';
import { type HookContentParts, hookEventOf } from '../hooks/content.ts';
import { hookRequest } from '../hooks/request.ts';
import { analyticsOf } from './analytics.ts';
import { type CalledBackMeeting, callsOfMeeting, meetingById } from './meeting.store.ts';
import { type SecretRequest, signAnalytics, signRecordingReady } from './signing.ts';

/** The requests that `create` names. */
type MeetingCallback = Exclude<CallbackName, HookEventName>;

const isOfCreate = (name: CallbackName): name is MeetingCallback => name in bodies;

/** The content of a request without a key or a signature, so that a log may show it. */
export type CallbackContent = { body: string | null } | { missing: string };

const bodies: Record<MeetingCallback, (db: Db, meeting: CalledBackMeeting) => Promise<CallbackContent>> = {
  end: async () => ({ body: null }),
  'recording-ready': async (_db, { meetingId, internalId }) => ({
    body: JSON.stringify({ meeting_id: meetingId, record_id: internalId }),
  }),
  analytics: async (db, meeting) => {
    const callIds = await callsOfMeeting(db, meeting.id);
    const { spaceId, internalId } = meeting;
    const reports = await finishedReports(db, { spaceId, callIds, at: now() });
    if (reports.length === 0) return { missing: 'the report of the meeting is deleted' };
    return { body: JSON.stringify(analyticsOf({ ...meeting, internalMeetingId: internalId }, reports)) };
  },
};

/** The columns of a delivery that state its content. */
export interface StatedDelivery {
  eventName: CallbackName;
  meetingId: string;
  content: HookEventContent | null;
  createdAt: Date;
}

/**
 * Reads what a delivery states at this moment: an erased person is in no later attempt.
 * `isForLog` leaves out passwords of the meeting and what opens a protected recording.
 */
export async function callbackContent(
  db: Db,
  parts: HookContentParts,
  { meetingId, eventName, content, createdAt, isForLog = false }: StatedDelivery & { isForLog?: boolean },
): Promise<CallbackContent & { meeting?: CalledBackMeeting }> {
  const meeting = await meetingById(db, meetingId);
  if (!meeting) return { missing: 'the meeting is deleted' };
  if (isOfCreate(eventName)) return { ...(await bodies[eventName](db, meeting)), meeting };
  const event = { eventName, content: content ?? {}, createdAt };
  return { body: await hookEventOf(db, parts, { meeting, event, isForLog }), meeting };
}

interface ToSend {
  id: string;
  eventName: CallbackName;
  url: string;
  createdAt: Date;
  body: string | null;
  secret: string;
  meeting: CalledBackMeeting;
  /** The host of this installation. */
  domain: string;
}

/** Signs the request of one attempt. */
export async function callbackRequest(sent: ToSend): Promise<SecretRequest> {
  const { eventName, url, body, secret, meeting } = sent;
  if (eventName === 'recording-ready') {
    const { meetingId, internalId: recordId } = meeting;
    const signature = await signRecordingReady(secret, { meetingId, recordId });
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'Lectern-BigBlueButton/1',
    };
    return { url, request: { headers, body: `signed_parameters=${signature}` }, hidden: [signature] };
  }
  if (eventName === 'analytics') {
    const signature = await signAnalytics(secret, now());
    const headers = {
      'content-type': 'application/json',
      'User-Agent': 'BigBlueButton Analytics Callback',
      // Receivers in PHP read this header by its exact spelling.
      Authorization: `Bearer ${signature}`,
    };
    return { url, request: { headers, body: body ?? '' }, hidden: [signature] };
  }
  if (eventName !== 'end') return hookRequest({ ...sent, event: body ?? '' });
  const headers = { 'user-agent': 'Lectern-BigBlueButton/1' };
  return { url, request: { method: 'GET', headers, body: '' }, hidden: [] };
}
