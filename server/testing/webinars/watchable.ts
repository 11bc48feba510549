import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Client } from '../../../contract/client/index.ts';
import type { Body } from '../../../contract/routes.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { initIndex, posterKey, segmentKey } from '../../src/videos/videos.ts';
import { databaseOf } from '../database.ts';
import { openLink } from '../group.ts';
import type { Lectern } from '../lectern.ts';

/** A prepared video whose segments are random bytes: nothing plays it. */
export interface TestVideo {
  id: string;
  nameKey: Buffer;
  /** Seconds of each segment. */
  durations: number[];
  /** Seconds. */
  duration: number;
  keyOf: (rendition: 'source' | '360p', index: number) => string;
}

const renditions = [
  { name: 'source', width: 1280, height: 720, bandwidth: 1_000_000 },
  { name: '360p', width: 640, height: 360, bandwidth: 400_000 },
] as const;

/** Inserts a video of so many seconds in two renditions, with segments of 2.5 and 3 s. */
export async function insertTestVideo(db: Db, spaceId: string, seconds = 600): Promise<TestVideo> {
  const durations: number[] = [];
  for (let at = 0; at < seconds; ) {
    const duration = Math.min(durations.length % 2 === 0 ? 2.5 : 3, seconds - at);
    durations.push(duration);
    at += duration;
  }
  const [id, nameKey, time] = [newId(), randomBytes(32), new Date()];
  await db
    .insertInto('videos')
    .values({
      ...{ id, space_id: spaceId, record_id: newId(), state: 'ready', duration: seconds, name_key: nameKey },
      ...{ width: 1280, height: 720, has_sound: true, created_at: time, ready_at: time },
    })
    .execute();
  const codecs = 'avc1.640028,mp4a.40.2';
  await db
    .insertInto('video_renditions')
    .values(
      renditions.map((rendition) => ({
        ...{ video_id: id, ...rendition, codecs, durations, bytes: '1000000', ready_at: time },
      })),
    )
    .execute();
  const keyOf = (rendition: 'source' | '360p', index: number) =>
    segmentKey({ id, nameKey }, rendition, index);
  return { id, nameKey, durations, duration: seconds, keyOf };
}

/** Writes the files of the video into the data folder, each of so many bytes. */
export const writeVideoFiles = (
  { dataDir }: Pick<Lectern, 'dataDir'>,
  video: TestVideo,
  bytes = 1000,
): void => writeVideoInto(join(dataDir, 'files'), video, bytes);

/** Writes them into the folder of a storage. */
export function writeVideoInto(folder: string, video: TestVideo, bytes = 1000): void {
  const write = (key: string) => {
    const path = join(folder, key);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, randomBytes(bytes));
  };
  write(posterKey(video));
  for (const { name } of renditions) {
    for (let index = initIndex; index < video.durations.length; index += 1) write(video.keyOf(name, index));
  }
}

export interface SessionTimes {
  /** How long ago it began, in seconds; negative: it begins so much later. */
  begunAgo: number;
  isPermanent?: boolean;
}

/** Inserts an event with one session that shows the video. @returns the id of the session */
export async function insertSession(
  db: Db,
  { playbackId, video }: { playbackId: string; video: TestVideo },
  { begunAgo, isPermanent = false }: SessionTimes,
): Promise<{ id: string; startDate: Date; endDate: Date | null }> {
  const startDate = new Date(Date.now() - begunAgo * 1000);
  const endDate = isPermanent ? null : new Date(startDate.getTime() + video.duration * 1000);
  const [id, eventId, created_at] = [newId(), newId(), new Date()];
  const of = { playback_id: playbackId, created_at };
  await db
    .insertInto('playback_events')
    .values({
      ...of,
      ...{ id: eventId, name: 'Of the test', start_date: isPermanent ? null : startDate, timezone: 'UTC' },
    })
    .execute();
  await db
    .insertInto('playback_sessions')
    .values({
      ...of,
      ...{ id, event_id: eventId, start_date: startDate, end_date: endDate, is_permanent: isPermanent },
      timezone: 'UTC',
      ...(begunAgo > 0 && { video_id: video.id, started_at: startDate }),
      ...(endDate && endDate <= created_at && { finished_at: endDate }),
    })
    .execute();
  return { id, startDate, endDate };
}

/** An automatic webinar with a video that is ready. */
export interface WatchableWebinar {
  owner: Client;
  spaceId: string;
  playbackId: string;
  at: { spaceId: string; playbackId: string };
  video: TestVideo;
}

export interface WatchableSettings extends Partial<Body<'createPlayback'>> {
  /** A group of the owner's; a new one without it. */
  spaceId?: string;
  /** Its creator; without it, the owner of the installation. */
  by?: Client;
  /** The length of the video. */
  seconds?: number;
}

export async function makeWatchable(
  lectern: Lectern,
  db: Db,
  { seconds, spaceId: given, by, ...body }: WatchableSettings = {},
): Promise<WatchableWebinar> {
  const owner = by ?? lectern.client(lectern.owner.personalToken);
  const spaceId = given ?? (await owner.createSpace({ body: { name: 'School' } })).id;
  const { id: playbackId } = await owner.createPlayback({
    spaceId,
    body: { name: 'Algebra, repeated', type: 'webinar', ...body },
  });
  const video = await insertTestVideo(db, spaceId, seconds);
  await db
    .updateTable('playbacks')
    .set({ video_id: video.id, readiness: 'ready' })
    .where('room_id', '=', playbackId)
    .execute();
  return { owner, spaceId, playbackId, at: { spaceId, playbackId }, video };
}

/** Enters the webinar as a guest. */
export async function enterWebinar(
  lectern: Lectern,
  { spaceId, playbackId }: Pick<WatchableWebinar, 'spaceId' | 'playbackId'>,
  name = 'Ann',
): Promise<{ id: string; token: string; api: Client }> {
  const { id, access_token: token } = await lectern
    .client()
    .createParticipant({ spaceId, body: { roomId: playbackId, clientUniqueId: newId(), name } });
  return { id, token, api: lectern.client(token) };
}

/** Enters the webinar by a link. */
export async function enterWebinarByLink(
  lectern: Lectern,
  { owner, spaceId, playbackId }: Pick<WatchableWebinar, 'owner' | 'spaceId' | 'playbackId'>,
): Promise<{ id: string; token: string; api: Client }> {
  const browser = `viewer ${newId()}`;
  const { url } = await owner.generateAccess({
    ...{ spaceId, roomId: playbackId },
    body: { username: 'Ann', role: 'user' },
  });
  const link = await openLink(lectern, url, browser);
  const { id, access_token: token } = await link.createParticipant({
    spaceId,
    body: { roomId: playbackId, clientUniqueId: browser },
  });
  return { id, token, api: lectern.client(token) };
}

/** A webinar whose session runs, watched by somebody who came by a link. */
export async function watchWebinar(
  lectern: Lectern,
  settings: WatchableSettings,
): Promise<{ playbackId: string; viewingId: string; token: string }> {
  const database = await databaseOf(lectern);
  try {
    const webinar = await makeWatchable(lectern, database.db, settings);
    const { playbackId, at } = webinar;
    await insertSession(database.db, webinar, { begunAgo: 1 });
    const { token, api } = await enterWebinarByLink(lectern, webinar);
    const { viewingId } = await api.openViewing({ ...at, body: {} });
    return { playbackId, viewingId, token };
  } finally {
    await database.close();
  }
}
