import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { VideoBufferType, VideoFrame, type VideoFrameEvent, VideoRotation } from '@livekit/rtc-node';
import { createChance } from '../../server/testing/fuzzing/fuzz.ts';
import { Feed } from './feed.ts';

const wide = { width: 32, height: 18 };

/** A track's frames and a feed of them; each frame is filled with its number. */
class Track {
  readonly sent: Uint8Array[] = [];
  isCancelled = false;
  readonly feed: Feed;
  #controller: ReadableStreamDefaultController<VideoFrameEvent> | undefined;

  constructor() {
    const frames = new ReadableStream<VideoFrameEvent>({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => {
        this.isCancelled = true;
      },
    });
    this.feed = new Feed(frames);
  }

  async send({ width, height } = wide, rotation = VideoRotation.VIDEO_ROTATION_0): Promise<Uint8Array> {
    const bytes = width * height + 2 * Math.ceil(width / 2) * Math.ceil(height / 2);
    const data = new Uint8Array(bytes).fill(this.sent.length + 1);
    const frame = new VideoFrame(data, width, height, VideoBufferType.I420);
    this.#controller?.enqueue({ frame, timestampUs: 0n, rotation });
    this.sent.push(data);
    await turn();
    return data;
  }

  /** Numbers of the frames whose memory was not released. */
  get held(): number[] {
    return this.sent.flatMap((data, n) => (data.length > 0 ? [n + 1] : []));
  }

  /** Number of the frame that `picture` returns. */
  get given(): number | undefined {
    return this.feed.picture?.data[0];
  }
}

test('a feed returns the newest frame and releases an unseen frame as soon as it is replaced', async () => {
  const track = new Track();
  assert.equal(track.given, undefined);
  for (let n = 1; n <= 3; n += 1) {
    await track.send();
    assert.deepEqual(track.held, [n]);
  }
  assert.equal(track.given, 3);
});

test('a feed keeps a returned frame until the next one was drawn', async () => {
  const track = new Track();
  await track.send();
  assert.equal(track.given, 1);
  track.feed.drawn();
  await track.send();
  track.feed.drawn();
  assert.deepEqual(track.held, [1, 2], 'the first frame may be drawn again: no other was requested');
  assert.equal(track.given, 2);
  assert.deepEqual(track.held, [1, 2], 'the second frame is not drawn yet');
  track.feed.drawn();
  assert.deepEqual(track.held, [2]);
  assert.equal(track.given, 2);
});

test('a look at the picture between two drawings takes no frame away from the drawing', async () => {
  const track = new Track();
  for (let n = 1; n <= 3; n += 1) {
    await track.send();
    assert.equal(track.given, n);
  }
  assert.deepEqual(track.held, [1, 2, 3]);
  track.feed.drawn();
  assert.deepEqual(track.held, [3]);
});

test('a rotated frame is released at once, its upright copy after the copy was replaced', async () => {
  const track = new Track();
  await track.send(wide, VideoRotation.VIDEO_ROTATION_90);
  const turned = track.feed.picture;
  assert.deepEqual([turned?.width, turned?.height, turned?.data[0]], [18, 32, 1]);
  assert.deepEqual(track.held, []);
  await track.send();
  assert.equal(track.given, 2);
  assert.ok(turned && turned.data.length > 0);
  track.feed.drawn();
  assert.equal(turned.data.length, 0);
});

test('a feed ignores the tiny frames at the end of a track and keeps the last picture', async () => {
  const track = new Track();
  await track.send();
  const last = track.feed.picture;
  await track.send({ width: 8, height: 8 });
  assert.equal(track.feed.picture, last);
  track.feed.drawn();
  assert.deepEqual(track.held, [1]);
});

test('a forgotten frame is not returned again but stays intact for a tile that shrinks', async () => {
  const track = new Track();
  await track.send();
  const drawn = track.feed.picture;
  await track.send();
  track.feed.forget();
  track.feed.drawn();
  assert.equal(track.given, undefined);
  assert.equal(drawn?.data[0], 1);
  assert.deepEqual(track.held, [1], 'the second frame was never returned');
  await track.send();
  assert.equal(track.given, 3);
});

test('a closed feed reads no more and returns nothing', async () => {
  const track = new Track();
  await track.send();
  track.feed.close();
  await turn();
  assert.ok(track.isCancelled);
  assert.equal(track.given, undefined);
  assert.deepEqual(track.held, []);
});

test('in any order of calls, returned frames are intact and few frames are held', async () => {
  const track = new Track();
  const chance = createChance(7);
  let looks = 0;
  for (let step = 0; step < 2_000; step += 1) {
    const isDrawn = chance() < 0.4;
    if (chance() < 0.5) await track.send();
    if (isDrawn || chance() < 0.2) {
      const picture = track.feed.picture;
      assert.equal(picture?.data.length ?? 864, 864, `step ${step}`);
      assert.equal(picture?.data[0] ?? track.sent.length % 256, track.sent.length % 256, 'the newest frame');
      looks += 1;
    }
    if (isDrawn) {
      track.feed.drawn();
      looks = 0;
    }
    assert.ok(track.held.length <= looks + 2, `${track.held.length} frames after ${looks} looks`);
  }
});
