import { join } from 'node:path';
import { foundProgram } from '../engines/redis.ts';

/** Files that `npm test` got: a whisper model (tiny.en) and eleven seconds of a real speech. */
export interface SpeechFiles {
  model: string;
  /** WAV, mono, 16 kHz. */
  speech: string;
}

/** Undefined where the packages cannot be downloaded. */
export function speechFiles(): SpeechFiles | undefined {
  const folder = foundProgram('LECTERN_TEST_WHISPER', 'whisper');
  return folder === undefined
    ? undefined
    : { model: join(folder, 'ggml-tiny.en.bin'), speech: join(folder, 'jfk.wav') };
}

/** For `t.skip`. */
export const withoutWhisper = 'not to be had here: the packages with a whisper model';

/** The words of the speech, and where each begins and ends in seconds: measured by hand in its spectrogram. */
export const spokenInSpeech: readonly (readonly [word: string, start: number, end: number])[] = [
  ['and', 0.32, 0.56],
  ['so', 0.56, 0.97],
  ['my', 0.97, 1.27],
  ['fellow', 1.3, 1.58],
  ['americans', 1.58, 2.14],
  ['ask', 3.28, 3.7],
  ['not', 4.0, 4.3],
  ['what', 5.4, 5.62],
  ['your', 5.64, 5.85],
  ['country', 5.92, 6.4],
  ['can', 6.46, 6.66],
  ['do', 6.68, 6.96],
  ['for', 6.98, 7.12],
  ['you', 7.14, 7.54],
  ['ask', 8.18, 8.5],
  ['what', 8.62, 8.78],
  ['you', 8.8, 9.18],
  ['can', 9.22, 9.38],
  ['do', 9.42, 9.66],
  ['for', 9.7, 9.84],
  ['your', 9.84, 10.0],
  ['country', 10.06, 10.44],
];
