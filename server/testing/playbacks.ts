import { randomBytes } from 'node:crypto';
import type { Client } from '../../contract/client/index.ts';
import type { Answer, Body } from '../../contract/routes.ts';
import { inTransaction } from '../src/platform/db/db.ts';
import { newId } from '../src/platform/ids.ts';
import { followFailedVideo, followReadyVideo } from '../src/playbacks/content.ts';
import { followContent } from '../src/playbacks/events/plan-sessions.ts';
import { videoById } from '../src/videos/videos.ts';
import { databaseOf } from './database.ts';
import { makeGroup, openLink } from './group.ts';
import type { Lectern } from './lectern.ts';
import { type Entered, newBrowser } from './people/entering.ts';
import { insertEndedRecord } from './records/records.ts';

export interface TestPlayback {
  room: Answer<'createRoom'>;
  /** The owner's client, with a personal token. */
  owner: Client;
  spaceId: string;
  playback: Answer<'createPlayback'>;
  /** The path parameters of the playback. */
  at: { spaceId: string; playbackId: string };
  /** Its path parameters where an operation accepts rooms and playbacks. */
  asRoom: { spaceId: string; roomId: string };
}

export async function addPlayback(
  { owner, spaceId, room }: Pick<TestPlayback, 'owner' | 'spaceId' | 'room'>,
  settings: Partial<Body<'createPlayback'>> = {},
): Promise<TestPlayback> {
  const body = { name: 'Algebra again', type: 'webinar', ...settings } as const;
  const playback = await owner.createPlayback({ spaceId, body });
  const { id } = playback;
  return { owner, spaceId, room, playback, at: { spaceId, playbackId: id }, asRoom: { spaceId, roomId: id } };
}

/** Creates a group of the owner's with one room and one automatic webinar. */
export async function makePlayback(
  lectern: Lectern,
  settings: Partial<Body<'createPlayback'>> = {},
): Promise<TestPlayback> {
  return addPlayback(await makeGroup(lectern), settings);
}

/** Enters the webinar by a new access link, in a new browser or in the given one. */
export async function enterPlayback(
  lectern: Lectern,
  { owner, asRoom }: Pick<TestPlayback, 'owner' | 'asRoom'>,
  { browser = newBrowser(), ...link }: Partial<Body<'generateAccess'>> & { browser?: string } = {},
): Promise<Entered> {
  const { url } = await owner.generateAccess({ ...asRoom, body: { username: 'Ann', role: 'user', ...link } });
  const session = await openLink(lectern, url, browser);
  const { spaceId, roomId } = asRoom;
  const { id, access_token } = await session.createParticipant({
    spaceId,
    body: { roomId, clientUniqueId: browser },
  });
  return { id, api: lectern.client(access_token), at: { spaceId, participantId: id }, browser, url };
}

/** Gives the webinar a prepared video of this length, without any file, and takes it online. */
export async function giveVideo(
  lectern: Lectern,
  { spaceId, playback }: Pick<TestPlayback, 'spaceId' | 'playback'>,
  durationSeconds: number,
): Promise<string> {
  const { db, close } = await databaseOf(lectern);
  const [videoId, at] = [newId(), new Date()];
  const ready = {
    state: 'ready',
    duration: durationSeconds,
    width: 1280,
    height: 720,
    has_sound: true,
  } as const;
  await db
    .insertInto('videos')
    .values({
      ...{ id: videoId, space_id: spaceId, record_id: newId(), name_key: Buffer.alloc(32) },
      ...{ ...ready, created_at: at, ready_at: at },
    })
    .execute();
  await inTransaction(db, async (trx) => {
    await trx
      .updateTable('playbacks')
      .set({ video_id: videoId, readiness: 'ready' })
      .where('room_id', '=', playback.id)
      .execute();
    await followContent(trx, playback.id);
  });
  await close();
  return videoId;
}

/**
 * Requests the video of a finished recording or an uploaded file before a webinar does. No node prepares it, so that
 * the test itself ends its preparation.
 */
export async function holdVideo(
  lectern: Lectern,
  { spaceId, ...source }: { spaceId: string } & ({ recordId: string } | { assetId: string }),
): Promise<void> {
  const database = await databaseOf(lectern);
  const of = 'recordId' in source ? { record_id: source.recordId } : { asset_id: source.assetId };
  await database.db
    .insertInto('videos')
    .values({
      ...{ id: newId(), space_id: spaceId, ...of, name_key: randomBytes(32) },
      ...{ created_at: new Date(), claimed_until: new Date('9999-01-01') },
    })
    .execute();
  await database.close();
}

/** Inserts a finished recording of the room, whose video the test itself prepares. */
export async function insertContent(
  lectern: Lectern,
  group: Pick<TestPlayback, 'spaceId' | 'room'>,
): Promise<{ recordId: string }> {
  const { recordId } = await insertEndedRecord(lectern, group, 'finished');
  await holdVideo(lectern, { spaceId: group.spaceId, recordId });
  return { recordId };
}

/** Inserts an uploaded video of the group, whose video the test itself prepares. */
export async function insertUploadedContent(
  lectern: Lectern,
  { spaceId }: Pick<TestPlayback, 'spaceId'>,
  state: 'uploading' | 'ready' = 'ready',
): Promise<{ assetId: string }> {
  const database = await databaseOf(lectern);
  const assetId = newId();
  const at = new Date();
  const isReady = state === 'ready';
  await database.db
    .insertInto('assets')
    .values({
      ...{ id: assetId, space_id: spaceId, name: 'Lesson', file_name: 'lesson.mp4', bytes: '1000' },
      ...{ key: `assets/${assetId}/video`, created_at: at, state, received: isReady ? '1000' : '0' },
      ...{ uploaded_at: isReady ? at : null, content_type: isReady ? 'video/mp4' : null },
    })
    .execute();
  await database.close();
  await holdVideo(lectern, { spaceId, assetId });
  return { assetId };
}

type VideoEnd = { duration: number } | { failure: 'unreadable' | 'storage' };

/** Ends the preparation of the video of a playback, as the job does. */
export async function endPreparation(lectern: Lectern, playbackId: string, end: VideoEnd): Promise<void> {
  const database = await databaseOf(lectern);
  await inTransaction(database.db, async (trx) => {
    const { video_id: id } = await trx
      .selectFrom('playbacks')
      .select('video_id')
      .where('room_id', '=', playbackId)
      .executeTakeFirstOrThrow();
    const made =
      'duration' in end
        ? { ...end, state: 'ready', ready_at: new Date(), width: 1280, height: 720, has_sound: true }
        : { ...end, state: 'failed' };
    await trx
      .updateTable('videos')
      .set(made as { state: 'ready' | 'failed' })
      .where('id', '=', String(id))
      .execute();
    const video = await videoById(trx, String(id));
    if (!video) throw new Error(`the playback ${playbackId} has no video`);
    await (video.state === 'ready' ? followReadyVideo : followFailedVideo)(trx, video);
  });
  await database.close();
}
