import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Body } from '../../../contract/routes.ts';
import { newId } from '../../src/platform/ids.ts';
import { initIndex, segmentKey } from '../../src/videos/videos.ts';
import type { Database } from '../database.ts';
import type { Lectern } from '../lectern.ts';
import { makeTimedSegments, timedPicture } from './timed-video.ts';
import type { TestVideo } from './watchable.ts';

export interface TimedWebinar {
  spaceId: string;
  playbackId: string;
  video: TestVideo;
  /** The address of its page. */
  url: string;
}

type Parts = { lectern: Lectern; database: Database };

/** An automatic webinar whose pictures show their number, so that a page can be compared with the clock. */
export async function makeTimedWebinar(
  { lectern, database: { db } }: Parts,
  { seconds, ...wishes }: Partial<Body<'createPlayback'>> & { seconds: number },
): Promise<TimedWebinar> {
  const owner = lectern.client(lectern.owner.personalToken);
  const { id: spaceId } = await owner.createSpace({ body: { name: 'School' } });
  const { id: playbackId, alias } = await owner.createPlayback({
    spaceId,
    body: { name: 'Algebra for beginners', type: 'webinar', ...wishes },
  });
  const segments = await makeTimedSegments(seconds);
  const [id, nameKey, time] = [newId(), randomBytes(32), new Date()];
  const keyOf: TestVideo['keyOf'] = (rendition, index) => segmentKey({ id, nameKey }, rendition, index);
  for (let index = initIndex; index < segments.durations.length; index += 1) {
    segments.copyTo(index, join(lectern.dataDir, 'files', keyOf('source', index)));
  }
  segments.remove();
  const { width, height } = timedPicture;
  await db
    .insertInto('videos')
    .values({
      ...{ id, space_id: spaceId, record_id: newId(), state: 'ready', duration: seconds, name_key: nameKey },
      ...{ width, height, has_sound: true, created_at: time, ready_at: time },
    })
    .execute();
  await db
    .insertInto('video_renditions')
    .values({
      ...{
        video_id: id,
        name: 'source',
        width,
        height,
        bandwidth: 200_000,
        bytes: '1000000',
        ready_at: time,
      },
      ...{ codecs: 'avc1.42c01e,mp4a.40.2', durations: segments.durations },
    })
    .execute();
  await db
    .updateTable('playbacks')
    .set({ video_id: id, readiness: 'ready' })
    .where('room_id', '=', playbackId)
    .execute();
  const video = { id, nameKey, durations: segments.durations, duration: seconds, keyOf };
  return { spaceId, playbackId, video, url: `${lectern.url}/room/${alias}` };
}
