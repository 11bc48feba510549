import { type RefObject, useEffect, useRef, useState } from 'react';
import { serverClock } from '../../../kit/server-clock.ts';
import { useApi } from '../../../panel/context.ts';
import { useLoaded } from '../../../ui/use-loaded.ts';
import type { ListedRecord } from '../model/record.ts';
import { Renewal } from '../model/renewal.ts';
import { pathOf } from '../use-record-actions.ts';

/** Where the film shall be, in seconds, and whether it shall play there; undefined: as before. */
type PositionRequest = { at?: number; isPlaying?: boolean };
/** What a film under a new address goes on with. */
type Resume = Required<PositionRequest>;

export type VideoSource = {
  url: string | undefined;
  /** It cannot be played, also by a new address. */
  isBroken: boolean;
  /** Asks for another address; the film goes on where it was. */
  renew: () => void;
  /** Of the film: it failed, knows its length, goes on. */
  onError: () => void;
  onReady: () => void;
  onFlow: () => void;
  /** Before the film is asked for something: true where another address has to come first, and it is done then. */
  prepare: (request: PositionRequest) => boolean;
  /** Where the film will be under an address that is on its way. */
  awaited: () => number | undefined;
};

const isPlaying = (video: HTMLVideoElement): boolean => !video.paused && !video.ended;

/** The signed address of a recording. When it runs out in the middle, another is asked for and the film goes on. */
export function useVideoSource(
  record: ListedRecord,
  videoRef: RefObject<HTMLVideoElement | null>,
): VideoSource {
  const api = useApi();
  const media = useLoaded(record.id, () => api.getRecordMedia(pathOf(record)));
  const [renewal] = useState(() => new Renewal());
  const [hasFailed, setFailed] = useState(false);
  const resume = useRef<Resume>(undefined);

  function remember(): void {
    const video = videoRef.current;
    // A film that failed before it could go on has still to go where the one before it was.
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
    // The same address once more is no reason for the browser to load it again.
    if (media.value && resume.current) videoRef.current?.load();
  }, [media.value, videoRef]);

  return {
    url: media.value?.videoUrl,
    isBroken: hasFailed || media.error !== undefined,
    renew,
    onError: () => {
      remember();
      if (renewal.mayTry()) renew();
      else setFailed(true);
    },
    onReady: () => {
      const video = videoRef.current;
      const { at, isPlaying: isToPlay } = resume.current ?? {};
      resume.current = undefined;
      if (!video || at === undefined) return;
      video.currentTime = at;
      if (isToPlay) void video.play().catch(() => undefined);
    },
    onFlow: () => renewal.flows(),
    prepare: (request) => {
      const isOnItsWay = resume.current !== undefined;
      if (!isOnItsWay && !isOver()) return false;
      remember();
      if (resume.current) resume.current = { ...resume.current, ...request };
      if (!isOnItsWay) renew();
      return true;
    },
    awaited: () => resume.current?.at,
  };
}
