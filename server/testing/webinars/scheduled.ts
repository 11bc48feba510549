import assert from 'node:assert/strict';
import type { Answer } from '../../../contract/routes.ts';
import type { Lectern } from '../lectern.ts';
import { makePlayback, type TestPlayback } from '../playbacks.ts';
import type { Receiver } from '../receivers/receiver.ts';
import { waitUntil } from '../wait.ts';

export const hour = 3_600_000;
export const fromNow = (ms: number): string => new Date(Date.now() + ms).toISOString();

export const until = <T>(condition: () => T | Promise<T>, message: string) =>
  waitUntil(condition, { timeout: 30_000, message });

export type Session = Answer<'getPlaybackEventSessions'>['items'][number];

interface Hooked {
  lectern: Lectern;
  receiver: Receiver;
}

/** A webinar in a group whose webhook requests the events of sessions. */
export async function makeHookedPlayback({ lectern, receiver }: Hooked, more: 'report_ready'[] = []) {
  const webinar = await makePlayback(lectern);
  const { owner, spaceId } = webinar;
  const url = `${receiver.url}/${spaceId}`;
  const requested = ['session_started', 'session_finished', ...more] as const;
  await owner.createWebhook({ spaceId, body: { url, events: [...requested] } });
  const events = () =>
    receiver.received
      .filter(({ path }) => path === `/${spaceId}`)
      .map(({ body }) => JSON.parse(body).body as Record<string, string>);
  const names = (sessionId: string) =>
    events()
      .filter((event) => event.sessionId === sessionId)
      .map(({ eventName }) => eventName);
  return { ...webinar, events, names };
}

/** Schedules a session. */
export async function scheduleAt(
  { owner, spaceId, playback, at }: TestPlayback,
  startDate: string,
): Promise<{ session: Session; playbackEventId: string }> {
  const body = { playbackId: playback.id, startDate };
  const { id: playbackEventId } = await owner.createPlaybackEvent({ spaceId, body });
  const { items } = await owner.getPlaybackEventSessions({ ...at, query: { dateFrom: startDate } });
  return { session: items[0] ?? assert.fail('no session'), playbackEventId };
}

/** The sessions of the webinar. */
export const sessionsIn = async ({ owner, at }: TestPlayback): Promise<Session[]> =>
  (await owner.getPlaybackEventSessions(at)).items;
