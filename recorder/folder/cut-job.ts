/** Names of the files in the folder of one cut. */
export const cutNames = { job: 'job.json', result: 'result.json' } as const;

export interface CutJob {
  version: 1;
  /** Absolute path of the voice file. */
  voice: string;
  /** The longest chunk. */
  chunkSeconds: number;
}

/** A part of a chunk. There is a short silence between two, which are in the order of time. */
export interface CutPiece {
  /** Seconds in the chunk. */
  at: number;
  /** Seconds in the voice file. */
  from: number;
  duration: number;
}

/** A file with speech of a voice. */
export interface CutChunk {
  /** Its name in the folder: WAV, mono, 16 kHz. */
  file: string;
  pieces: CutPiece[];
}

export type CutResult =
  | { version: 1; ok: true; seconds: number; chunks: CutChunk[] }
  | { version: 1; ok: false; message: string };
