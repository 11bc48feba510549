import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Body } from '../../../contract/routes.ts';
import { newId } from '../../src/platform/ids.ts';
import { initIndex, segmentKey } from '../../src/videos/videos.ts';
import type { Database } from '../database.ts';
import type { Lectern } from '../lectern.ts';
import { makeTimedSegments, timedPicture, timedSegmentSeconds } from './timed-video.ts';
import type { TestVideo } from './watchable.ts';

export interface TimedWebinar {
  spaceId: string;
  playbackId: string;
  video: TestVideo;
  /** The address of its page. */
  url: string;
}

/** Bits a second of the full size, if there is a small quality. */
export const fullBandwidth = 2_000_000;

interface TimedWishes extends Partial<Body<'createPlayback'>> {
  seconds: number;
  /** A full size of many bytes, and 360p. */
  hasSmall?: boolean;
}

type Parts = { lectern: Lectern; database: Database };

/** An automatic webinar whose pictures show their number, so that a page can be compared with the clock. */
export async function makeTimedWebinar(
  { lectern, database: { db } }: Parts,
  { seconds, hasSmall = false, ...wishes }: TimedWishes,
): Promise<TimedWebinar> {
  const owner = lectern.client(lectern.owner.personalToken);
  const { id: spaceId } = await owner.createSpace({ body: { name: 'School' } });
  const { id: playbackId, alias } = await owner.createPlayback({
    spaceId,
    body: { name: 'Algebra for beginners', type: 'webinar', ...wishes },
  });
  const [id, nameKey, time] = [newId(), randomBytes(32), new Date()];
  const keyOf: TestVideo['keyOf'] = (rendition, index) => segmentKey({ id, nameKey }, rendition, index);
  const { width, height } = timedPicture;
  const full = hasSmall ? 2 : 1;
  await db
    .insertInto('videos')
    .values({
      ...{ id, space_id: spaceId, record_id: newId(), state: 'ready', duration: seconds, name_key: nameKey },
      ...{ width: width * full, height: height * full, has_sound: true, created_at: time, ready_at: time },
    })
    .execute();
  let durations: number[] = [];
  for (const name of hasSmall ? (['360p', 'source'] as const) : (['source'] as const)) {
    const scale = name === 'source' ? full : 1;
    const bandwidth = scale === 2 ? fullBandwidth : 200_000;
    const leastBytes = scale === 2 ? (fullBandwidth * timedSegmentSeconds) / 8 : 0;
    const segments = await makeTimedSegments(seconds, { scale, leastBytes });
    durations = segments.durations;
    for (let index = initIndex; index < durations.length; index += 1) {
      segments.copyTo(index, join(lectern.dataDir, 'files', keyOf(name, index)));
    }
    segments.remove();
    const bytes = String(Math.round((bandwidth * seconds) / 8));
    await db
      .insertInto('video_renditions')
      .values({
        ...{ video_id: id, name, width: width * scale, height: height * scale, bandwidth, bytes, durations },
        ...{ codecs: scale === 2 ? 'avc1.42c01f,mp4a.40.2' : 'avc1.42c01e,mp4a.40.2', ready_at: time },
      })
      .execute();
  }
  await db
    .updateTable('playbacks')
    .set({ video_id: id, readiness: 'ready' })
    .where('room_id', '=', playbackId)
    .execute();
  const video = { id, nameKey, durations, duration: seconds, keyOf };
  return { spaceId, playbackId, video, url: `${lectern.url}/room/${alias}` };
}
