import { type RefObject, useEffect, useMemo, useState, type VideoHTMLAttributes } from 'react';
import { type PlayerCommand, stepSpeed } from '../../ui/player/keys.ts';
import type { VideoSource } from './use-video-source.ts';

type PlaybackState = {
  isPlaying: boolean;
  isEnded: boolean;
  isWaiting: boolean;
  /** It has been played: the poster is gone. */
  isBegun: boolean;
  at: number;
  /** In seconds; from the record until the video is loaded. */
  length: number;
  /** The share that is loaded from the current position on, from 0 to 1. */
  loaded: number;
  speed: number;
  volume: number;
  isMuted: boolean;
};

export type Playback = ReturnType<typeof usePlayback>;

type Parts = {
  videoRef: RefObject<HTMLVideoElement | null>;
  length: number;
  source: Pick<VideoSource, 'prepare' | 'awaited'>;
};

const within = (value: number, most: number): number => Math.min(most, Math.max(0, value));

function loadedShare(video: HTMLVideoElement, length: number): number {
  const { buffered, currentTime } = video;
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime + 0.5 && currentTime <= buffered.end(index)) {
      return within(buffered.end(index) / length, 1);
    }
  }
  return 0;
}

type Known = Pick<PlaybackState, 'at' | 'length'>;

/** While a new address loads, the element has no duration or position. */
function read(video: HTMLVideoElement, known: Known): Omit<PlaybackState, 'isWaiting' | 'isBegun'> {
  const length = Number.isFinite(video.duration) && video.duration > 0 ? video.duration : known.length;
  return {
    isPlaying: !video.paused && !video.ended,
    isEnded: video.ended,
    at: video.readyState > 0 ? video.currentTime : known.at,
    length,
    loaded: length > 0 ? loadedShare(video, length) : 0,
    speed: video.playbackRate,
    volume: video.volume,
    isMuted: video.muted || video.volume === 0,
  };
}

/** The state and commands of a video, for our own controls. */
export function usePlayback({ videoRef, length, source }: Parts) {
  const [state, setState] = useState<PlaybackState>({
    isPlaying: false,
    isEnded: false,
    isWaiting: false,
    isBegun: false,
    at: 0,
    length,
    loaded: 0,
    speed: 1,
    volume: 1,
    isMuted: false,
  });

  const events = useMemo((): VideoHTMLAttributes<HTMLVideoElement> => {
    const look = (more: Partial<PlaybackState> = {}): void => {
      const video = videoRef.current;
      if (video) setState((before) => ({ ...before, ...read(video, before), ...more }));
    };
    const plain = (): void => look();
    return {
      onPlay: () => look({ isBegun: true }),
      onPlaying: () => look({ isWaiting: false }),
      onWaiting: () => look({ isWaiting: true }),
      onSeeked: () => look({ isWaiting: false }),
      onPause: () => look({ isWaiting: false }),
      onTimeUpdate: plain,
      onProgress: plain,
      onDurationChange: plain,
      onRateChange: plain,
      onVolumeChange: plain,
      onEnded: plain,
      onSeeking: () => look({ isBegun: true }),
    };
  }, [videoRef]);

  const { isPlaying } = state;
  useEffect(() => {
    if (!isPlaying) return;
    let before = videoRef.current?.currentTime;
    const timer = setInterval(() => {
      const { currentTime: at, readyState } = videoRef.current ?? {};
      // Browsers do not always fire `waiting`.
      const isWaiting = at === before || (readyState ?? 0) < HTMLMediaElement.HAVE_FUTURE_DATA;
      before = at;
      setState((known) => ({ ...known, isWaiting }));
    }, 1_000);
    return () => clearInterval(timer);
  }, [videoRef, isPlaying]);

  return { state, events, ...controlsOf({ videoRef, state, source }) };
}

type Asked = Pick<Parts, 'videoRef' | 'source'> & { state: PlaybackState };

/** The commands on the video; each takes effect at once or not at all. */
function controlsOf({ videoRef, state, source }: Asked) {
  function seekTo(seconds: number): void {
    const video = videoRef.current;
    if (!video) return;
    const at = within(seconds, state.length);
    if (!source.prepare({ at })) video.currentTime = at;
  }

  const seekBy = (seconds: number): void =>
    seekTo((source.awaited() ?? videoRef.current?.currentTime ?? 0) + seconds);

  function toggle(): void {
    const video = videoRef.current;
    if (!video) return;
    if (!video.paused && !video.ended) video.pause();
    else if (!source.prepare({ ...(video.ended && { at: 0 }), isPlaying: true }))
      void video.play().catch(() => undefined);
  }

  function setVolume(volume: number): void {
    const video = videoRef.current;
    if (!video) return;
    video.volume = within(volume, 1);
    video.muted = video.volume === 0;
  }

  function setSpeed(speed: number): void {
    const video = videoRef.current;
    if (!video) return;
    // Set the default too: it applies after a change of address.
    video.defaultPlaybackRate = speed;
    video.playbackRate = speed;
  }

  const setMuted = (isMuted: boolean): void => {
    const video = videoRef.current;
    if (!video) return;
    video.muted = isMuted;
    if (!isMuted && video.volume === 0) video.volume = 0.5;
  };

  /** The player's commands except full screen. */
  function run(command: PlayerCommand): void {
    if (command.kind === 'toggle') toggle();
    if (command.kind === 'seek') seekBy(command.by);
    if (command.kind === 'jump') seekTo(command.to * state.length);
    if (command.kind === 'louder') setVolume((state.isMuted ? 0 : state.volume) + command.by);
    if (command.kind === 'mute') setMuted(!state.isMuted);
    if (command.kind === 'speed') setSpeed(stepSpeed(state.speed, command.steps));
  }

  return { toggle, seekTo, seekBy, setSpeed, setVolume, setMuted, run };
}
