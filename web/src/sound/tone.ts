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
} as const;

/** Plays a few short soft notes, or nothing if the browser does not allow sound yet. */
export function playTone(tune: keyof typeof tunes): void {
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume().catch(() => undefined);
    for (const [index, frequency] of tunes[tune].entries()) note(context, frequency, index * 0.11);
  } catch {
    // A browser without sound must not break the page.
  }
}

function note(audio: AudioContext, frequency: number, delay: number): void {
  const start = audio.currentTime + delay;
  const gain = audio.createGain();
  const voice = audio.createOscillator();
  voice.frequency.value = frequency;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(0.08, start + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0005, start + 0.22);
  voice.connect(gain).connect(audio.destination);
  voice.start(start);
  voice.stop(start + 0.25);
}
