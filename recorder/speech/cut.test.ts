import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { brownNoise, whiteNoise } from '../../server/testing/speech/sounds.ts';
import { cutChunkName } from '../folder/cut-job.ts';
import { writeVoice } from '../testing/voices.ts';
import { joinSounds, samplesOfWav, writeWav } from '../testing/wav.ts';
import { cutVoice } from './cut.ts';

const root = mkdtempSync(join(tmpdir(), 'lectern-cut-'));
after(() => rmSync(root, { recursive: true, force: true }));

const rate = 16_000;

/** Bursts of a vowel with closures between them, as loud as a voice. */
function talk(seconds: number): Int16Array {
  return Int16Array.from({ length: seconds * rate }, (_, index) => {
    const t = index / rate;
    const open = Math.max(0, Math.sin(2 * Math.PI * 3 * t));
    const tone = [130, 260, 390, 520, 1040].reduce(
      (sum, hertz) => sum + Math.sin(2 * Math.PI * hertz * t),
      0,
    );
    return Math.round(open * tone * 2500);
  });
}

async function cut(samples: Int16Array, chunkSeconds = 170) {
  const folder = mkdtempSync(join(root, 'cut-'));
  const voice = join(folder, 'voice.wav');
  writeWav(voice, samples);
  return { folder, voice, ...(await chunksOf(voice, folder, chunkSeconds)) };
}

async function chunksOf(voice: string, folder: string, chunkSeconds = 170) {
  const result = await cutVoice(voice, folder, { chunkSeconds });
  assert.ok(result.ok);
  return result;
}

test('ten minutes of silence and of noise are no speech', async () => {
  for (const sound of [
    new Int16Array(600 * rate),
    whiteNoise(600, 0.01),
    whiteNoise(600, 0.4),
    brownNoise(600, 0.5),
  ]) {
    const { chunks, seconds } = await cut(sound);
    assert.deepEqual(chunks, []);
    assert.ok(Math.abs(seconds - 600) < 0.2);
  }
});

test('noise that begins and ends within a silence is no speech', async () => {
  const { chunks } = await cut(joinSounds(20, whiteNoise(30, 0.1), 20));
  const length = chunks.flatMap(({ pieces }) => pieces).reduce((sum, { duration }) => sum + duration, 0);
  assert.ok(length < 3, `${length} s of noise are taken for speech`);
});

test('a chunk holds several utterances with short pauses, and no part of a word is lost', async () => {
  const [first, second] = [talk(3), talk(2)];
  const { chunks, folder } = await cut(joinSounds(10, first, 60, second, 10));
  assert.equal(chunks.length, 1);
  const [chunk] = chunks;
  assert.ok(chunk);
  const [one, two, ...more] = chunk.pieces;
  assert.ok(one && two && more.length === 0);
  assert.ok(one.from <= 10 && one.from > 9.5 && one.from + one.duration >= 13);
  assert.ok(two.from <= 73 && two.from > 72.5 && two.from + two.duration >= 75);
  assert.ok(two.at - one.duration > 0.4 && two.at - one.duration < 0.6, 'a short pause');
  const samples = samplesOfWav(join(folder, '0.wav'));
  const begin = Math.round((10 - one.from) * rate);
  assert.ok(Math.abs(samples.length / rate - (two.at + two.duration)) < 0.02);
  // The file is the voice itself.
  for (let at = 2000; at < 40_000; at += 777)
    assert.ok(Math.abs((samples[begin + at] ?? 0) - (first[at] ?? 0)) <= 2);
});

test('a quiet voice in noise is found', async () => {
  const quiet = talk(4).map((sample) => Math.round(sample / 8));
  const noise = whiteNoise(64, 0.002);
  const mixed = joinSounds(30, quiet, 30).map((sample, index) => sample + (noise[index] ?? 0));
  const { chunks } = await cut(mixed);
  const [piece, ...more] = chunks.flatMap(({ pieces }) => pieces);
  assert.ok(piece && more.length === 0);
  assert.ok(piece.from <= 30.1 && piece.from + piece.duration >= 33.8);
});

test('speech without a pause is divided in its closures, without gap or overlap', async () => {
  const { chunks } = await cut(talk(100), 30);
  const pieces = chunks.flatMap((chunk) => chunk.pieces);
  assert.ok(chunks.length >= 4);
  for (const [index, piece] of pieces.entries()) {
    assert.ok(piece.duration <= 30);
    const next = pieces[index + 1];
    if (next) assert.ok(Math.abs(piece.from + piece.duration - next.from) < 0.002);
    // The closures of this voice are the second halves of its thirds of a second.
    if (next) assert.ok((next.from * 3) % 1 > 0.45, `cut at ${next.from}, within a burst`);
  }
});

test('the same file gives the same chunks', async () => {
  const sound = joinSounds(1, talk(20), 5, talk(40), 3, talk(2));
  const [first, second] = [await cut(sound, 30), await cut(sound, 30)];
  assert.deepEqual(first.chunks, second.chunks);
  for (const index of first.chunks.keys()) {
    const file = cutChunkName(index);
    assert.ok(readFileSync(join(first.folder, file)).equals(readFileSync(join(second.folder, file))));
  }
});

test('a voice file of a recording is cut, also one that a kill truncated', async () => {
  const folder = mkdtempSync(join(root, 'ogg-'));
  const voice = join(folder, 'voice.ogg');
  await writeVoice(voice, joinSounds(5, talk(4), 20, talk(4), 5));
  const whole = await chunksOf(voice, mkdtempSync(join(root, 'cut-')));
  assert.equal(whole.chunks.flatMap(({ pieces }) => pieces).length, 2);
  assert.ok(Math.abs((whole.chunks[0]?.pieces[1]?.from ?? 0) - 28.75) < 0.2);
  truncateSync(voice, Math.floor(statSync(voice).size * 0.6));
  const half = await chunksOf(voice, mkdtempSync(join(root, 'cut-')));
  assert.equal(half.chunks.flatMap(({ pieces }) => pieces).length, 1);
  truncateSync(voice, 30);
  await assert.rejects(cutVoice(voice, mkdtempSync(join(root, 'cut-')), { chunkSeconds: 170 }));
});

test('the first chunk is short, so that the first part of a transcript appears soon', async () => {
  const { chunks } = await cut(joinSounds(talk(200), 5, talk(60)), 300);
  const lengths = chunks.map(({ pieces }) => pieces.reduce((sum, { duration }) => sum + duration, 0));
  assert.equal(lengths.length, 2);
  assert.ok((lengths[0] ?? 0) <= 90 && (lengths[1] ?? 0) > 160);
});
