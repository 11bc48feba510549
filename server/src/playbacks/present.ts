import { Playback as PlaybackSchema } from '../../../contract/operations/playbacks.ts';
import type { Answer } from '../../../contract/routes.ts';
import { videoExtensions } from '../assets/assets.ts';
import type { FileStore } from '../engines/files/files.ts';
import { timestamp } from '../platform/clock.ts';
import { presentFields } from '../platform/present.ts';
import { addressesUntil } from '../records/records.ts';
import { posterKey } from '../videos/videos.ts';
import type { PlaybackAccess } from './access.ts';

/** A playback with its room. */
export type WithRoom = Pick<PlaybackAccess, 'room' | 'playback'>;

/** The file store with cached URLs, for lists. */
export type Pictures = Pick<FileStore, 'addressOf'>;

async function posterOf(pictures: Pictures, { room, playback }: WithRoom): Promise<string | null> {
  if (playback.videoId === null || playback.videoState !== 'ready') return null;
  return pictures.addressOf(posterKey({ id: playback.videoId }), {
    ...{ name: `${room.alias}.jpg`, contentType: 'image/jpeg', disposition: 'inline' },
    until: addressesUntil(),
  });
}

/** The whole video. Only people who lead the webinar read its record: viewers get its segments at their seconds. */
async function mediaOf(pictures: Pictures, { room, playback }: WithRoom): Promise<string | null> {
  const { videoState, sourceKey, sourceType } = playback;
  if (videoState !== 'ready' || sourceKey === null) return null;
  const contentType = sourceType ?? 'video/mp4';
  return pictures.addressOf(sourceKey, {
    ...{ name: `${room.alias}${videoExtensions[contentType]}`, contentType, disposition: 'inline' },
    until: addressesUntil(),
  });
}

export async function presentPlayback(pictures: Pictures, found: WithRoom): Promise<Answer<'getPlayback'>> {
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
    posterUrl: await posterOf(pictures, found),
    mediaUrl: await mediaOf(pictures, found),
    joinSettings: { fields: joinFields, customFields },
  };
}
