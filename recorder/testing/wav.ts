import { readFileSync, writeFileSync } from 'node:fs';

const rate = 16_000;

/** The samples of a WAV file, mono at 16 kHz. */
export function samplesOfWav(path: string): Int16Array {
  const file = readFileSync(path);
  const data = file.indexOf('data') + 8;
  const bytes = file.subarray(data, data + Math.floor((file.length - data) / 2) * 2);
  return new Int16Array(Uint8Array.from(bytes).buffer);
}

/** Writes a WAV file, mono at 16 kHz. */
export function writeWav(path: string, samples: Int16Array): void {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples.byteLength, 40);
  writeFileSync(
    path,
    Buffer.concat([header, Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)]),
  );
}

/** Joins sounds, and silence where a number of seconds stands. */
export function joinSounds(...parts: (Int16Array | number)[]): Int16Array {
  const sounds = parts.map((part) =>
    typeof part === 'number' ? new Int16Array(Math.round(part * rate)) : part,
  );
  const all = new Int16Array(sounds.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const sound of sounds) {
    all.set(sound, at);
    at += sound.length;
  }
  return all;
}
