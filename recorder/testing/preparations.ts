import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PrepareJob, type PrepareResult, prepareNames, segmentPath } from '../folder/prepare-job.ts';
import { prepareVideo } from '../prepare/prepare.ts';
import { picturesIn, soundIn } from './decoding.ts';
import { type MadeMedia, makeMedia } from './made-media.ts';
import { segmentFacts } from './segment-facts.ts';

export type Prepared = PrepareResult & { ok: true };

export interface Wish {
  maxSeconds?: number;
  maxCpu?: PrepareJob['maxCpu'];
  durations?: number[];
}

const ample = { least: 3600, perSecond: 0 };

export const inputOf = (folder: string): string => join(folder, prepareNames.input);

export const prepare = (
  folder: string,
  { maxSeconds = 3600, maxCpu = ample, durations }: Wish = {},
): Promise<PrepareResult> =>
  prepareVideo(folder, {
    job: { version: 1, maxSeconds, maxCpu, threads: 1, ...(durations && { small: { durations } }) },
    onProgress: () => undefined,
  });

/** Joins the segments into one file, as players do. */
export function joinedSegments(folder: string, { rendition: { name, durations } }: Prepared): string {
  const path = join(folder, 'whole.mp4');
  const parts = [-1, ...durations.keys()].map((index) =>
    readFileSync(join(folder, segmentPath(name, index))),
  );
  writeFileSync(path, Buffer.concat(parts));
  return path;
}

/** When each picture is shown, in seconds. */
export const timesOf = (folder: string, { rendition: { name, durations } }: Prepared): number[] =>
  segmentFacts(folder, name, durations.length).flatMap(({ video }) => video?.times ?? []);

export interface ShownPicture {
  t: number;
  width: number;
  height: number;
  /** The value of a plane (0: luma) at a position, given as shares of the width and the height. */
  at: (x: number, y: number, plane?: number) => number;
}

/** Decodes all pictures strictly. A picture is valid until the next one. */
export function* shownPictures(folder: string, result: Prepared): Generator<ShownPicture> {
  const times = timesOf(folder, result);
  let n = 0;
  for (const { planes, strides, width, height } of picturesIn(joinedSegments(folder, result))) {
    const at = (x: number, y: number, plane = 0): number => {
      const half = plane === 0 ? 1 : 2;
      const [column, row] = [Math.floor((x * width) / half), Math.floor((y * height) / half)];
      return planes[plane]?.[row * (strides[plane] ?? 0) + column] ?? Number.NaN;
    };
    yield { t: times[n] ?? Number.NaN, width, height, at };
    n += 1;
  }
}

/** The strength of a tone in one channel from one second to another: its amplitude. */
export function toneIn(
  folder: string,
  result: Prepared,
  { hz, from, to, channel = 0 }: { hz: number; from: number; to: number; channel?: number },
): number {
  let [sine, cosine, samples, clock] = [0, 0, 0, 0];
  for (const piece of soundIn(joinedSegments(folder, result))) {
    // Timestamps of some containers are rounded to milliseconds.
    if (Math.abs(piece.t - clock) > 0.01) clock = piece.t;
    for (const value of piece.samples[channel] ?? []) {
      const t = clock;
      clock += 1 / piece.rate;
      if (t < from || t >= to) continue;
      sine += value * Math.sin(2 * Math.PI * hz * t);
      cosine += value * Math.cos(2 * Math.PI * hz * t);
      samples += 1;
    }
  }
  return samples === 0 ? 0 : (2 * Math.hypot(sine, cosine)) / samples;
}

/** Folders of preparations of one test file. */
export class Preparations {
  readonly #root = mkdtempSync(join(tmpdir(), 'lectern-prepare-'));
  #folders = 0;

  newFolder(): string {
    this.#folders += 1;
    const folder = join(this.#root, String(this.#folders));
    mkdirSync(folder);
    return folder;
  }

  /** Makes a file, changes its bytes if wanted, and prepares it. @throws if it is refused */
  async made(
    made: MadeMedia,
    change: (bytes: Buffer) => Buffer = (bytes) => bytes,
  ): Promise<{ folder: string; result: Prepared }> {
    const folder = this.newFolder();
    makeMedia(inputOf(folder), made);
    writeFileSync(inputOf(folder), change(readFileSync(inputOf(folder))));
    const result = await prepare(folder);
    if (!result.ok) throw new Error(result.message);
    return { folder, result };
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }
}
