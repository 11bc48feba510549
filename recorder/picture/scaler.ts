import { SoftwareScaleContext } from 'node-av';
import { AV_PIX_FMT_YUV420P, SWS_BICUBIC, SWS_BILINEAR, type SwsFlags } from 'node-av/constants';
import type { I420 } from './i420.ts';
import { LruCache } from './lru-cache.ts';
import type { Rect, Size } from './rect.ts';

/** Three planes and the distance of their rows in bytes. */
export interface Planes {
  planes: Buffer[];
  strides: number[];
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
export class Scaler implements Disposable {
  readonly #contexts = new LruCache<SoftwareScaleContext>(most, (context) => context.freeContext());
  readonly #filter: SwsFlags | undefined;
  #beside: Buffer | undefined;

  /** @param filter for all sizes; by default it depends on the reduction */
  constructor(filter?: SwsFlags) {
    this.#filter = filter;
  }

  /** Fills a rectangle of the picture, on even pixels, with the source's part of `width` by `height`. */
  draw(source: Planes & Size, picture: I420, target: Rect): void {
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

  [Symbol.dispose](): void {
    this.close();
  }

  close(): void {
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

  #run(source: Planes & Size, into: Planes, target: Size): void {
    const context = this.#context(source, target);
    const { planes, strides } = source;
    const rows = context.scaleSync(planes, strides, 0, source.height, into.planes, into.strides);
    if (rows < 0) throw new Error(`swscale could not scale a picture (${rows})`);
  }

  #context(source: Size, target: Size): SoftwareScaleContext {
    const key = `${source.width}x${source.height}-${target.width}x${target.height}`;
    return this.#contexts.get(key, () => {
      const format = AV_PIX_FMT_YUV420P;
      const made = new SoftwareScaleContext();
      const usual = source.width >= muchLarger * target.width ? SWS_BILINEAR : SWS_BICUBIC;
      const filter = this.#filter ?? usual;
      made.getContext(source.width, source.height, format, target.width, target.height, format, filter);
      return made;
    });
  }
}
