import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PICTURE_TYPE_I,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_YUV420P,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_SMPTE170M,
  AVCOL_TRC_BT709,
  Codec,
  CodecContext,
  FF_ENCODER_LIBX264,
  type Frame,
  Packet,
  Rational,
  SWS_FAST_BILINEAR,
} from 'node-av';
import { checked, refill, setOptions, videoFrame } from '../av.ts';
import { I420 } from '../picture/i420.ts';
import type { Size } from '../picture/rect.ts';
import { Scaler } from '../picture/scaler.ts';

const secondsOfGroup = 2;
/**
 * A short lookahead: each held picture costs 6 MB, and a kill loses the held ones. With it the preset's small search
 * equals that of the next slower preset, for a twelfth more bytes and two thirds of the processor time.
 */
const usual = 'rc-lookahead=5:sync-lookahead=0:mbtree=1';
/** The smallest search that leaves the stream's headers unchanged, so that one file can hold both. */
const cheap = 'me=dia:subme=0:partitions=none:rc-lookahead=0:sync-lookahead=0:mbtree=0:aq-mode=0';

const openEncoder = ({ width, height }: Size, fps: number, isCheap: boolean): CodecContext => {
  const encoder = new CodecContext();
  encoder.allocContext3(Codec.findEncoderByName(FF_ENCODER_LIBX264));
  encoder.width = width;
  encoder.height = height;
  encoder.pixelFormat = AV_PIX_FMT_YUV420P;
  encoder.colorSpace = AVCOL_SPC_SMPTE170M;
  // Without these, browsers assume another matrix for a picture of this size and show wrong colours.
  encoder.colorPrimaries = AVCOL_PRI_BT709;
  encoder.colorTrc = AVCOL_TRC_BT709;
  encoder.colorRange = AVCOL_RANGE_MPEG;
  encoder.timeBase = new Rational(1, fps);
  encoder.framerate = new Rational(fps, 1);
  encoder.gopSize = secondsOfGroup * fps;
  encoder.maxBFrames = 0;
  // More threads would wait for each other and hold pictures.
  encoder.threadCount = 2;
  encoder.rcMaxRate = 3_000_000n;
  encoder.rcBufferSize = 6_000_000;
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  const options = { preset: 'superfast', crf: '23', 'forced-idr': '1' };
  setOptions(encoder, { ...options, 'x264-params': isCheap ? cheap : usual });
  checked(encoder.open2Sync(), 'open the video encoder');
  return encoder;
};

/**
 * Encodes pictures as H.264, off the main thread. Frame numbers may have gaps: a picture lasts until the next.
 * Smaller pictures are enlarged, because some players cannot change the coded size within a file.
 */
export class VideoEncoder {
  readonly #size: Size;
  readonly #fps: number;
  readonly #packet = new Packet();
  readonly #onPacket: (packet: Packet) => void;
  readonly #frame: Frame;
  readonly #scaler = new Scaler(SWS_FAST_BILINEAR);
  #enlarged: I420 | undefined;
  #encoder: CodecContext;
  #isCheap = false;
  #keyAt = 0;
  #work: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(size: Size & { fps: number }, onPacket: (packet: Packet) => void) {
    this.#size = { width: size.width, height: size.height };
    this.#fps = size.fps;
    this.#onPacket = onPacket;
    this.#encoder = openEncoder(size, size.fps, false);
    this.#packet.alloc();
    this.#frame = videoFrame(Buffer.alloc((size.width * size.height * 3) / 2), {
      ...this.#size,
      format: AV_PIX_FMT_YUV420P,
    });
  }

  get context(): CodecContext {
    return this.#encoder;
  }

  /** Pictures that are not encoded yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Encodes a picture. Call it only when none is waiting: the picture is then copied before this returns.
   * @param n frame number, larger than all before
   */
  encode(picture: Uint8Array, size: Size, n: number): void {
    this.#waiting += 1;
    this.#fill(picture, size);
    this.#work = this.#work
      .then(() => this.#encode(n))
      .finally(() => {
        this.#waiting -= 1;
      });
    // Callers of `settled` and `end` get the error.
    this.#work.catch(() => undefined);
  }

  /** Uses less search and no lookahead from the next picture on. */
  async cheapen(): Promise<void> {
    if (this.#isCheap) return;
    this.#isCheap = true;
    this.#work = this.#work.then(async () => {
      const other = openEncoder(this.#size, this.#fps, true);
      const isSame = this.#encoder.extraData && other.extraData?.equals(this.#encoder.extraData);
      if (!isSame) return other.freeContext();
      await this.#drain();
      this.#encoder.freeContext();
      this.#encoder = other;
    });
    await this.#work;
  }

  settled(): Promise<void> {
    return this.#work;
  }

  /** Flushes the encoder. */
  async end(): Promise<void> {
    await this.#work;
    await this.#drain();
  }

  close(): void {
    this.#encoder.freeContext();
    this.#frame.free();
    this.#packet.free();
    this.#scaler.close();
  }

  #fill(picture: Uint8Array, size: Size): void {
    const isWhole = size.width === this.#size.width && size.height === this.#size.height;
    const bytes = asBuffer(picture);
    refill(this.#frame, isWhole ? bytes : this.#enlarge(bytes, size), 'take a picture');
  }

  /** Scales a smaller picture to the size of the file. @returns bytes that the next call overwrites */
  #enlarge(picture: Buffer, size: Size): Buffer {
    const { planes, strides } = new I420(size, picture);
    this.#enlarged ??= new I420(this.#size);
    this.#scaler.draw({ ...size, planes, strides }, this.#enlarged, { x: 0, y: 0, ...this.#size });
    return this.#enlarged.data;
  }

  async #encode(n: number): Promise<void> {
    const isKey = n - this.#keyAt >= secondsOfGroup * this.#fps;
    if (isKey) this.#keyAt = n;
    this.#frame.pictType = isKey ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
    this.#frame.pts = BigInt(n);
    checked(await this.#encoder.sendFrame(this.#frame), 'encode a picture');
    this.#take();
  }

  async #drain(): Promise<void> {
    checked(await this.#encoder.sendFrame(null), 'end the video');
    this.#take();
  }

  #take(): void {
    while (this.#encoder.receivePacketSync(this.#packet) >= 0) {
      this.#packet.duration = 1n;
      this.#onPacket(this.#packet);
    }
  }
}

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
