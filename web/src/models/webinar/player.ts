import type { Clock } from '../../kit/clock.ts';
import { createScope } from '../../kit/scope.ts';
import { createStore, keepIfSame, type Store } from '../../kit/store.ts';
import { openStream } from './stream/open-stream.ts';
import { beginsLow, type NetworkHints, type QualityChoice } from './stream/quality.ts';
import type { ShownQuality, Stream } from './stream/stream.ts';
import { Follower, hasFineRates } from './sync/follower.ts';
import type { SessionClock } from './sync/session-clock.ts';
import type { Viewing } from './types.ts';

export type PlayerState = ShownQuality & {
  phase:
    | 'loading'
    | 'playing'
    /** It waits for data. */
    | 'buffering'
    /** The browser plays only after a press, or something outside the page paused the video. */
    | 'blocked'
    | 'paused'
    | 'ended'
    | 'failed';
  /** The browser allowed no sound without a press. */
  isSoundBlocked: boolean;
  isMuted: boolean;
  volume: number;
  /** In seconds of the video. */
  position: number;
  duration: number;
  /** The share that is loaded, from 0 to 1. */
  loaded: number;
  quality: QualityChoice;
};

type PlayerParts = {
  video: HTMLVideoElement;
  viewing: Viewing;
  clock: SessionClock;
  timers: Clock;
  /** Requests the server's time. */
  askTime: () => void;
  /** Called when the state changed in a way that the next report has to state. */
  onChange: () => void;
  volume: number;
  keepVolume: (volume: number) => void;
  quality: QualityChoice;
  keepQuality: (choice: QualityChoice) => void;
  network: NetworkHints | undefined;
};

/** In ms. How often the position is shown, and a player that stands still is noticed. */
const lookEvery = 500;
/** In ms. A seek takes some moments; only a longer wait is shown. */
const patience = 700;

const isBlocked = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NotAllowedError';

/** Plays one viewing: follows the session's clock if it is live, otherwise obeys the viewer. */
export class WebinarPlayer {
  readonly #parts: PlayerParts;
  readonly #scope = createScope();
  readonly #state;
  readonly #isLive: boolean;
  #stream: Stream | undefined;
  #follower: Follower | undefined;
  #cancelLook: (() => void) | undefined;
  #movedAt = 0;
  #lastTime = -1;
  #isPausedByViewer = false;
  #hasBegun = false;

  constructor(parts: PlayerParts) {
    this.#parts = parts;
    const { viewing, volume, quality } = parts;
    this.#isLive = viewing.kind === 'live';
    this.#state = createStore<PlayerState>({
      phase: 'loading',
      isSoundBlocked: false,
      isMuted: false,
      volume,
      position: viewing.position,
      duration: viewing.duration ?? 0,
      loaded: 0,
      ...{ quality, hasQualities: false, lines: undefined },
    });
  }

  get state(): Store<PlayerState> {
    return this.#state;
  }

  get isPlaying(): boolean {
    const { phase } = this.#state.get();
    return phase === 'playing';
  }

  async start(): Promise<void> {
    const { video, viewing, volume, network } = this.#parts;
    const { quality } = this.#state.get();
    video.volume = volume;
    this.#listen();
    this.#look();
    try {
      const stream = await openStream({
        video,
        playlistUrl: viewing.playlistUrl,
        startsAt: this.#isLive ? Date.parse(viewing.session.startDate) : undefined,
        position: viewing.position,
        onFault: ({ isFinal }) => isFinal && this.#set({ phase: 'failed' }),
        quality,
        beginsLow: beginsLow(quality, network),
        onQuality: (shown) => this.#set(shown),
      });
      if (this.#scope.ended) stream.end();
      else this.#stream = stream;
    } catch {
      // The code of the player could not be loaded.
      this.#set({ phase: 'failed' });
    }
  }

  /** The time of the video element at a second of the video; undefined until it is known. */
  toMediaTime(position: number): number | undefined {
    return this.#stream?.times.toMediaTime(position);
  }

  setPlaylistUrl(url: string): void {
    this.#stream?.setPlaylistUrl(url);
  }

  /** The network is back. */
  resync(): void {
    this.#follower?.resync();
  }

  /** The viewer pressed a button, so the browser allows sound. */
  press(): void {
    const { video } = this.#parts;
    video.muted = false;
    this.#isPausedByViewer = false;
    this.#set({ isSoundBlocked: false });
    if (!video.paused && this.#state.get().phase !== 'blocked') return;
    void this.#play().then(() => this.#follower?.start());
  }

  /** Tries again after the media could not be played. */
  retry(): void {
    this.#set({ phase: 'loading' });
    if (this.#stream) this.#stream.retry();
    else void this.start();
    this.press();
  }

  setMuted(isMuted: boolean): void {
    const { video } = this.#parts;
    video.muted = isMuted;
    if (!isMuted && video.volume === 0) video.volume = 0.5;
    this.#set({ isSoundBlocked: false });
  }

  setVolume(volume: number): void {
    const { video, keepVolume } = this.#parts;
    video.volume = Math.min(1, Math.max(0, volume));
    video.muted = video.volume === 0;
    keepVolume(video.volume);
    this.#set({ isSoundBlocked: false });
  }

  setQuality(quality: QualityChoice): void {
    this.#stream?.setQuality(quality);
    this.#parts.keepQuality(quality);
    this.#set({ quality });
  }

  /** Pauses or continues, where the viewer may. */
  toggle(): void {
    const { video, viewing } = this.#parts;
    if (!viewing.isSeekable) return;
    if (video.ended) this.seekTo(0);
    this.#isPausedByViewer = !video.paused;
    if (video.paused) void this.#play();
    else video.pause();
  }

  seekTo(seconds: number): void {
    const { video, viewing } = this.#parts;
    if (!viewing.isSeekable) return;
    const position = Math.min(this.#state.get().duration || seconds, Math.max(0, seconds));
    video.currentTime = position;
    // The next key press continues from here, not from the position that was read half a second ago.
    this.#set({ position });
    if (video.ended && !this.#isPausedByViewer) void this.#play();
  }

  seekBy(seconds: number): void {
    this.seekTo(this.#state.get().position + seconds);
  }

  end(): void {
    this.#scope.end();
    this.#cancelLook?.();
    this.#follower?.end();
    this.#stream?.end();
  }

  #listen(): void {
    const { video } = this.#parts;
    this.#scope.listen(video, 'canplay', () => this.#begin());
    this.#scope.listen(video, 'playing', () => this.#set({ phase: 'playing' }));
    this.#scope.listen(video, 'pause', () => this.#onPause());
    this.#scope.listen(video, 'ended', () => this.#set({ phase: 'ended' }));
    this.#scope.listen(video, 'volumechange', () =>
      this.#set({ isMuted: video.muted || video.volume === 0, volume: video.volume }),
    );
  }

  /** The first data is there. */
  #begin(): void {
    if (this.#hasBegun || !this.#stream) return;
    this.#hasBegun = true;
    if (this.#isLive) {
      const { video, viewing, clock, timers, askTime } = this.#parts;
      this.#follower = new Follower({
        video,
        times: this.#stream.times,
        clock,
        startsAt: Date.parse(viewing.session.startDate),
        timers,
        tab: document,
        mayTrim: hasFineRates(navigator.userAgent),
        askTime,
      });
    }
    void this.#play().then(() => this.#follower?.start());
  }

  /** Plays with sound if the browser allows it, else without, else after a press. */
  async #play(): Promise<void> {
    const { video } = this.#parts;
    try {
      await video.play();
    } catch (error) {
      if (!isBlocked(error)) return;
      if (video.muted) return this.#set({ phase: 'blocked' });
      video.muted = true;
      this.#set({ isSoundBlocked: true });
      await this.#play();
    }
  }

  #onPause(): void {
    const { video, viewing } = this.#parts;
    if (video.ended || this.#follower?.isHolding) return;
    if (viewing.isSeekable) this.#set({ phase: 'paused' });
    // A headset, a media key or the system paused it: it continues with a press.
    else if (this.#hasBegun) this.#set({ phase: 'blocked' });
  }

  /** Browsers do not always fire `waiting`, and timers of a hidden tab are late: look at the position itself. */
  #look(): void {
    const { video, timers, clock, viewing } = this.#parts;
    const now = clock.steady();
    const hasMoved = video.currentTime !== this.#lastTime;
    if (hasMoved || this.#follower?.isHolding) this.#movedAt = now;
    this.#lastTime = video.currentTime;
    const { phase } = this.#state.get();
    const isStuck = !video.paused && !video.ended && now - this.#movedAt > patience;
    if (phase === 'playing' && isStuck) this.#set({ phase: 'buffering' });
    if (phase === 'buffering' && hasMoved && !video.paused) this.#set({ phase: 'playing' });
    const isEndless = !Number.isFinite(video.duration) || video.duration === 0;
    const duration = viewing.duration ?? (isEndless ? 0 : video.duration);
    const position = this.#stream?.times.toPosition(video.currentTime) ?? this.#state.get().position;
    this.#set({ position, duration, loaded: loadedShare(video, duration) });
    this.#cancelLook = timers.after(lookEvery, () => {
      if (!this.#scope.ended) this.#look();
    });
  }

  #set(changed: Partial<PlayerState>): void {
    if (this.#scope.ended) return;
    const before = this.#state.get();
    this.#state.set(keepIfSame(before, { ...before, ...changed }));
    if (changed.phase && changed.phase !== before.phase) this.#parts.onChange();
  }
}

function loadedShare({ buffered, currentTime }: HTMLVideoElement, duration: number): number {
  if (duration <= 0) return 0;
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime + 0.5 && currentTime <= buffered.end(index)) {
      return Math.min(1, buffered.end(index) / duration);
    }
  }
  return 0;
}
