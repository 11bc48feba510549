import { createCanvas, ImageData } from '@napi-rs/canvas';
import { type Frame, Scaler } from 'node-av';
import { MediaInput, PictureDecoder } from './input.ts';

const widest = 1280;
/** Pictures that are looked at, spread over the recording. */
const candidates = 12;

/** The most telling picture of a video as JPEG: not the first one that comes, which is often black. */
export function bestPicture({ path, seconds }: { path: string; seconds: number }): {
  /** At least one of the pictures that were looked at can be shown. */
  isDecodable: boolean;
  jpeg: Buffer | undefined;
} {
  using input = new MediaInput(path);
  const stream = input.video;
  if (!stream) return { isDecodable: false, jpeg: undefined };
  using decoder = new PictureDecoder(input, stream);
  using scaler = new Scaler();
  let best: { jpeg: Buffer | undefined; worth: number } | undefined;
  for (let n = 0; n < candidates; n++) {
    for (const { frame } of decoder.from((seconds * (n + 0.5)) / candidates)) {
      const worth = worthOf(frame);
      if (!best || worth > best.worth) best = { worth, jpeg: jpegOf(scaler, frame) ?? best?.jpeg };
      break;
    }
  }
  return { isDecodable: best !== undefined, jpeg: best?.jpeg };
}

/** A recording is worth more than its poster: where none can be made there is none. */
function jpegOf(scaler: Scaler, frame: Frame): Buffer | undefined {
  try {
    const size = sizeOf(frame);
    const canvas = createCanvas(size.width, size.height);
    const bytes = scaler.toBufferSync(frame, { resize: size, format: 'rgba' });
    // The scaler's own JPEG has the brightness of a video, whose black is 16 and not 0: it looks washed out.
    canvas
      .getContext('2d')
      .putImageData(new ImageData(new Uint8ClampedArray(bytes), size.width, size.height), 0, 0);
    return canvas.encodeSync('jpeg', 85);
  } catch {
    return undefined;
  }
}

function sizeOf({ width, height }: Frame): { width: number; height: number } {
  if (width <= widest) return { width, height };
  return { width: widest, height: Math.round((height * widest) / width / 2) * 2 };
}

/** How much there is to see: the entropy of the brightness, 0 for a plain picture, at most 6 bits. */
function worthOf({ data, linesize, width, height }: Frame): number {
  const [luma, stride] = [data?.[0], linesize[0] ?? 0];
  if (!luma) return 0;
  const counts = new Uint32Array(64);
  let all = 0;
  for (let y = 0; y < height; y += 8) {
    for (let x = 0; x < width; x += 8, all++) {
      const bin = (luma[y * stride + x] ?? 0) >> 2;
      counts[bin] = (counts[bin] ?? 0) + 1;
    }
  }
  return counts.reduce((sum, count) => (count === 0 ? sum : sum - (count / all) * Math.log2(count / all)), 0);
}
