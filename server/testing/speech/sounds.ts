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

/** Deterministic numbers from -1 to 1. */
function* chance(): Generator<number, never> {
  let seed = 1;
  while (true) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield seed / 1_073_741_824 - 1;
  }
}

const made = (seconds: number, at: (t: number) => number): Int16Array =>
  Int16Array.from({ length: seconds * rate }, (_, index) => Math.round(at(index / rate) * 32_767));

/** Noise of all frequencies. */
export function whiteNoise(seconds: number, level: number): Int16Array {
  const numbers = chance();
  return made(seconds, () => numbers.next().value * level);
}

/** Noise of low frequencies, such as wind and ventilation. */
export function brownNoise(seconds: number, level: number): Int16Array {
  const numbers = chance();
  let value = 0;
  return made(seconds, () => {
    value = (value + 0.02 * numbers.next().value) / 1.02;
    return value * level * 3;
  });
}

const chords = [
  [261.6, 329.6, 392],
  [220, 261.6, 329.6],
  [174.6, 220, 261.6],
  [196, 246.9, 293.7],
];

/** Chords with a melody and a beat, and a rest in each fourth bar. */
export function music(seconds: number): Int16Array {
  const numbers = chance();
  return made(seconds, (t) => {
    if (t % 8 > 7.2) return 0;
    const chord = chords[Math.floor(t / 2) % chords.length] ?? [];
    const beat = Math.exp(-(t % 0.5) * 4);
    const note = (chord[Math.floor(t * 4) % 3] ?? 0) * 2;
    const harmony = chord.reduce((sum, hertz) => sum + Math.sin(2 * Math.PI * hertz * t) * 0.08, 0);
    const drum = numbers.next().value * 0.15 * Math.exp(-(t % 0.5) * 40);
    return harmony + Math.sin(2 * Math.PI * note * t) * 0.15 * beat + drum;
  });
}
