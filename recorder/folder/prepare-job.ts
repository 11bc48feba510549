/** Names of the files in the folder of one preparation. */
export const prepareNames = {
  job: 'job.json',
  input: 'input',
  poster: 'poster.jpg',
  strip: 'strip.jpg',
  result: 'result.json',
} as const;

export type PreparedName = 'source' | '360p';

/** Path of a segment in the folder; -1 is the init segment. */
export const segmentPath = (rendition: PreparedName, index: number): string =>
  index === -1 ? `${rendition}/init.mp4` : `${rendition}/${index}.m4s`;

export interface PrepareJob {
  version: 1;
  /** Longer media is refused. */
  maxSeconds: number;
  /** Seconds of processor time for any file, and for each second of the video. */
  maxCpu: { least: number; perSecond: number };
  /** Threads of the encoder. */
  threads: number;
  /** Makes only the small quality, with the same segments as the full size. */
  small?: { durations: number[] };
}

/** Lines that the program reads from its input. */
export const prepareOrders = { pause: 'pause', resume: 'resume' } as const;

/** A line that the program writes to its output. */
export interface PrepareProgress {
  /** From 0 to 1. */
  progress: number;
}

/** A quality of a prepared video. */
export interface PreparedRendition {
  name: PreparedName;
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

export interface PreparedVideo {
  version: 1;
  ok: true;
  /** Seconds. */
  duration: number;
  hasSound: boolean;
  /** Whether the pictures were copied and not encoded again. */
  isCopied: boolean;
  /** Seconds that the file states and does not contain: it is cut off. */
  missing?: number;
  rendition: PreparedRendition;
  /** Names of files in the folder. */
  poster?: string;
  strip?: string;
}

export type PrepareResult =
  | PreparedVideo
  | { version: 1; ok: false; failure: 'unreadable' | 'no_video' | 'too_long'; message: string };
