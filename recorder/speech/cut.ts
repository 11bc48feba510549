import { join } from 'node:path';
import type { CutChunk, CutPiece, CutResult } from '../folder/cut-job.ts';
import { findUtterances } from './gate.ts';
import { Loudness } from './loudness.ts';
import { packChunks } from './pack.ts';
import { speechRate, speechSamplesIn } from './samples.ts';
import { WavFile } from './wav.ts';

export interface Cutting {
  chunkSeconds: number;
  /** Called for every tenth of a second that was read; the reading goes on after the result. */
  onRead?: () => Promise<void> | undefined;
}

const samplesIn = (seconds: number): number => Math.round(seconds * speechRate);

/** Writes the pieces of chunks while their voice is read once more. Pieces are in the order of the voice. */
class PieceWriter {
  readonly #left: { file: string; piece: CutPiece }[];
  #wav: { file: string; open: WavFile } | undefined;
  #read = 0;

  constructor(folder: string, chunks: readonly CutChunk[]) {
    this.#left = chunks.flatMap(({ file, pieces }) =>
      pieces.map((piece) => ({ file: join(folder, file), piece })),
    );
  }

  get isDone(): boolean {
    return this.#left.length === 0;
  }

  add(samples: Int16Array): void {
    const [begin, end] = [this.#read, this.#read + samples.length];
    this.#read = end;
    // Two parts of a divided utterance can meet in these samples.
    for (let next = this.#left[0]; next; next = this.#left[0]) {
      const { from, at, duration } = next.piece;
      const [first, last] = [samplesIn(from), samplesIn(from) + samplesIn(duration)];
      if (first >= end) return;
      const part = samples.subarray(Math.max(0, first - begin), Math.min(samples.length, last - begin));
      if (part.length > 0) this.#openFor(next.file).write(part, samplesIn(at) + Math.max(0, begin - first));
      if (last > end) return;
      this.#left.shift();
    }
  }

  close(): void {
    this.#wav?.open.close();
    this.#wav?.open[Symbol.dispose]();
    this.#wav = undefined;
  }

  #openFor(file: string): WavFile {
    if (this.#wav?.file === file) return this.#wav.open;
    this.close();
    const open = new WavFile(file);
    this.#wav = { file, open };
    return open;
  }
}

/**
 * Finds the speech in a voice file and writes it as chunks into a folder. The file is read twice, so that three hours
 * need no more memory than a minute.
 */
export async function cutVoice(
  voice: string,
  folder: string,
  { chunkSeconds, onRead }: Cutting,
): Promise<CutResult> {
  const loudness = new Loudness();
  let read = 0;
  for (const samples of speechSamplesIn(voice)) {
    loudness.add(samples);
    read += samples.length;
    await onRead?.();
  }
  const values = loudness.values();
  const packed = packChunks(findUtterances(values), values, chunkSeconds);
  const chunks = packed.map((pieces, index) => ({ file: `${index}.wav`, pieces }));
  const writer = new PieceWriter(folder, chunks);
  try {
    if (!writer.isDone) {
      for (const samples of speechSamplesIn(voice)) {
        writer.add(samples);
        await onRead?.();
        if (writer.isDone) break;
      }
    }
  } finally {
    writer.close();
  }
  return { version: 1, ok: true, seconds: read / speechRate, chunks };
}
