import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { voiceName } from '../folder/job.ts';
import type { JournalEntry } from '../folder/journal.ts';
import { Sound } from '../testing/hearing.ts';
import { sampleRate } from './audio-encoder.ts';
import { Mixer } from './mixer.ts';
import type { TrackAudio } from './track-audio.ts';

const piece = 960;
const second = 50;
const hz = 500;

/** A mixer with its journal entries and its output; times are in pieces of 20 ms. */
class Desk {
  readonly told: JournalEntry[] = [];
  readonly mixed: Float32Array[] = [];
  readonly mixer: Mixer;
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
    this.mixer = new Mixer({
      folder,
      first: 0,
      onMixed: (samples) => this.mixed.push(samples.slice()),
      tell: (entry) => this.told.push(entry),
      nameOf: (id) => `name of ${id}`,
    });
  }

  static async open(t: TestContext): Promise<Desk> {
    const desk = new Desk(await mkdtemp(join(tmpdir(), 'lectern-mixer-')));
    t.after(async () => {
      await desk.mixer.close();
      await rm(desk.folder, { recursive: true, force: true });
    });
    return desk;
  }

  /** Adds a tone from one time to another and mixes after every piece. */
  speak(heard: TrackAudio, from: number, to: number): void {
    for (let n = from; n < to; n += 1) {
      const samples = Int16Array.from({ length: piece }, (_, i) => {
        return 8_000 * Math.sin((2 * Math.PI * hz * (n * piece + i)) / sampleRate);
      });
      heard.add(samples, { arrival: (n + 1) * piece });
      this.mixer.advance((n + 1) * piece);
    }
  }

  get voices() {
    return this.told.filter((entry) => entry.type === 'voice');
  }

  /** The parts of the recording, in seconds, in which a voice file has the tone. */
  spokenIn(number: number): [from: number, to: number][] {
    const t = this.voices.find((voice) => voice.number === number)?.t ?? Number.NaN;
    const sound = Sound.of(join(this.folder, voiceName(number)));
    const parts: [number, number][] = [];
    for (let at = 0; at < sound.seconds; at += 0.02) {
      if (sound.amplitudeOf(hz, at, at + 0.02) < 0.1) continue;
      const last = parts.at(-1);
      if (last && t + at - last[1] < 0.05) last[1] = t + at + 0.02;
      else parts.push([t + at, t + at + 0.02]);
    }
    return parts;
  }
}

const near = (found: readonly (readonly number[])[], wanted: number[][]): void => {
  const isNear = found.flat().every((value, n) => Math.abs(value - (wanted.flat()[n] ?? Number.NaN)) < 0.05);
  assert.ok(found.length === wanted.length && isNear, JSON.stringify({ found, wanted }));
};

test('a person who leaves and returns soon continues in the same file, at the right position', async (t) => {
  const desk = await Desk.open(t);
  const heard = desk.mixer.hear('ada', 'microphone');
  desk.speak(heard, second, 3 * second);
  desk.mixer.unhear('ada', 'microphone', heard);
  desk.mixer.present(new Set());
  desk.mixer.advance(8 * second * piece);
  desk.mixer.present(new Set(['ada']));
  desk.speak(desk.mixer.hear('ada', 'microphone'), 8 * second, 10 * second);
  await desk.mixer.close();
  assert.deepEqual(
    desk.voices.map(({ number, participantId, name, t: from }) => [number, participantId, name, from]),
    [[1, 'ada', 'name of ada', 1]],
  );
  near(desk.spokenIn(1), [
    [1, 3],
    [8, 10],
  ]);
});

test('a person who returns after a long time gets another file with its own beginning', async (t) => {
  const desk = await Desk.open(t);
  const heard = desk.mixer.hear('ada', 'microphone');
  desk.speak(heard, second, 3 * second);
  desk.mixer.unhear('ada', 'microphone', heard);
  desk.mixer.present(new Set());
  desk.mixer.advance(20 * second * piece);
  desk.speak(desk.mixer.hear('ada', 'microphone'), 20 * second, 22 * second);
  await desk.mixer.close();
  assert.deepEqual(
    desk.voices.map(({ number, participantId, t: from }) => [number, participantId, from]),
    [
      [1, 'ada', 1],
      [2, 'ada', 20],
    ],
  );
  near(desk.spokenIn(1), [[1, 3]]);
  near(desk.spokenIn(2), [[20, 22]]);
  const { seconds } = Sound.of(join(desk.folder, voiceName(1)));
  assert.ok(seconds < 13, `the file of the person who left has ${seconds} s`);
});

test('the mixer waits for late sound, but not longer than allowed', async (t) => {
  const desk = await Desk.open(t);
  desk.speak(desk.mixer.hear('ada', 'microphone'), 0, 10);
  const waited = desk.mixed.length;
  desk.mixer.advance(30 * piece, 5 * piece);
  assert.equal(desk.mixed.length, waited, 'nothing is mixed beyond the late sound');
  desk.mixer.advance(60 * piece, 40 * piece);
  assert.equal(desk.mixed.length, 40);
  desk.mixer.advance(60 * piece);
  assert.equal(desk.mixed.length, 60);
});

test('a track that ended does not delay the mix', async (t) => {
  const desk = await Desk.open(t);
  const heard = desk.mixer.hear('ada', 'microphone');
  desk.mixer.hear('bob', 'microphone');
  desk.speak(heard, 0, 10);
  desk.mixer.unhear('ada', 'microphone', heard);
  desk.mixer.advance(60 * piece, 0);
  assert.equal(desk.mixed.length, 60);
});

test('voices are added, and compressed where the sum is too loud', async (t) => {
  const desk = await Desk.open(t);
  const loud = new Int16Array(piece).fill(0.6 * 32_768);
  for (const who of ['ada', 'bob']) {
    const heard = desk.mixer.hear(who, 'microphone');
    heard.add(loud, { arrival: piece });
    if (who === 'ada') heard.add(new Int16Array(piece).fill(0.1 * 32_768), { arrival: 2 * piece });
    else heard.add(new Int16Array(piece).fill(0.2 * 32_768), { arrival: 2 * piece });
  }
  desk.mixer.advance(2 * piece);
  const [first = 0, then = 0] = desk.mixed.map((samples) => samples[piece / 2]);
  assert.ok(first > 0.7 && first < 1, `${first}`);
  assert.ok(Math.abs(then - 0.3) < 0.001, `${then}`);
});
