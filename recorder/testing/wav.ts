import { readFileSync } from 'node:fs';
import { speechRate } from '../folder/wav-header.ts';
import { WavFile } from '../speech/wav.ts';

/** The samples of a WAV file, mono at 16 kHz. */
export function samplesOfWav(path: string): Int16Array {
  const file = readFileSync(path);
  const data = file.indexOf('data') + 8;
  const bytes = file.subarray(data, data + Math.floor((file.length - data) / 2) * 2);
  return new Int16Array(Uint8Array.from(bytes).buffer);
}

/** Writes a WAV file, mono at 16 kHz. */
export function writeWav(path: string, samples: Int16Array): void {
  using file = new WavFile(path);
  file.write(samples, 0);
  file.close();
}

/** Joins sounds, and silence where a number of seconds stands. */
export function joinSounds(...parts: (Int16Array | number)[]): Int16Array {
  const sounds = parts.map((part) =>
    typeof part === 'number' ? new Int16Array(Math.round(part * speechRate)) : part,
  );
  const all = new Int16Array(sounds.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const sound of sounds) {
    all.set(sound, at);
    at += sound.length;
  }
  return all;
}
