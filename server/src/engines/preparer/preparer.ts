/** Interface of the program that prepares videos (`recorder/prepare.ts`). Adapter: `preparing-process.ts`. */

/** A quality of a prepared video, as the program describes it. */
export interface MadeRendition {
  name: 'source' | '360p';
  width: number;
  height: number;
  /** Bits a second of the largest segment. */
  bandwidth: number;
  /** As in RFC 6381. */
  codecs: string;
  /** Seconds of each segment. */
  durations: number[];
  bytes: number;
}

export type MadeVideoFiles =
  | {
      ok: true;
      /** Seconds. */
      duration: number;
      hasSound: boolean;
      /** Seconds that the file states and does not contain: it is cut off. */
      missing?: number;
      rendition: MadeRendition;
      /** Names of files in the attempt's folder. */
      poster?: string;
      strip?: string;
    }
  | { ok: false; failure: 'unreadable' | 'no_video' | 'too_long'; message: string };

export interface PreparingOptions {
  /** Ends the program. */
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (progress: number) => void;
  /** Makes only the small quality, with the segments of the full size. */
  small?: { durations: number[] };
  /** Asked again and again; the program pauses while it is false. */
  mayRun?: () => Promise<boolean>;
}

/** Makes the files of videos, each attempt in a folder of its own on this node. */
export interface PreparerEngine {
  /** Makes the empty folder of an attempt. @returns the path at which its input has to be stored */
  begin(attempt: string): Promise<string>;
  /** @throws PreparerFailed if the program ended without a result */
  prepare(attempt: string, options: PreparingOptions): Promise<MadeVideoFiles>;
  /** Path of a file in the attempt's folder. */
  pathOf(attempt: string, file: string): string;
  /** Path of a segment; -1 is the init segment. */
  segmentOf(attempt: string, rendition: MadeRendition['name'], index: number): string;
  discard(attempt: string): Promise<void>;
  /** Removes the folders that a killed server left. */
  clear(): Promise<void>;
}

/** The program died, hung, or found the disk full: another attempt may succeed. */
export class PreparerFailed extends Error {
  override name = 'PreparerFailed';
  readonly isDiskFull: boolean;

  constructor(message: string, isDiskFull = false) {
    super(message);
    this.isDiskFull = isDiskFull;
  }
}
