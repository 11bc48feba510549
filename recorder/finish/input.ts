import {
  AV_PKT_FLAG_CORRUPT,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  AVSEEK_FLAG_BACKWARD,
  FormatContext,
  type Frame,
  type InputFormat,
  Packet,
  type Stream,
} from 'node-av';
import { checked } from '../av.ts';
import { StreamDecoder } from '../decoder.ts';

/** Seconds of one unit of a time base. */
export const secondsPerTick = ({ timeBase }: Stream): number => timeBase.num / timeBase.den;

/** Reads a media file from any position; a cut or broken tail counts as the end. */
export class MediaInput implements Disposable {
  readonly context = new FormatContext();
  readonly #packet = new Packet();

  /**
   * @param format for a file from outside; without it FFmpeg guesses, and may take the file for a playlist of others
   * @throws where the file has no stream that can be played
   */
  constructor(path: string, format: InputFormat | null = null) {
    this.#packet.alloc();
    try {
      checked(this.context.openInputSync(path, format, null), 'open');
      checked(this.context.findStreamInfoSync(null), 'look into');
    } catch (error) {
      this.#packet.free();
      throw error;
    }
  }

  get video(): Stream | undefined {
    return this.context.streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_VIDEO);
  }

  get audio(): Stream | undefined {
    return this.context.streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO);
  }

  /** Yields every whole packet. A packet is valid until the next one. */
  *packets(): Generator<Packet> {
    try {
      while (this.context.readFrameSync(this.#packet) >= 0) {
        // The last packet of a cut file is incomplete.
        if ((this.#packet.flags & AV_PKT_FLAG_CORRUPT) === 0) yield this.#packet;
        this.#packet.unref();
      }
    } finally {
      this.#packet.unref();
    }
  }

  /** Seeks to the last key picture before a second. A capture has no index, so only to one that was already read. */
  seek(seconds: number): void {
    const { video } = this;
    if (!video) return;
    const at = BigInt(Math.floor(seconds / secondsPerTick(video)));
    this.context.seekFrameSync(video.index, at, AVSEEK_FLAG_BACKWARD);
  }

  [Symbol.dispose](): void {
    this.context.closeInputSync();
    this.#packet.free();
  }
}

interface SeenFrame {
  frame: Frame;
  /** Seconds from the beginning of the file. */
  t: number;
}

/** Decodes the pictures of an input. A frame is valid until the next one. */
export class PictureDecoder implements Disposable {
  readonly #input: MediaInput;
  readonly #stream: Stream;
  readonly #decoder: StreamDecoder;

  constructor(input: MediaInput, stream: Stream) {
    this.#input = input;
    this.#stream = stream;
    this.#decoder = new StreamDecoder(stream);
  }

  /** Yields the pictures from the last key picture before a second, as far as they can be decoded. */
  *from(seconds: number): Generator<SeenFrame> {
    this.#input.seek(seconds);
    this.#decoder.flush();
    yield* this.all();
  }

  /** Yields the pictures from where the input is read. */
  *all(): Generator<SeenFrame> {
    for (const packet of this.#input.packets()) {
      if (packet.streamIndex !== this.#stream.index) continue;
      yield* this.#timed(this.#decoder.decode(packet));
    }
    yield* this.#timed(this.#decoder.decode(null));
  }

  *#timed(frames: Iterable<Frame>): Generator<SeenFrame> {
    for (const frame of frames) {
      frame.timeBase = this.#stream.timeBase;
      yield { frame, t: Number(frame.bestEffortTimestamp) * secondsPerTick(this.#stream) };
    }
  }

  [Symbol.dispose](): void {
    this.#decoder[Symbol.dispose]();
  }
}
