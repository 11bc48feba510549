const rate = 16_000;

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
