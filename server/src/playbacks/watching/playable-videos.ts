import type { Db } from '../../platform/db/db.ts';
import {
  posterKey,
  type RenditionName,
  renditionsOf,
  segmentKey,
  type VideoRow,
  videoById,
} from '../../videos/videos.ts';
import { FreshValues } from './fresh-values.ts';
import { type SegmentTimes, segmentTimesOf, type Variant } from './playlist.ts';

/** A video that is ready to be watched. */
export interface PlayableVideo {
  id: string;
  /** In seconds. */
  duration: number;
  posterKey: string;
  renditions: PlayableRendition[];
}

export interface PlayableRendition extends Variant {
  name: RenditionName;
  times: SegmentTimes;
  /** The key of a segment in the file storage; −1 is the initialization segment. */
  keyOf: (index: number) => string;
}

export const timings = {
  /** A rendition may be added, and the video deleted, while it is watched. */
  knownMs: 10_000,
};

/** The videos that are watched on this node, in memory. */
export class PlayableVideos {
  readonly #db: Db;
  readonly #known = new FreshValues<PlayableVideo | undefined>(timings.knownMs);

  constructor(db: Db) {
    this.#db = db;
  }

  /** @returns undefined while the video is not ready, and after it was deleted */
  get(videoId: string | null): Promise<PlayableVideo | undefined> {
    if (videoId === null) return Promise.resolve(undefined);
    return this.#known.get(videoId, () => readPlayableVideo(this.#db, videoId));
  }
}

async function readPlayableVideo(db: Db, videoId: string): Promise<PlayableVideo | undefined> {
  const video = await videoById(db, videoId);
  if (video?.state !== 'ready' || video.duration === null) return undefined;
  const renditions = await renditionsOf(db, videoId);
  return {
    id: videoId,
    duration: video.duration,
    posterKey: posterKey(video),
    renditions: renditions.map((rendition) => playableRendition(video, rendition)),
  };
}

function playableRendition(
  video: VideoRow,
  rendition: Awaited<ReturnType<typeof renditionsOf>>[number],
): PlayableRendition {
  const { name, bandwidth, width, height, codecs, durations, bytes } = rendition;
  const times = segmentTimesOf(durations);
  const averageBandwidth = Math.min(bandwidth, Math.ceil((Number(bytes) * 8) / (times.ends.at(-1) ?? 1)));
  const keyOf = (index: number) => segmentKey(video, name, index);
  return { name, bandwidth, averageBandwidth, width, height, codecs, times, keyOf };
}
