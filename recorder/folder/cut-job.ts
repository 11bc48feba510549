/** Names of the files in the folder of one cut. */
export const cutNames = { job: 'job.json', result: 'result.json' } as const;

export interface CutJob {
  version: 1;
  /** Absolute path of the voice file. */
  voice: string;
  /** The longest chunk. */
  chunkSeconds: number;
}

/** A part of a chunk. The parts are in the order of time, with a short silence between two. */
export interface CutPiece {
  /** Seconds in the chunk. */
  at: number;
  /** Seconds in the voice file. */
  from: number;
  duration: number;
}

/**
 * Name of a chunk in the folder: WAV, mono, 16 kHz. The result names no files, since the program that wrote it is not
 * trusted.
 */
export const cutChunkName = (index: number): string => `${index}.wav`;

/** A file with speech of a voice. */
export interface CutChunk {
  file: string;
  pieces: CutPiece[];
}

export type CutResult =
  | { version: 1; ok: true; seconds: number; chunks: Omit<CutChunk, 'file'>[] }
  | { version: 1; ok: false; message: string };
