import { SoftwareScaleContext } from 'node-av';
import { AV_PIX_FMT_YUV420P, SWS_BICUBIC, SWS_BILINEAR } from 'node-av/constants';
import type { I420 } from './i420.ts';
import type { Rect } from './rect.ts';

/** Three planes and the distance of their rows in bytes. */
export interface Planes {
  planes: [Buffer, Buffer, Buffer];
  strides: [number, number, number];
}

/**
 * The scaler writes rows in steps of this many luma pixels, beyond the end of a row of another width. Such tiles are
 * scaled into separate memory and copied, which is exact.
 */
const step = 32;
/**
 * Above this reduction a cheaper filter is used: it averages over the same pixels at half the cost, without a visible
 * difference.
 */
const muchLarger = 1.5;
/** Enough for two layouts of 16 tiles and the sizes between them; each context holds its filters. */
const most = 64;

/** Scales and copies parts of I420 pictures into the picture. Contexts are cached by size. */
export class Scaler {
  #contexts = new Map<string, SoftwareScaleContext>();
  #beside: Buffer | undefined;

  /** Fills a rectangle of the picture, on even pixels, with the source's part of `width` by `height`. */
  draw(source: Planes & { width: number; height: number }, picture: I420, target: Rect): void {
    const { width, height } = target;
    const into: Planes = { planes: picture.from(target.x, target.y), strides: picture.strides };
    const isSame = source.width === width && source.height === height;
    if (isSame || width % step === 0) {
      this.#run(source, into, { width, height });
      return;
    }
    const beside = this.#room(width, height);
    this.#run(source, beside, { width, height });
    this.#run({ ...beside, width, height }, into, { width, height });
  }

  close(): void {
    for (const context of this.#contexts.values()) context.freeContext();
    this.#contexts.clear();
    this.#beside = undefined;
  }

  /** Planes for a tile of this size, with room for bytes written beyond its rows. */
  #room(width: number, height: number): Planes {
    const stride = Math.ceil(width / step) * step;
    const luma = stride * height;
    if (!this.#beside || this.#beside.length < luma * 1.5) this.#beside = Buffer.alloc(luma * 1.5);
    const room = this.#beside;
    return {
      planes: [room.subarray(0, luma), room.subarray(luma, luma * 1.25), room.subarray(luma * 1.25)],
      strides: [stride, stride / 2, stride / 2],
    };
  }

  #run(
    source: Planes & { width: number; height: number },
    into: Planes,
    { width, height }: { width: number; height: number },
  ): void {
    const context = this.#context(source, { width, height });
    const { planes, strides } = source;
    const rows = context.scaleSync(planes, strides, 0, source.height, into.planes, into.strides);
    if (rows < 0) throw new Error(`swscale could not scale a picture (${rows})`);
  }

  #context(
    source: { width: number; height: number },
    target: { width: number; height: number },
  ): SoftwareScaleContext {
    const key = `${source.width}x${source.height}-${target.width}x${target.height}`;
    const known = this.#contexts.get(key);
    if (known) {
      this.#contexts.delete(key);
      this.#contexts.set(key, known);
      return known;
    }
    const format = AV_PIX_FMT_YUV420P;
    const made = new SoftwareScaleContext();
    const filter = source.width >= muchLarger * target.width ? SWS_BILINEAR : SWS_BICUBIC;
    made.getContext(source.width, source.height, format, target.width, target.height, format, filter);
    this.#contexts.set(key, made);
    const [oldest] = this.#contexts.keys();
    if (this.#contexts.size > most && oldest !== undefined) {
      this.#contexts.get(oldest)?.freeContext();
      this.#contexts.delete(oldest);
    }
    return made;
  }
}
