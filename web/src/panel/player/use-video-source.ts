import { type RefObject, useEffect, useRef, useState } from 'react';
import { serverClock } from '../../kit/server-clock.ts';
import { useLoaded } from '../loading/use-loaded.ts';
import { Renewal } from './renewal.ts';

/** A video with a signed address. */
export type PlayedVideo = {
  /** Identifies the video and its address among everything that is loaded. */
  key: readonly string[];
  loadAddress: () => Promise<{ videoUrl: string; expiresAt: string }>;
  posterUrl: string | null;
  /** In seconds, until the video itself is loaded. */
  duration: number | null;
};

/** The position in seconds, and whether to play there; undefined to continue as before. */
type PositionRequest = { at?: number; isPlaying?: boolean };
/** Where and how a video continues under a new address. */
type Resume = Required<PositionRequest>;

export type VideoSource = ReturnType<typeof useVideoSource>;

const isPlaying = (video: HTMLVideoElement): boolean => !video.paused && !video.ended;

/** The signed address of a video. When it expires during playback, another is requested and the video continues. */
export function useVideoSource(
  { key, loadAddress }: Pick<PlayedVideo, 'key' | 'loadAddress'>,
  videoRef: RefObject<HTMLVideoElement | null>,
) {
  const media = useLoaded({ key, load: loadAddress });
  const [renewal] = useState(() => new Renewal());
  const [hasFailed, setFailed] = useState(false);
  const resume = useRef<Resume>(undefined);

  function remember(): void {
    const video = videoRef.current;
    // A video that failed before it continued keeps the position of the one before.
    if (!video || resume.current) return;
    resume.current = { at: video.currentTime, isPlaying: isPlaying(video) };
  }

  const isOver = (): boolean =>
    media.value !== undefined && Renewal.isOver(media.value.expiresAt, serverClock.now());

  function renew(): void {
    setFailed(false);
    media.reload();
  }

  useEffect(() => {
    // The browser does not load the same address again.
    if (media.value && resume.current) videoRef.current?.load();
  }, [media.value, videoRef]);

  return {
    url: media.value?.videoUrl,
    /** It cannot be played, not even with a new address. */
    isBroken: hasFailed || media.error !== undefined,
    /** Requests another address; the video continues at its position. */
    renew,
    /** Events of the video element: an error, its metadata, playback. */
    onError: (): void => {
      remember();
      if (renewal.mayTry()) renew();
      else setFailed(true);
    },
    onReady: (): void => {
      const video = videoRef.current;
      const { at, isPlaying: isToPlay } = resume.current ?? {};
      resume.current = undefined;
      if (!video || at === undefined) return;
      video.currentTime = at;
      if (isToPlay) void video.play().catch(() => undefined);
    },
    onFlow: () => renewal.flows(),
    /** To be called before a command: true if a new address is requested first, which then runs it. */
    prepare: (request: PositionRequest): boolean => {
      const isOnItsWay = resume.current !== undefined;
      if (!isOnItsWay && !isOver()) return false;
      remember();
      if (resume.current) resume.current = { ...resume.current, ...request };
      if (!isOnItsWay) renew();
      return true;
    },
    /** The position that the video will have under the address that is loading. */
    awaited: () => resume.current?.at,
  };
}
