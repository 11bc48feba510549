import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../../../kit/clock.fake.ts';
import { epoch } from '../api.fake.ts';
import { type FollowedVideo, Follower, hasFineRates } from './follower.ts';
import { SessionClock } from './session-clock.ts';

type Shown = (now: number, frame: { mediaTime: number; expectedDisplayTime: number }) => void;

/** A video element in simulated time: a seek takes 300 ms, frames are shown every 40 ms. */
class FakeVideo extends EventTarget implements FollowedVideo {
  playbackRate = 1;
  paused = false;
  readyState = 4;
  seeks: number[] = [];
  pauses = 0;
  #position = 0;
  #seekingUntil = 0;
  #callback: Shown | undefined;
  readonly now: () => number;

  constructor(now: () => number) {
    super();
    this.now = now;
  }

  get currentTime(): number {
    return this.#position;
  }

  set currentTime(to: number) {
    this.seeks.push(to);
    this.#position = to;
    this.#seekingUntil = this.now() + 300;
  }

  get seeking(): boolean {
    return this.now() < this.#seekingUntil;
  }

  play = async (): Promise<void> => {
    this.paused = false;
  };

  pause = (): void => {
    this.paused = true;
    this.pauses += 1;
  };

  requestVideoFrameCallback = (shown: Shown): number => {
    this.#callback = shown;
    return 1;
  };

  run(milliseconds: number, isShown: boolean): void {
    if (this.seeking || this.paused) return;
    this.#position += (milliseconds / 1_000) * this.playbackRate;
    const callback = this.#callback;
    if (!callback || !isShown) return;
    this.#callback = undefined;
    callback(this.now(), { mediaTime: this.#position, expectedDisplayTime: this.now() });
  }

  /** The network is too slow, or the device slept. */
  jump(seconds: number): void {
    this.#position += seconds;
  }
}

class FakeTab extends EventTarget {
  visibilityState = 'visible';
  set(state: string): void {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

/** The session began 60 s ago; the media's times begin 50 s later than the session's. */
function stage() {
  const timers = createFakeClock();
  const slept = { for: 0 };
  const clock = new SessionClock({
    steady: timers.now,
    wall: () => epoch + timers.now() + slept.for,
  });
  const answer = (): void => {
    const now = timers.now();
    clock.add({ sent: now, received: now, serverTime: epoch + now + slept.for });
  };
  answer();
  const video = new FakeVideo(timers.now);
  const tab = new FakeTab();
  const asked: number[] = [];
  const follower = new Follower({
    video,
    times: { toPosition: (time) => time + 50, toMediaTime: (position) => position - 50 },
    clock,
    startsAt: epoch - 60_000,
    timers,
    tab,
    mayTrim: true,
    askTime: () => asked.push(timers.now()),
  });
  const run = async (seconds: number): Promise<void> => {
    for (let frame = 0; frame < seconds * 25; frame += 1) {
      await timers.advance(40);
      video.run(40, tab.visibilityState === 'visible');
    }
  };
  const drift = (): number => video.currentTime + 50 - (60 + (timers.now() + slept.for) / 1_000);
  return { timers, clock, slept, answer, video, tab, asked, follower, run, drift };
}

test('a video is brought to the session’s second and kept there', async () => {
  const { follower, run, drift, video } = stage();
  follower.start();
  await run(3);
  assert.ok(Math.abs(drift()) < 0.06, `${drift()} s`);
  await run(60);
  assert.ok(Math.abs(drift()) < 0.06, `${drift()} s`);
  assert.ok(video.seeks.length <= 2);
});

test('after a stall one seek brings the video back', async () => {
  const { follower, run, drift, video } = stage();
  follower.start();
  await run(70);
  const before = video.seeks.length;
  video.jump(-5);
  await run(4);
  assert.ok(Math.abs(drift()) < 0.1, `${drift()} s`);
  assert.equal(video.seeks.length, before + 1);
});

test('after a sleep the server’s time is requested first, then the video is corrected', async () => {
  const { follower, run, drift, video, slept, asked, answer } = stage();
  follower.start();
  await run(10);
  const before = video.seeks.length;
  slept.for = 60_000;
  await run(3);
  assert.ok(asked.length >= 1);
  assert.equal(video.seeks.length, before);
  answer();
  await run(3);
  assert.ok(Math.abs(drift()) < 0.1, `${drift()} s`);
});

test('a hidden tab is kept in step by a timer, and never plays at a changed rate without one', async () => {
  const { follower, run, drift, video, tab } = stage();
  follower.start();
  await run(10);
  video.jump(-0.2);
  await run(0.6);
  assert.notEqual(video.playbackRate, 1);
  tab.set('hidden');
  assert.equal(video.playbackRate, 1);
  video.jump(-4);
  await run(10);
  assert.ok(Math.abs(drift()) < 0.3, `${drift()} s`);
  tab.set('visible');
  await run(5);
  assert.ok(Math.abs(drift()) < 0.06, `${drift()} s`);
});

test('a video that is ahead pauses for exactly so long', async () => {
  const { follower, run, drift, video } = stage();
  follower.start();
  await run(5);
  const before = video.pauses;
  video.jump(1);
  await run(4);
  assert.equal(video.pauses, before + 1);
  assert.equal(video.paused, false);
  assert.ok(Math.abs(drift()) < 0.1, `${drift()} s`);
});

test('an ended follower touches nothing', async () => {
  const { follower, run, video } = stage();
  follower.start();
  await run(3);
  follower.end();
  const before = video.seeks.length;
  video.jump(-30);
  await run(10);
  assert.equal(video.seeks.length, before);
});

test('fine rates are used in Chrome and Firefox only', () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
  const safari =
    'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/140.0 Safari/604.1';
  assert.equal(hasFineRates(chrome), true);
  assert.equal(hasFineRates('Mozilla/5.0 (X11; rv:140.0) Gecko/20100101 Firefox/140.0'), true);
  assert.equal(hasFineRates(safari), false);
  assert.equal(hasFineRates(phone), false);
});
