import { meanSquare, SpeakingTurns } from './speaking-turns.ts';
import type { TrackAudio } from './track-audio.ts';
import { VoiceFile } from './voice-file.ts';

/** A person who was never louder than this gets no file. -60 dB of full scale. */
const audible = 10 ** -6;

export interface VoiceHooks {
  onTurn: (turn: { from: number; to: number }) => void;
  /** Called when the voice is first heard; returns the path of its file. */
  onFirstHeard: () => string;
}

/** One person's sound: the microphone, which also goes to a file of its own, and the sound of a shared screen. */
export class Voice {
  readonly turns: SpeakingTurns;
  /** Late samples of tracks that have ended. */
  missed = 0;
  microphone: TrackAudio | undefined;
  screen: TrackAudio | undefined;
  readonly #hooks: VoiceHooks;
  readonly #block: Float32Array;
  #file: VoiceFile | undefined;
  #opening: Promise<void> | undefined;
  #unwritten: Float32Array[] = [];
  #error: unknown;

  constructor(blockSamples: number, hooks: VoiceHooks) {
    this.#hooks = hooks;
    this.#block = new Float32Array(blockSamples);
    this.turns = new SpeakingTurns(hooks.onTurn);
  }

  get error(): unknown {
    return this.#error ?? this.#file?.error;
  }

  /** Position up to which the sound has arrived; undefined without a track. */
  get heardUntil(): number | undefined {
    const [microphone, screen] = [this.microphone?.until, this.screen?.until];
    return microphone === undefined || screen === undefined
      ? (microphone ?? screen)
      : Math.min(microphone, screen);
  }

  /** Adds the next block of this person to the mix. `t` and `length` are in seconds. */
  mixInto(mix: Float32Array, t: number, length: number): void {
    this.#block.fill(0);
    this.microphone?.take(this.#block);
    this.turns.hear(this.#block, t, length);
    this.#write();
    addTo(mix, this.#block);
    if (!this.screen) return;
    this.screen.take(this.#block);
    addTo(mix, this.#block);
  }

  async close(): Promise<void> {
    this.turns.end();
    await this.#opening;
    await this.#file?.close();
  }

  #write(): void {
    if (!this.#opening && meanSquare(this.#block) < audible) return;
    if (this.#file) this.#file.add(this.#block);
    else this.#unwritten.push(this.#block.slice());
    this.#opening ??= this.#open();
  }

  async #open(): Promise<void> {
    try {
      const file = await VoiceFile.create(this.#hooks.onFirstHeard());
      for (const block of this.#unwritten) file.add(block);
      this.#file = file;
    } catch (error) {
      this.#error = error;
    }
    this.#unwritten = [];
  }
}

const addTo = (mix: Float32Array, block: Float32Array): void => {
  for (let i = 0; i < mix.length; i += 1) mix[i] = (mix[i] ?? 0) + (block[i] ?? 0);
};
