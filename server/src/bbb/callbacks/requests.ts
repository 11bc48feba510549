import type { CallbackName } from '../../../../contract/operations/bigbluebutton-deliveries.ts';
import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { finishedReports } from '../../reports/reports.ts';
import type { OutgoingRequest } from '../../webhooks/webhooks.ts';
import { analyticsOf } from './analytics.ts';
import { type CalledBackMeeting, callsOfMeeting, meetingById } from './meeting.store.ts';
import { signAnalytics, signRecordingReady } from './signing.ts';

/** The content of a request without a key or a signature, so that a log may show it. */
export type CallbackContent = { body: string | null } | { missing: string };

const bodies: Record<CallbackName, (db: Db, meeting: CalledBackMeeting) => Promise<CallbackContent>> = {
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

/** Reads what a delivery states at this moment: an erased person is in no later attempt. */
export async function callbackContent(
  db: Db,
  { eventName, meetingId }: { eventName: CallbackName; meetingId: string },
): Promise<CallbackContent & { meeting?: CalledBackMeeting }> {
  const meeting = await meetingById(db, meetingId);
  if (!meeting) return { missing: 'the meeting is deleted' };
  return { ...(await bodies[eventName](db, meeting)), meeting };
}

/** A request with the part that must be in no record, although the receiver may repeat it in its response. */
export interface SecretRequest {
  request: OutgoingRequest;
  signature: string | undefined;
}

/** Signs the request of one attempt. */
export async function callbackRequest(
  eventName: CallbackName,
  { body, secret, meeting }: { body: string | null; secret: string; meeting: CalledBackMeeting },
): Promise<SecretRequest> {
  if (eventName === 'recording-ready') {
    const { meetingId, internalId: recordId } = meeting;
    const signature = await signRecordingReady(secret, { meetingId, recordId });
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'Lectern-BigBlueButton/1',
    };
    return { request: { headers, body: `signed_parameters=${signature}` }, signature };
  }
  if (eventName === 'analytics') {
    const signature = await signAnalytics(secret, now());
    const headers = {
      'content-type': 'application/json',
      'User-Agent': 'BigBlueButton Analytics Callback',
      // Receivers in PHP read this header by its exact spelling.
      Authorization: `Bearer ${signature}`,
    };
    return { request: { headers, body: body ?? '' }, signature };
  }
  const headers = { 'user-agent': 'Lectern-BigBlueButton/1' };
  return { request: { method: 'GET', headers, body: '' }, signature: undefined };
}
