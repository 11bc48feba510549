import { join } from 'node:path';
import { type CutPiece, type CutResult, cutChunkName } from '../folder/cut-job.ts';
import { speechRate } from '../folder/wav-header.ts';
import { findUtterances } from './gate.ts';
import { Loudness } from './loudness.ts';
import { packChunks } from './pack.ts';
import { SampleFile } from './sample-file.ts';
import { speechSamplesIn } from './samples.ts';
import { WavFile } from './wav.ts';

export interface Cutting {
  chunkSeconds: number;
  /** Called for each minute that was read and each chunk; the work goes on after the result. */
  onProgress?: () => Promise<void> | undefined;
}

const samplesIn = (seconds: number): number => Math.round(seconds * speechRate);

function writeChunk(path: string, pieces: readonly CutPiece[], sound: SampleFile): void {
  using wav = new WavFile(path);
  for (const { at, from, duration } of pieces) {
    wav.write(sound.read(samplesIn(from), samplesIn(duration)), samplesIn(at));
  }
  wav.close();
}

/**
 * Finds the speech in a voice file and writes it as chunks into a folder. The sound is decoded once, into a file, so
 * that three hours need no more memory than a minute.
 */
export async function cutVoice(
  voice: string,
  folder: string,
  { chunkSeconds, onProgress }: Cutting,
): Promise<CutResult> {
  using sound = new SampleFile(join(folder, 'voice.pcm'));
  const loudness = new Loudness();
  let seconds = 0;
  for (const samples of speechSamplesIn(voice)) {
    loudness.add(samples);
    sound.append(samples);
    seconds += samples.length / speechRate;
    if (seconds % 60 === 0) await onProgress?.();
  }
  const values = loudness.values();
  const chunks = packChunks(findUtterances(values), values, chunkSeconds);
  for (const [index, pieces] of chunks.entries()) {
    writeChunk(join(folder, cutChunkName(index)), pieces, sound);
    await onProgress?.();
  }
  return { version: 1, ok: true, seconds, chunks: chunks.map((pieces) => ({ pieces })) };
}
