import { SignJWT } from 'jose';
import { seconds } from '../../platform/clock.ts';
import type { OutgoingRequest } from '../../webhooks/webhooks.ts';

/** The request of one attempt, with the parts that must be in no record, although the receiver may repeat them. */
export interface SecretRequest {
  url: string;
  request: OutgoingRequest;
  hidden: string[];
}

const keyOf = (secret: string): Uint8Array => new TextEncoder().encode(secret);

/** How long a receiver accepts the token of one attempt. */
const analyticsSeconds = 24 * 3600;

/** The value of `signed_parameters` in the callback for a ready recording. */
export const signRecordingReady = (
  secret: string,
  { meetingId, recordId }: { meetingId: string; recordId: string },
): Promise<string> =>
  new SignJWT({ meeting_id: meetingId, record_id: recordId })
    .setProtectedHeader({ typ: 'JWT', alg: 'HS256' })
    .sign(keyOf(secret));

/** The bearer token of the analytics callback: made anew for each attempt, since it expires. */
export const signAnalytics = (secret: string, at: Date): Promise<string> =>
  new SignJWT({ exp: Math.floor(at.getTime() / seconds(1)) + analyticsSeconds })
    .setProtectedHeader({ typ: 'JWT', alg: 'HS512' })
    .sign(keyOf(secret));
