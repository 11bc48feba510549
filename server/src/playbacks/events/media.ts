import { assetById, videoExtensions } from '../../assets/assets.ts';
import type { FileStore } from '../../engines/files/files.ts';
import { after, seconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { videoKeyOfRecord } from '../../records/records.ts';
import { videoById } from '../../videos/videos.ts';
import type { PlaybackAccess } from '../access.ts';
import type { PlaybackSession } from './sessions.store.ts';

type Links = Pick<FileStore, 'linkOf'>;

const linkSeconds = 24 * 3600;

/** The video that the session plays; of one to come, the one that it would play now. */
const videoOfSession = (
  { videoId, startedAt }: PlaybackSession,
  { playback }: Pick<PlaybackAccess, 'playback'>,
): string | null => {
  const isReady = playback.videoState === 'ready';
  return startedAt === null && isReady ? playback.videoId : videoId;
};

interface WholeFile {
  key: string;
  contentType: keyof typeof videoExtensions;
}

/** The file that the video was prepared from; undefined if it is deleted. */
async function wholeFileOf(db: Db, videoId: string): Promise<WholeFile | undefined> {
  const video = await videoById(db, videoId);
  if (video?.assetId) {
    const asset = await assetById(db, video.assetId);
    if (asset?.state !== 'ready') return undefined;
    return { key: asset.key, contentType: asset.contentType ?? 'video/mp4' };
  }
  const key = video?.recordId ? await videoKeyOfRecord(db, video.recordId) : undefined;
  return key === undefined ? undefined : { key, contentType: 'video/mp4' };
}

async function linkTo(
  db: Db,
  files: Links,
  { videoId, name }: { videoId: string; name: string },
): Promise<string | null> {
  const file = await wholeFileOf(db, videoId);
  if (!file) return null;
  const { key, contentType } = file;
  return files.linkOf(key, {
    ...{ name: `${name}${videoExtensions[contentType]}`, contentType, disposition: 'attachment' },
    until: after(seconds(linkSeconds)),
  });
}

/** Download URLs of the whole videos of these sessions. Sessions with the same video share one. */
export async function mediaUrlsOf(
  { db, files }: { db: Db; files: Links },
  webinar: Pick<PlaybackAccess, 'room' | 'playback'>,
  sessions: PlaybackSession[],
): Promise<(session: PlaybackSession) => string | null> {
  const urls = new Map<string, string | null>();
  for (const session of sessions) {
    const videoId = videoOfSession(session, webinar);
    if (videoId === null || urls.has(videoId)) continue;
    urls.set(videoId, await linkTo(db, files, { videoId, name: webinar.room.alias }));
  }
  return (session) => urls.get(videoOfSession(session, webinar) ?? '') ?? null;
}
