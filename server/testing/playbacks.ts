import type { Client } from '../../contract/client/index.ts';
import type { Answer, Body } from '../../contract/routes.ts';
import { inTransaction } from '../src/platform/db/db.ts';
import { newId } from '../src/platform/ids.ts';
import { followContent } from '../src/playbacks/playbacks.ts';
import { databaseOf } from './database.ts';
import { makeGroup, openLink } from './group.ts';
import type { Lectern } from './lectern.ts';
import { type Entered, newBrowser } from './people/entering.ts';

export interface TestPlayback {
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
  { owner, spaceId }: { owner: Client; spaceId: string },
  settings: Partial<Body<'createPlayback'>> = {},
): Promise<TestPlayback> {
  const body = { name: 'Algebra again', type: 'webinar', ...settings } as const;
  const playback = await owner.createPlayback({ spaceId, body });
  const { id } = playback;
  return { owner, spaceId, playback, at: { spaceId, playbackId: id }, asRoom: { spaceId, roomId: id } };
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
  { owner, asRoom }: TestPlayback,
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
