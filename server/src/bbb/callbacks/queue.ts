import type { Db } from '../../platform/db/db.ts';
import { insertCallbacks, type NewCallback } from './sending/deliveries.store.ts';

/** A meeting that ends, or whose recording is ready. */
export interface MeetingOfCallbacks {
  id: string;
  spaceId: string;
  meetingId: string;
  metadata: Record<string, string>;
  /** The parameter `meetingEndedURL` of `create`. */
  meetingEndedUrl: string | null;
}

/** Appends parameters to a URL without changing what it has. */
export function withParameters(url: string, parameters: Record<string, string>): string {
  const [address = '', ...fragment] = url.split('#');
  const added = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const joined = `${address}${address.includes('?') ? '&' : '?'}${added.join('&')}`;
  return [joined, ...fragment].join('#');
}

const given = (urls: (string | null | undefined)[]): string[] => [
  ...new Set(urls.filter((url): url is string => Boolean(url))),
];

/**
 * Queues the requests about a meeting in the transaction that ends it.
 * @param hasRecording whether something was recorded
 * @param wasEntered whether anybody was in it
 */
export function queueEndCallbacks(
  trx: Db,
  meeting: MeetingOfCallbacks,
  { hasRecording, wasEntered }: { hasRecording: boolean; wasEntered: boolean },
): Promise<void> {
  const { metadata, meetingId, meetingEndedUrl } = meeting;
  const marks = { recordingmarks: String(hasRecording), meetingID: meetingId };
  const ends = given([metadata.endcallbackurl, meetingEndedUrl]);
  const analytics = wasEntered ? given([metadata['analytics-callback-url']]) : [];
  return insertCallbacks(trx, meeting, [
    ...ends.map((url): NewCallback => ({ eventName: 'end', url: withParameters(url, marks) })),
    ...analytics.map((url): NewCallback => ({ eventName: 'analytics', url })),
  ]);
}

/** Queues the requests about a recording in the transaction that makes it ready. */
export const queueReadyCallbacks = (
  trx: Db,
  meeting: Omit<MeetingOfCallbacks, 'meetingEndedUrl'>,
): Promise<void> => {
  const { metadata } = meeting;
  const urls = given([metadata['bbb-recording-ready-url'], metadata['bn-recording-ready-url']]);
  return insertCallbacks(
    trx,
    meeting,
    urls.map((url) => ({ eventName: 'recording-ready', url })),
  );
};
