import Hls, { ErrorTypes, Events, type HlsConfig } from 'hls.js/light';
import type { MediaTimes } from '../sync/follower.ts';
import { levelOf, linesOf } from './quality.ts';
import { ownTimes, renewAddress, type Stream, type StreamParts } from './stream.ts';

/**
 * In seconds. A live playlist ends up to 12 s ahead of the session's clock, by the length of its last segment less: the
 * first segment to load is about this far from its end.
 */
const beforeEdge = 10.5;

/** An upright phone of 440 points and three pixels each shows no more of 720p than of 360p; a laptop does. */
const mostPixelRatio = 1.25;

/** In ms. The browser's decoder is reset at most so often. */
const recoverEvery = 10_000;
/** In ms. The pause before loading again after hls.js has given up. */
const reloadAfter = 2_000;

const settingsOf = (renewed: (address: string) => string, parts: StreamParts): Partial<HlsConfig> => ({
  // The segments are fragmented MP4, which needs no work that would justify a thread.
  enableWorker: false,
  lowLatencyMode: false,
  liveSyncDuration: beforeEdge,
  // The session's clock decides where the player is, not the distance from the end of the playlist.
  maxLiveSyncPlaybackRate: 1,
  liveDurationInfinity: true,
  capLevelToPlayerSize: true,
  maxDevicePixelRatio: mostPixelRatio,
  // Otherwise hls.js begins with the full size, if that has not more than 5 Mbit/s.
  ...(parts.beginsLow && { startLevel: 0 }),
  maxBufferLength: 30,
  backBufferLength: 30,
  startPosition: parts.startsAt === undefined ? parts.position : -1,
  xhrSetup: (xhr, url) => xhr.open('GET', renewed(url), true),
});

export function openHlsStream(parts: StreamParts): Stream {
  const { video, startsAt, onFault, onQuality } = parts;
  let playlistUrl = parts.playlistUrl;
  let recoveredAt = Number.NEGATIVE_INFINITY;
  let isLoaded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hls = new Hls(settingsOf((address) => renewAddress(address, playlistUrl), parts));

  function retry(): void {
    clearTimeout(timer);
    timer = undefined;
    if (isLoaded) hls.startLoad();
    else hls.loadSource(playlistUrl);
  }

  hls.on(Events.LEVEL_LOADED, () => {
    isLoaded = true;
  });
  hls.on(Events.ERROR, (_event, { fatal, type }) => {
    if (!fatal) return;
    if (type === ErrorTypes.NETWORK_ERROR) {
      onFault({ isFinal: false });
      timer ??= setTimeout(retry, reloadAfter);
      return;
    }
    const isFinal = performance.now() - recoveredAt < recoverEvery;
    if (type === ErrorTypes.MEDIA_ERROR && !isFinal) {
      recoveredAt = performance.now();
      hls.recoverMediaError();
    }
    onFault({ isFinal: type !== ErrorTypes.MEDIA_ERROR || isFinal });
  });
  let quality = parts.quality;
  function applyQuality(): void {
    const level = levelOf(quality, hls.levels.length);
    // The other setters empty the buffer: a live session would stand still, and seek.
    if (hls.manualLevel !== level) hls.loadLevel = level;
  }
  hls.on(Events.MANIFEST_PARSED, (_event, { levels }) => {
    onQuality({ hasQualities: levels.length > 1, lines: undefined });
    applyQuality();
  });
  hls.on(Events.LEVEL_SWITCHED, (_event, { level }) => {
    const shown = hls.levels[level];
    onQuality({ hasQualities: hls.levels.length > 1, lines: shown && linesOf(shown) });
  });
  hls.loadSource(playlistUrl);
  hls.attachMedia(video);

  return {
    times: startsAt === undefined ? ownTimes : liveTimes(hls, startsAt),
    setPlaylistUrl: (url) => {
      playlistUrl = url;
    },
    setQuality: (choice) => {
      quality = choice;
      applyQuality();
    },
    retry,
    end: () => {
      clearTimeout(timer);
      hls.destroy();
    },
  };
}

/** The playlist states the time of each segment; the position within it follows from the element's time. */
function liveTimes(hls: Hls, startsAt: number): MediaTimes {
  /** The session's second at the element's time 0. */
  function offsetAt(mediaTime: number | undefined): number | undefined {
    const fragments = hls.latestLevelDetails?.fragments ?? [];
    const around =
      fragments.find(({ start, end }) => mediaTime !== undefined && start <= mediaTime && mediaTime < end) ??
      fragments.at(-1);
    const time = around?.programDateTime;
    return around && time != null ? (time - startsAt) / 1_000 - around.start : undefined;
  }
  return {
    toPosition: (mediaTime) => {
      const offset = offsetAt(mediaTime);
      return offset === undefined ? undefined : mediaTime + offset;
    },
    toMediaTime: (position) => {
      const first = offsetAt(undefined);
      const offset = first === undefined ? undefined : (offsetAt(position - first) ?? first);
      return offset === undefined ? undefined : position - offset;
    },
  };
}
