import { AV_PIX_FMT_YUV420P, SoftwareScaleContext, SWS_FAST_BILINEAR } from 'node-av';
import type { VideoSize } from './video-encoder.ts';

const planes = (data: Buffer, { width, height }: VideoSize): Buffer[] => {
  const luma = width * height;
  return [data.subarray(0, luma), data.subarray(luma, (luma * 5) / 4), data.subarray((luma * 5) / 4)];
};
const strides = ({ width }: VideoSize): number[] => [width, width / 2, width / 2];

/** Makes a picture of the file's size of a smaller one. */
export class Enlarger {
  readonly #size: VideoSize;
  readonly #scaler = new SoftwareScaleContext();
  #from: VideoSize = { width: 0, height: 0 };
  #into: Buffer | undefined;

  constructor(size: VideoSize) {
    this.#size = size;
  }

  /** @returns the same memory at every call */
  enlarge(picture: Uint8Array, from: VideoSize): Buffer {
    this.#into ??= Buffer.alloc((this.#size.width * this.#size.height * 3) / 2);
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
    const source = planes(Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength), from);
    const target = planes(this.#into, this.#size);
    this.#scaler.scaleSync(source, strides(from), 0, from.height, target, strides(this.#size));
    return this.#into;
  }

  close(): void {
    this.#scaler.freeContext();
  }
}
