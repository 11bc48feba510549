import type { Clock } from '../../../kit/clock.ts';
import { createScope } from '../../../kit/scope.ts';
import type { SessionClock } from './session-clock.ts';
import { Sync, type SyncAction } from './sync.ts';

type Frame = { mediaTime: number; expectedDisplayTime: number };

/** The part of a video element that is used here; tests pass a fake. */
export type FollowedVideo = EventTarget & {
  currentTime: number;
  playbackRate: number;
  readonly paused: boolean;
  readonly seeking: boolean;
  readonly readyState: number;
  play: () => Promise<void>;
  pause: () => void;
  requestVideoFrameCallback?: (shown: (now: number, frame: Frame) => void) => number;
  cancelVideoFrameCallback?: (handle: number) => void;
};

/** Translates between the video element's times and the seconds of the session. */
export type MediaTimes = {
  /** Undefined until the media is known. */
  toPosition: (mediaTime: number) => number | undefined;
  toMediaTime: (position: number) => number | undefined;
};

type FollowerParts = {
  video: FollowedVideo;
  times: MediaTimes;
  clock: SessionClock;
  /** The start of the session, in ms of the server's clock. */
  startsAt: number;
  /** Timers that a hidden tab does not slow down, where the browser has them. */
  timers: Clock;
  tab: EventTarget & { readonly visibilityState: string };
  mayTrim: boolean;
  /** Requests the server's time: the estimate is out of date. */
  askTime: () => void;
};

/** In ms. How often the position is read where no frames are shown. */
const readEvery = 1_000;
/** In ms. A frame from before a seek is not waited out for longer. */
const longestStale = 3_000;
/** In ms. The least time between two requests for the server's time. */
const askEvery = 2_000;
/** `HTMLMediaElement.HAVE_FUTURE_DATA`. */
const haveFutureData = 3;

/** Keeps a playing video at the session's second: measures shown frames, and runs what `Sync` decides. */
export class Follower {
  readonly #parts: FollowerParts;
  readonly #sync: Sync;
  readonly #scope = createScope();
  #doing: 'nothing' | 'following' | 'seeking' | 'holding' = 'nothing';
  #target = 0;
  #soughtAt = 0;
  #frameHandle: number | undefined;
  #cancelTimer: (() => void) | undefined;
  #cancelHold: (() => void) | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #wasKnown = true;

  constructor(parts: FollowerParts) {
    this.#parts = parts;
    this.#sync = new Sync({ mayTrim: parts.mayTrim });
    this.#scope.listen(parts.tab, 'visibilitychange', () => this.#onVisibility());
  }

  /** True while the video is paused for a moment because it is ahead. */
  get isHolding(): boolean {
    return this.#doing === 'holding';
  }

  /** The second that the session's clock requires now. */
  get expected(): number {
    return this.#expectedAt(this.#parts.clock.steady());
  }

  /** Seeks to the session's second. Call it when the media is loaded, and after the browser had blocked the video. */
  start(): void {
    if (this.#scope.ended) return;
    this.#cancelHold?.();
    this.#sync.resync();
    this.#run(this.#sync.begin(this.expected));
    this.#watchFrames();
    this.#watchTimer();
  }

  /** Allows a seek at once: the network was away, or the tab was hidden. */
  resync(): void {
    this.#sync.resync();
  }

  end(): void {
    this.#scope.end();
    this.#cancelTimer?.();
    this.#cancelHold?.();
    this.#doing = 'nothing';
    if (this.#frameHandle !== undefined) this.#parts.video.cancelVideoFrameCallback?.(this.#frameHandle);
  }

  #expectedAt(steady: number): number {
    return (this.#parts.clock.at(steady) - this.#parts.startsAt) / 1_000;
  }

  get #isHidden(): boolean {
    return this.#parts.tab.visibilityState === 'hidden';
  }

  #onVisibility(): void {
    // The first measurement of a hidden tab ends a changed rate, which nobody would end in time.
    if (this.#isHidden) this.#readPosition();
    else this.#sync.resync();
  }

  #watchFrames(): void {
    const { video } = this.#parts;
    if (this.#frameHandle !== undefined || !video.requestVideoFrameCallback) return;
    const shown = (_now: number, { mediaTime, expectedDisplayTime }: Frame): void => {
      if (this.#scope.ended) return;
      this.#take(mediaTime, expectedDisplayTime);
      this.#frameHandle = video.requestVideoFrameCallback?.(shown);
    };
    this.#frameHandle = video.requestVideoFrameCallback(shown);
  }

  /** Hidden tabs show no frames, and some browsers have no callback for them. */
  #watchTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#parts.timers.after(readEvery, () => {
      if (this.#isHidden || !this.#parts.video.requestVideoFrameCallback) this.#readPosition();
      this.#watchTimer();
    });
  }

  #readPosition(): void {
    const { video, clock } = this.#parts;
    if (video.readyState >= haveFutureData) this.#take(video.currentTime, clock.steady());
  }

  #take(mediaTime: number, at: number): void {
    const { video, times } = this.#parts;
    if (this.#doing === 'nothing' || this.#doing === 'holding' || video.paused) return;
    if (!this.#isTimeKnown()) return;
    if (this.#doing === 'seeking' && this.#isStale(mediaTime)) return;
    this.#doing = 'following';
    const position = times.toPosition(mediaTime);
    if (position === undefined) return;
    const expected = this.#expectedAt(at);
    this.#run(this.#sync.take({ at, position, expected, isHidden: this.#isHidden }));
  }

  /** Estimates the clock first, then corrects. */
  #isTimeKnown(): boolean {
    const { clock, askTime } = this.#parts;
    const isKnown = clock.isKnown;
    if (isKnown && !this.#wasKnown) this.#sync.resync();
    this.#wasKnown = isKnown;
    if (!isKnown && clock.steady() - this.#askedAt > askEvery) {
      this.#askedAt = clock.steady();
      askTime();
    }
    return isKnown;
  }

  /** The last frame from before the seek is reported late. */
  #isStale(mediaTime: number): boolean {
    const { video, clock } = this.#parts;
    if (video.seeking) return true;
    const isNear = mediaTime > this.#target - 0.5 && mediaTime < this.#target + 5;
    return !isNear && clock.steady() - this.#soughtAt < longestStale;
  }

  #run(action: SyncAction): void {
    const { video, timers } = this.#parts;
    if (action.kind === 'rate') video.playbackRate = action.rate;
    else if (action.kind === 'seek') this.#seek(action.to);
    else if (action.kind === 'hold') {
      this.#doing = 'holding';
      video.playbackRate = 1;
      video.pause();
      this.#cancelHold = timers.after(action.milliseconds, () => {
        if (this.#scope.ended) return;
        this.#doing = 'following';
        void video.play().catch(() => undefined);
      });
    }
  }

  #seek(position: number): void {
    const { video, times, clock } = this.#parts;
    const target = times.toMediaTime(position);
    if (target === undefined) return;
    this.#doing = 'seeking';
    this.#target = target;
    this.#soughtAt = clock.steady();
    video.playbackRate = 1;
    video.currentTime = target;
  }
}

/**
 * True where the browser applies rates in fine steps. Safari's smallest step is 0.25 (WebKit bug 208142), and all
 * browsers of an iPhone are Safari.
 */
export const hasFineRates = (userAgent: string): boolean =>
  !/AppleWebKit/.test(userAgent) || /Chrom(e|ium)\//.test(userAgent);
