import { AV_PIX_FMT_YUV420P, SoftwareScaleContext, SWS_FAST_BILINEAR } from 'node-av';
import { I420 } from '../picture/i420.ts';
import type { Size } from '../picture/rect.ts';

/** Scales a smaller picture to the size of the file. */
export class Enlarger {
  readonly #size: Size;
  readonly #scaler = new SoftwareScaleContext();
  #from: Size = { width: 0, height: 0 };
  #into: I420 | undefined;

  constructor(size: Size) {
    this.#size = size;
  }

  /** @returns a buffer that the next call overwrites */
  enlarge(picture: Uint8Array, from: Size): Buffer {
    this.#into ??= new I420(this.#size);
    if (from.width !== this.#from.width || from.height !== this.#from.height) {
      const { width, height } = this.#size;
      this.#scaler.getContext(
        from.width,
        from.height,
        AV_PIX_FMT_YUV420P,
        width,
        height,
        AV_PIX_FMT_YUV420P,
        SWS_FAST_BILINEAR,
      );
      this.#from = { ...from };
    }
    const source = new I420(from, Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength));
    const target = this.#into;
    this.#scaler.scaleSync(source.planes, source.strides, 0, from.height, target.planes, target.strides);
    return target.data;
  }

  close(): void {
    this.#scaler.freeContext();
  }
}
