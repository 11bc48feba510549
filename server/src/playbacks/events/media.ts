import { videoExtensionOf } from '../../assets/assets.ts';
import type { FileStore } from '../../engines/files/files.ts';
import { after, seconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { PlaybackAccess } from '../access.ts';
import { filesOfVideos } from '../store.ts';
import type { PlaybackSession } from './sessions.store.ts';

const linkSeconds = 24 * 3600;

/** Download URLs of the whole videos of these sessions. Sessions with the same video share one. */
export async function mediaUrlsOf(
  { db, files }: { db: Db; files: Pick<FileStore, 'linkOf'> },
  { room, playback }: Pick<PlaybackAccess, 'room' | 'playback'>,
  sessions: PlaybackSession[],
): Promise<(session: PlaybackSession) => string | null> {
  // A session to come would play the present video.
  const videoOf = ({ videoId, startedAt }: PlaybackSession) =>
    startedAt === null && playback.videoState === 'ready' ? playback.videoId : videoId;
  const videoIds = new Set(sessions.map(videoOf).filter((id) => id !== null));
  const urls = new Map<string, string>();
  for (const { id, key, contentType } of await filesOfVideos(db, [...videoIds])) {
    const name = `${room.alias}${videoExtensionOf(contentType)}`;
    const until = after(seconds(linkSeconds));
    urls.set(id, await files.linkOf(key, { name, contentType, disposition: 'attachment', until }));
  }
  return (session) => urls.get(videoOf(session) ?? '') ?? null;
}
