import { join } from 'node:path';
import { writeVoice } from '../../../recorder/testing/voices.ts';
import { samplesOfWav } from '../../../recorder/testing/wav.ts';
import type { TestVoice } from '../../../server/testing/transcripts/spoken-record.ts';

const rate = 16_000;
/** Seconds from a turn of a person to their next one; a person speaks for eleven seconds of it. */
const turnEvery = 120;
const [apart, people] = [30, 4];
/** The words of the speech that each turn repeats. */
export const wordsOfTurn = 22;

export interface LongCall {
  voices: (TestVoice & { name: string; offset: number })[];
  /** Turns of each person. */
  turns: number;
  seconds: number;
  /** The beginning of a turn, in seconds of the recording. */
  startOf(voice: { offset: number }, turn: number): number;
}

/** Four people who say the same real speech in turns, all of the call long. */
export async function makeLongCall(folder: string, speech: string, hours: number): Promise<LongCall> {
  const said = samplesOfWav(speech);
  const turns = Math.max(1, Math.floor((hours * 3600) / turnEvery) - 1);
  const samples = new Int16Array(turns * turnEvery * rate);
  for (let turn = 0; turn < turns; turn += 1) samples.set(said, turn * turnEvery * rate);
  const file = join(folder, 'voice.ogg');
  await writeVoice(file, samples);
  const duration = samples.length / rate;
  const voices = Array.from({ length: people }, (_, person) => ({
    ...{ name: `Person ${person + 1}`, offset: person * apart, duration, file },
  }));
  return {
    ...{ voices, turns, seconds: duration + people * apart },
    startOf: ({ offset }, turn) => offset + turn * turnEvery,
  };
}
