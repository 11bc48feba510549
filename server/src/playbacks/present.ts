import { Playback as PlaybackSchema } from '../../../contract/operations/playbacks.ts';
import type { Answer } from '../../../contract/routes.ts';
import { videoExtensionOf } from '../assets/assets.ts';
import { addressesUntil, type FileStore } from '../engines/files/files.ts';
import { timestamp } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { presentFields } from '../platform/present.ts';
import { posterKey } from '../videos/videos.ts';
import type { PlaybackAccess } from './access.ts';
import { type LeaderFacts, leaderFacts } from './store.ts';

/** A playback with its room. */
export type WithRoom = Pick<PlaybackAccess, 'room' | 'playback'>;

/** The file store with cached URLs, for lists. */
export type Pictures = Pick<FileStore, 'addressOf'>;

/**
 * The poster and the whole video. Only people who lead the webinar read its record: viewers get its segments at their
 * seconds.
 */
async function addressesOf(pictures: Pictures, { room: { alias }, playback }: WithRoom) {
  const { videoId, videoState, sourceKey, sourceType } = playback;
  const addressOf = async (key: string | null, extension: string, contentType: string) => {
    if (key === null || videoState !== 'ready') return null;
    const shown = { name: `${alias}${extension}`, contentType, disposition: 'inline' } as const;
    return pictures.addressOf(key, { ...shown, until: addressesUntil() });
  };
  const type = sourceType ?? 'video/mp4';
  return {
    posterUrl: await addressOf(videoId && posterKey({ id: videoId }), '.jpg', 'image/jpeg'),
    mediaUrl: await addressOf(sourceKey, videoExtensionOf(type), type),
  };
}

type Presented = Answer<'getPlayback'>;
type Sources = { db: Db; pictures: Pictures };

export async function presentPlaybacks({ db, pictures }: Sources, all: WithRoom[]): Promise<Presented[]> {
  const ids = all.map(({ room }) => room.id);
  const facts = await leaderFacts(db, ids);
  return Promise.all(all.map((found) => presentWith(facts.get(found.room.id), pictures, found)));
}

export async function presentPlayback({ db, pictures }: Sources, found: WithRoom): Promise<Presented> {
  const { id } = found.room;
  return presentWith((await leaderFacts(db, [id])).get(id), pictures, found);
}

function runningSessionOf(facts: LeaderFacts): Presented['runningSession'] {
  const { runningId: id, runningSince, isRunningPermanent: isPermanent, viewers } = facts;
  if (id === null || runningSince === null || isPermanent === null) return null;
  return { id, startDate: timestamp(runningSince), isPermanent, viewers };
}

async function presentWith(
  facts: LeaderFacts | undefined,
  pictures: Pictures,
  found: WithRoom,
): Promise<Presented> {
  const { readiness, readinessChangedAt, duration, videoProgress, ...own } = found.playback;
  const { type, appId, joinFields, customFields, ...rest } = found.room;
  return {
    ...presentFields(PlaybackSchema, rest),
    ...presentFields(PlaybackSchema, own),
    // The database keeps rooms of the type lesson apart from playbacks.
    type: type === 'conference' ? type : 'webinar',
    chatApplicationId: appId,
    readinessStatus: readiness,
    readinessStatusChangedAt: timestamp(readinessChangedAt),
    readinessProgress: readiness === 'preparing' ? (videoProgress ?? 0) : null,
    duration: duration === null ? null : Math.round(duration),
    contentName: facts?.contentName ?? null,
    nextStartDate: facts?.nextStartDate ? timestamp(facts.nextStartDate) : null,
    runningSession: facts ? runningSessionOf(facts) : null,
    ...(await addressesOf(pictures, found)),
    joinSettings: { fields: joinFields, customFields },
  };
}
