import { createCanvas, ImageData } from '@napi-rs/canvas';
import { type Frame, Scaler } from 'node-av';
import { MediaInput, PictureDecoder } from './input.ts';

const widest = 1280;
/** Number of pictures to choose from, spread over the recording. */
const candidates = 12;

/** The picture of a video with the most detail, as JPEG. The first picture is often black. */
export function bestPicture({ path, seconds }: { path: string; seconds: number }): {
  /** Whether at least one of the pictures could be decoded. */
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
      if (!best || worth > best.worth)
        best = { worth, jpeg: pictureAsJpeg(scaler, frame, widest) ?? best?.jpeg };
      break;
    }
  }
  return { isDecodable: best !== undefined, jpeg: best?.jpeg };
}

/** Undefined where the JPEG cannot be made: a recording may have no poster. */
export function pictureAsJpeg(scaler: Scaler, frame: Frame, mostWidth: number): Buffer | undefined {
  try {
    const size = sizeWithin(frame, mostWidth);
    const canvas = createCanvas(size.width, size.height);
    const bytes = scaler.toBufferSync(frame, { resize: size, format: 'rgba' });
    // The scaler's own JPEG keeps the limited range of a video (black is 16, not 0) and looks washed out.
    canvas
      .getContext('2d')
      .putImageData(new ImageData(new Uint8ClampedArray(bytes), size.width, size.height), 0, 0);
    return canvas.encodeSync('jpeg', 85);
  } catch {
    return undefined;
  }
}

function sizeWithin({ width, height }: Frame, mostWidth: number): { width: number; height: number } {
  if (width <= mostWidth) return { width, height };
  return { width: mostWidth, height: Math.max(2, Math.round((height * mostWidth) / width / 2) * 2) };
}

/** Amount of detail: the entropy of the brightness, from 0 (plain) to 6 bits. */
export function worthOf({ data, linesize, width, height }: Frame): number {
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
