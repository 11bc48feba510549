let context: AudioContext | undefined;

/** The notes of each sound, in hertz. */
const tunes = {
  message: [659, 880],
  hand: [523],
  poll: [523, 659, 784],
  /** Somebody asks to join. */
  knock: [440, 440],
  /** The person was admitted. */
  letIn: [523, 784],
  /** Recording begins, and recording ends. */
  record: [587, 587, 880],
  recordEnd: [880, 587],
  /** The timer of the call is over. */
  timer: [784, 659, 784],
  /** The test of the speaker. */
  test: [523, 659, 784, 1047, 784, 1047],
} as const;

/** Plays a few short soft notes, or nothing if the browser does not allow sound yet. */
export function playTone(tune: keyof typeof tunes): void {
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume().catch(() => undefined);
    playNotes(context, tune, { output: context.destination });
  } catch {
    // A browser without sound must not break the page.
  }
}

type Sink = { output: AudioNode; loudness?: number };
type Note = Required<Sink> & { frequency: number; delay: number };

/** Plays the notes of a sound into an output. Returns when they end, in seconds of the context. */
export function playNotes(
  audio: AudioContext,
  tune: keyof typeof tunes,
  { output, loudness = 0.08 }: Sink,
): number {
  const notes = tunes[tune].map((frequency, index) => ({ frequency, delay: index * 0.11 }));
  return Math.max(...notes.map((one) => note(audio, { ...one, output, loudness })));
}

function note(audio: AudioContext, { frequency, delay, output, loudness }: Note): number {
  const start = audio.currentTime + delay;
  const end = start + 0.25;
  const gain = audio.createGain();
  const voice = audio.createOscillator();
  voice.frequency.value = frequency;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loudness, start + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0005, start + 0.22);
  voice.connect(gain).connect(output);
  voice.start(start);
  voice.stop(end);
  return end;
}
