import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Keyring } from '../../src/platform/crypto.ts';
import { newId } from '../../src/platform/ids.ts';
import { reminderTokenOf } from '../../src/playbacks/reminders/stop.ts';
import type { Database } from '../database.ts';
import type { TestGroup } from '../group.ts';
import type { Lectern } from '../lectern.ts';
import { enterWebinarByLink, makeWatchable } from '../webinars/watchable.ts';

interface FuzzWebinar {
  ids: Record<string, string[]>;
  /** The session of a participant who watches it. */
  viewerToken: string;
}

/** A permanent webinar that somebody watches, with an offer and a reminder: ids that pass the first checks. */
export async function makeFuzzWebinar(
  lectern: Lectern,
  { db }: Pick<Database, 'db'>,
  { owner, spaceId }: Pick<TestGroup, 'owner' | 'spaceId'>,
): Promise<FuzzWebinar> {
  const { playbackId, at } = await makeWatchable(lectern, db, { by: owner, spaceId });
  const offer = {
    type: 'offer',
    at: 0,
    title: 'Course',
    buttonText: 'Buy',
    url: 'https://lms.example.org',
  } as const;
  const { items: offers } = await owner.updateTimeline({ ...at, body: { items: [offer] } });
  const { id: playbackEventId } = await owner.createPlaybackEvent({ spaceId, body: { playbackId } });
  const { items: sessions } = await owner.getPlaybackEventSessions(at);
  const sessionIds = sessions.map(({ id }) => id);
  const viewer = await enterWebinarByLink(lectern, { owner, spaceId, playbackId });
  const { viewingId } = await viewer.api.openViewing({ ...at, body: {} });
  const reminder = { id: newId(), playback_id: playbackId, participant_id: viewer.id };
  const now = new Date();
  await db
    .insertInto('reminders')
    .values({
      ...{ ...reminder, session_id: sessionIds[0] ?? '', email: 'ann@example.org', language: 'en' },
      ...{ timezone: 'UTC', kinds: ['start'], start_date: now, created_at: now },
    })
    .execute();
  const key =
    lectern.installation.LECTERN_SECRET_KEY ??
    readFileSync(join(lectern.dataDir, 'keys/secret'), 'utf8').trim();
  const ids = {
    ...{ playbackId: [playbackId], playbackEventId: [playbackEventId], playbackEventSessionId: sessionIds },
    ...{ viewingId: [viewingId], itemId: offers.map(({ id }) => id) },
    reminderToken: [reminderTokenOf(new Keyring([key]), reminder.id)],
  };
  return { ids, viewerToken: viewer.token };
}
