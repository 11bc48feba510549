import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TrackAudio } from './track-audio.ts';

const piece = 960;
const second = 50;

const block = (heard: TrackAudio): number[] => {
  const into = new Float32Array(piece);
  heard.take(into);
  return [...into];
};
const of = (value: number): Int16Array => new Int16Array(piece).fill(value * 32_768);
/** The value of piece `n` of a voice without pauses; neighbouring pieces differ. */
const voiceOf = (n: number): number => ((n % 64) + 64) / 256;

/**
 * Simulates a track: piece `n` belongs to position `n`, has the value `value(n)` and arrives `late` pieces after its
 * position, of which the LiveKit client reports `behind`. `mixed` has one value for each position.
 */
class Track {
  readonly heard = new TrackAudio(0);
  readonly mixed: number[] = [];
  readonly #value: (n: number) => number;
  #at = 0;

  constructor(value: (n: number) => number = voiceOf) {
    this.#value = value;
  }

  /** Adds the pieces before number `to`. */
  come(to: number, { late = () => 0, behind = 0 }: { late?: (n: number) => number; behind?: number } = {}) {
    for (; this.#at < to; this.#at += 1) {
      const arrival = Math.round((this.#at + 1 + late(this.#at)) * piece);
      this.heard.add(of(this.#value(this.#at)), { arrival, behind: behind * piece });
      // Mix as late as a recording does: up to the newest sound of this voice, but with the same limit.
      const until = Math.floor((this.heard.until ?? arrival) / piece);
      this.mix(Math.max(Math.min(arrival / piece - 20, until), arrival / piece - 60));
    }
  }

  mix(to: number): void {
    while (this.mixed.length < to) {
      const samples = block(this.heard);
      this.mixed.push(samples[piece / 2] ?? Number.NaN);
    }
  }

  /** Distance in pieces between position `n` and the position of its piece in the mix. */
  offAt(n: number): number {
    const found = this.mixed.findIndex((value, at) => Math.abs(at - n) < 32 && value === this.#value(n));
    assert.ok(found >= 0, `piece ${n} is not heard`);
    return found - n;
  }

  /** Number of silent positions in the mix. */
  silent(from: number, to: number): number {
    return this.mixed.slice(from, to).filter((value) => value === 0).length;
  }
}

test('pieces that arrive unevenly follow each other without gaps', () => {
  const track = new Track();
  track.come(6, { late: (n) => [0, 0.7, 0.1, 1.5, 0, 0.3][n] ?? 0 });
  track.mix(7);
  assert.deepEqual(track.mixed, [0, 1, 2, 3, 4, 5].map(voiceOf).concat(0));
  assert.equal(track.heard.missed, 0);
});

test('a piece that arrives after its position was mixed counts as missed and is heard nowhere else', () => {
  const track = new Track();
  track.come(1);
  track.mix(4);
  track.come(2);
  assert.equal(track.heard.missed, piece);
  track.mix(6);
  assert.deepEqual(track.mixed.slice(1), [0, 0, 0, 0, 0]);
});

test('the first pieces, from before the beginning, do not count as missed', () => {
  const heard = new TrackAudio(1024);
  heard.add(of(0.5), { arrival: 500 });
  assert.equal(heard.missed, 0);
});

test('the ring buffer wraps around', () => {
  const track = new Track();
  track.come(500);
  for (let n = 0; n < 480; n += 1) assert.equal(track.mixed[n], voiceOf(n));
});

for (const stalled of [20, 50, 70]) {
  test(`a stall of ${stalled / second} s moves no sound: pieces read at once afterwards keep their positions`, () => {
    const track = new Track();
    const [stall, resumed] = [100, 100 + stalled];
    track.come(stall);
    // Nothing is mixed while nothing is read.
    for (let n = stall; n < resumed; n += 1) track.heard.add(of(voiceOf(n)), { arrival: resumed * piece });
    track.mix(resumed - 20);
    for (let n = resumed; n < resumed + 100; n += 1) {
      track.heard.add(of(voiceOf(n)), { arrival: (n + 1) * piece });
      track.mix(n - 20);
    }
    for (let n = 0; n < resumed + 70; n += 1) assert.equal(track.mixed[n], voiceOf(n), `position ${n}`);
    assert.equal(track.heard.missed, 0);
  });
}

test('a first piece that was read late is corrected a moment later', () => {
  const track = new Track();
  track.come(100, { late: (n) => (n === 0 ? 6 : 0) });
  for (let n = 8; n < 80; n += 1) assert.equal(track.offAt(n), 0, `piece ${n}`);
});

test('after a stall longer than the buffer the sound is at its position again at once', () => {
  const track = new Track();
  track.come(100);
  for (let n = 100; n < 300; n += 1) track.heard.add(of(voiceOf(n)), { arrival: 300 * piece });
  track.mix(280);
  for (let n = 300; n < 500; n += 1) {
    track.heard.add(of(voiceOf(n)), { arrival: (n + 1) * piece });
    track.mix(n - 20);
  }
  for (let n = 301; n < 470; n += 1) assert.equal(track.mixed[n], voiceOf(n), `position ${n}`);
  assert.ok(
    track.heard.missed > 80 * piece && track.heard.missed < 140 * piece,
    `${track.heard.missed / piece}`,
  );
});

test('a track that becomes late for good is moved later', () => {
  const track = new Track();
  track.come(100);
  track.come(400, { late: () => 10 });
  assert.equal(track.offAt(370), 10);
  assert.equal(track.heard.missed, 0);
});

/** Words of 40 pieces with pauses of 20 between them. */
const words = (n: number): number => (n % 60 < 40 ? voiceOf(n) : 0.001);

test('sound delayed by the client is moved back in the next pause without losing a word', () => {
  const track = new Track(words);
  track.come(180);
  assert.equal(track.offAt(150), 0);
  // A stall: the client fills the gap with something, then everything is 15 pieces late, and the client reports that.
  for (let n = 0; n < 15; n += 1) track.heard.add(of(0.9), { arrival: (181 + n) * piece });
  track.come(600, { late: () => 15, behind: 15 });
  assert.equal(track.offAt(575), 0);
  // Within two seconds.
  assert.equal(track.offAt(300), 0);
  for (let n = 180; n < 560; n += 1) if (n % 60 < 40) track.offAt(n);
});

test('sound delayed by more than the longest wait is heard late, but is not lost', () => {
  const track = new Track(words);
  track.come(180);
  track.come(900, { late: () => 40, behind: 40 });
  for (let n = 400; n < 840; n += 1) if (n % 60 < 40) assert.ok(track.offAt(n) >= 0, `piece ${n}`);
});

test('a person who speaks without a pause is moved back after two seconds', () => {
  const track = new Track();
  track.come(180);
  for (let n = 0; n < 15; n += 1) track.heard.add(of(0.9), { arrival: (181 + n) * piece });
  track.come(600, { late: () => 15, behind: 15 });
  assert.equal(track.offAt(200), 15);
  assert.equal(track.offAt(180 + 3 * second + 10), 0);
  assert.equal(track.offAt(575), 0);
});

for (const [what, value] of [
  ['pauses', words],
  ['no pause at all', voiceOf],
] as const) {
  test(`sound delayed by the client for longer than the mix waits returns to its position, with ${what}`, () => {
    const track = new Track(value);
    track.come(180);
    for (let n = 0; n < 30; n += 1) track.heard.add(of(0.9), { arrival: (181 + n) * piece });
    track.come(780, { late: () => 30, behind: 30 });
    for (let n = 180 + 6 * second; n < 720; n += 1)
      if (n % 60 < 40) assert.equal(track.offAt(n), 0, `piece ${n}`);
  });
}

test('sound stays near its position while the client shrinks its delay', () => {
  const track = new Track(words);
  track.come(180, { late: () => 15, behind: 15 });
  for (let n = 180; n < 600; n += 30)
    track.come(n, { late: () => Math.max(0, 15 - (n - 180) / 20), behind: Math.max(0, 15 - (n - 180) / 20) });
  track.come(900);
  for (let n = 0; n < 840; n += 1)
    if (n % 60 < 40) assert.ok(Math.abs(track.offAt(n)) <= 4, `${track.offAt(n)} at ${n}`);
  assert.equal(track.offAt(860), 0);
});
