import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { Scaler } from 'node-av';
import { MediaInput, PictureDecoder } from '../finish/input.ts';
import { pictureAsJpeg, worthOf } from '../finish/poster.ts';
import { type PreparedName, prepareNames, segmentPath } from '../folder/prepare-job.ts';

/** The strip of small pictures: at most 60, in rows of ten, each at an equal distance in time. */
export const strip = { most: 60, columns: 10, width: 160, everySeconds: 5 };
const posterWidth = 1280;

/** How many pictures the strip of a video has. */
export const stripCount = (seconds: number): number =>
  Math.max(1, Math.min(strip.most, Math.floor(seconds / strip.everySeconds)));

interface PicturesOptions {
  rendition: PreparedName;
  durations: readonly number[];
  seconds: number;
}

/**
 * Writes the poster and the strip, from the first pictures of segments: they are upright and quick to decode.
 * @returns whether a picture could be decoded
 */
export async function writePictures(folder: string, options: PicturesOptions): Promise<boolean> {
  const count = stripCount(options.seconds);
  const small: Buffer[] = [];
  let best: { worth: number; jpeg: Buffer | undefined } | undefined;
  using scaler = new Scaler();
  for (let n = 0; n < count; n += 1) {
    const index = segmentAt(options.durations, ((n + 0.5) * options.seconds) / count);
    const paths = [-1, index].map((part) => join(folder, segmentPath(options.rendition, part)));
    const found = firstPicture(paths, join(folder, 'one.mp4'), (frame) => {
      const worth = worthOf(frame);
      const isBetter = !best || worth > best.worth;
      return {
        worth,
        small: pictureAsJpeg(scaler, frame, strip.width),
        large: isBetter ? pictureAsJpeg(scaler, frame, posterWidth) : undefined,
      };
    });
    const last = small.at(-1);
    const picture = found?.small ?? last;
    if (picture) small.push(picture);
    if (found && (!best || found.worth > best.worth)) best = { worth: found.worth, jpeg: found.large };
  }
  if (best?.jpeg) writeFileSync(join(folder, prepareNames.poster), best.jpeg);
  if (small.length > 0) writeFileSync(join(folder, prepareNames.strip), await stripOf(small));
  return best !== undefined;
}

/** The segment that is shown at a second. */
function segmentAt(durations: readonly number[], seconds: number): number {
  let until = 0;
  const found = durations.findIndex((duration) => {
    until += duration;
    return until > seconds;
  });
  return found < 0 ? durations.length - 1 : found;
}

type Seen = Parameters<typeof worthOf>[0];

/** The first picture of an init segment and a segment; undefined if it cannot be decoded. @param path for both */
function firstPicture<T>(parts: readonly string[], path: string, look: (frame: Seen) => T): T | undefined {
  writeFileSync(path, Buffer.concat(parts.map((part) => readFileSync(part))), { mode: 0o600 });
  try {
    using input = new MediaInput(path);
    const stream = input.video;
    if (!stream) return undefined;
    using decoder = new PictureDecoder(input, stream);
    for (const { frame } of decoder.all()) return look(frame);
    return undefined;
  } catch {
    return undefined;
  } finally {
    rmSync(path, { force: true });
  }
}

async function stripOf(jpegs: readonly Buffer[]): Promise<Buffer> {
  const images = await Promise.all(jpegs.map((jpeg) => loadImage(jpeg)));
  const height = images[0]?.height ?? 0;
  const columns = Math.min(strip.columns, images.length);
  const canvas = createCanvas(columns * strip.width, Math.ceil(images.length / columns) * height);
  const context = canvas.getContext('2d');
  for (const [index, image] of images.entries()) {
    const [x, y] = [(index % columns) * strip.width, Math.floor(index / columns) * height];
    context.drawImage(image, x, y, strip.width, height);
  }
  return canvas.encodeSync('jpeg', 75);
}
