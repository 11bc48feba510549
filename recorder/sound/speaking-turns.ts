import type { SpokenTurn } from '../folder/result.ts';

/** Mean square above which a block counts as speech: -45 dB of full scale. */
const loud = 10 ** -4.5;
/** Seconds of sound that start a turn: a cough or a click is shorter. */
const beginsAfter = 0.12;
/** Seconds of silence that end a turn. A shorter limit would split turns at pauses for breath. */
const endsAfter = 0.7;
/** Long turns are reported in parts of so many seconds, so that a killed recorder has reported nearly everything. */
const longestTold = 10;

export type SpeakingTurn = Pick<SpokenTurn, 'from' | 'to'>;

/** Finds a person's speaking turns in blocks of sound. */
export class SpeakingTurns {
  readonly #onTurn: (turn: SpeakingTurn) => void;
  #loudSince: number | undefined;
  #lastLoud = Number.NEGATIVE_INFINITY;
  #from: number | undefined;
  #spokenFrom: number | undefined;
  #loudFor = 0;

  constructor(onTurn: (turn: SpeakingTurn) => void) {
    this.#onTurn = onTurn;
  }

  get isSpeaking(): boolean {
    return this.#spokenFrom !== undefined;
  }

  /** Start of the current turn in seconds of the recording. */
  get since(): number | undefined {
    return this.#spokenFrom;
  }

  get lastLoud(): number {
    return this.#lastLoud;
  }

  /** @param t start of the block in seconds, `length` its seconds */
  hear(block: Float32Array, t: number, length: number): void {
    if (meanSquare(block) > loud) this.#onLoud(t, length);
    else if (t - this.#lastLoud >= endsAfter) this.#onSilence();
    if (this.#from === undefined) return;
    if (t + length - this.#from >= longestTold) this.#tell(t + length);
  }

  /** Ends and reports the current turn. */
  end(): void {
    this.#onSilence();
  }

  #onLoud(t: number, length: number): void {
    if (t - this.#lastLoud >= endsAfter) this.#loudFor = 0;
    if (this.#loudFor === 0) this.#loudSince = t;
    this.#loudFor += length;
    this.#lastLoud = t + length;
    if (this.#spokenFrom !== undefined || this.#loudFor < beginsAfter) return;
    this.#spokenFrom = this.#loudSince;
    this.#from = this.#loudSince;
  }

  #onSilence(): void {
    if (this.#from !== undefined && this.#lastLoud > this.#from) this.#tell(this.#lastLoud);
    this.#from = undefined;
    this.#spokenFrom = undefined;
    this.#loudFor = 0;
  }

  #tell(to: number): void {
    if (this.#from !== undefined) this.#onTurn({ from: this.#from, to });
    this.#from = to;
  }
}

export const meanSquare = (block: Float32Array): number => {
  let sum = 0;
  for (const sample of block) sum += sample * sample;
  return sum / block.length;
};
