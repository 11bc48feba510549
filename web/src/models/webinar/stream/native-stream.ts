import type { MediaTimes } from '../sync/follower.ts';
import { ownTimes, type Stream, type StreamParts } from './stream.ts';

/** Safari states the time of the element's second 0 (`EXT-X-PROGRAM-DATE-TIME`). */
type DatedVideo = HTMLVideoElement & { getStartDate?: () => Date };

/** In ms. The least time between two attempts with a renewed address. */
const retryEvery = 5_000;

/**
 * The browser's own HLS, on iPhones before iOS 17.1. It reloads the address that it was given, whose token ends after
 * two minutes: then the element fails, and continues with the current address.
 */
export function openNativeStream({ video, playlistUrl, startsAt, position, onFault }: StreamParts): Stream {
  let current = playlistUrl;
  let triedAt = Number.NEGATIVE_INFINITY;
  let isBroken = false;

  function load(at: number): void {
    triedAt = performance.now();
    isBroken = false;
    video.src = current;
    if (startsAt !== undefined || at <= 0) return;
    video.addEventListener('loadedmetadata', () => Object.assign(video, { currentTime: at }), { once: true });
  }

  const retry = (): void => load(video.currentTime || position);

  const onError = (): void => {
    isBroken = true;
    onFault({ isFinal: false });
    if (performance.now() - triedAt > retryEvery) retry();
  };
  video.addEventListener('error', onError);
  load(position);

  return {
    times: startsAt === undefined ? ownTimes : datedTimes(video, startsAt),
    setPlaylistUrl: (url) => {
      current = url;
      if (isBroken) retry();
    },
    // The browser chooses.
    setQuality: () => undefined,
    retry,
    end: () => {
      video.removeEventListener('error', onError);
      video.removeAttribute('src');
      video.load();
    },
  };
}

function datedTimes(video: DatedVideo, startsAt: number): MediaTimes {
  const offset = (): number | undefined => {
    const begin = video.getStartDate?.().getTime();
    return begin === undefined || Number.isNaN(begin) ? undefined : (begin - startsAt) / 1_000;
  };
  return {
    toPosition: (mediaTime) => {
      const by = offset();
      return by === undefined ? undefined : mediaTime + by;
    },
    toMediaTime: (position) => {
      const by = offset();
      return by === undefined ? undefined : position - by;
    },
  };
}
