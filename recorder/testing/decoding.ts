import {
  AV_FRAME_FLAG_CORRUPT,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
  AV_SAMPLE_FMT_FLTP,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  AVSEEK_FLAG_BACKWARD,
  Codec,
  CodecContext,
  FFmpegError,
  FormatContext,
  Frame,
  Packet,
  type Stream,
} from 'node-av';

export interface DecodedPicture {
  /** Seconds from the beginning of the file. */
  t: number;
  /** The frame's own memory, valid only during the call. */
  planes: Buffer[];
  strides: number[];
  width: number;
  height: number;
}

export interface DecodedSound {
  t: number;
  samples: Float32Array[];
  rate: number;
}

const isOf = (stream: Stream, kind: 'video' | 'audio'): boolean =>
  stream.codecpar.codecType === (kind === 'video' ? AVMEDIA_TYPE_VIDEO : AVMEDIA_TYPE_AUDIO);

const must = (code: number, what: string): number => {
  FFmpegError.throwIfError(code, what);
  return code;
};

/** Decodes one stream of a file strictly: any fault of the container or of the media is an error. */
class StrictDecoder implements Disposable {
  readonly #input = new FormatContext();
  readonly #context = new CodecContext();
  readonly #packet = new Packet();
  readonly #frame = new Frame();
  readonly #stream: Stream | undefined;

  constructor(path: string, kind: 'video' | 'audio') {
    must(this.#input.openInputSync(path, null, null), `open ${path}`);
    must(this.#input.findStreamInfoSync(null), `look into ${path}`);
    this.#packet.alloc();
    this.#frame.alloc();
    this.#stream = this.#input.streams.find((stream) => isOf(stream, kind));
    if (!this.#stream) return;
    const codec = Codec.findDecoder(this.#stream.codecpar.codecId);
    this.#context.allocContext3(codec);
    this.#context.parametersToContext(this.#stream.codecpar);
    this.#context.pktTimebase = this.#stream.timeBase;
    this.#context.threadCount = 1;
    must(this.#context.setOption('err_detect', 'explode'), 'make the decoder strict');
    must(this.#context.open2Sync(codec, null), 'open the decoder');
  }

  /** Seeks to the last key picture before a time. */
  seek(seconds: number): void {
    if (!this.#stream) return;
    const { num, den } = this.#stream.timeBase;
    const at = BigInt(Math.floor((seconds * den) / num));
    must(this.#input.seekFrameSync(this.#stream.index, at, AVSEEK_FLAG_BACKWARD), 'seek');
    this.#context.flushBuffers();
  }

  *frames(): Generator<Frame> {
    if (!this.#stream) return;
    while (true) {
      const code = this.#input.readFrameSync(this.#packet);
      if (code === AVERROR_EOF) break;
      must(code, 'read a packet');
      if (this.#packet.streamIndex === this.#stream.index) {
        must(this.#context.sendPacketSync(this.#packet), 'decode a packet');
        yield* this.#received();
      }
      this.#packet.unref();
    }
    must(this.#context.sendPacketSync(null), 'end the decoding');
    yield* this.#received();
  }

  secondsOf(frame: Frame): number {
    const { num, den } = this.#stream?.timeBase ?? { num: 0, den: 1 };
    return (Number(frame.bestEffortTimestamp) * num) / den;
  }

  *#received(): Generator<Frame> {
    while (true) {
      const code = this.#context.receiveFrameSync(this.#frame);
      if (code === AVERROR_EAGAIN || code === AVERROR_EOF) return;
      must(code, 'take a decoded frame');
      if (this.#frame.decodeErrorFlags || this.#frame.hasFlags(AV_FRAME_FLAG_CORRUPT))
        throw new Error(`a broken frame at ${this.secondsOf(this.#frame)} s`);
      yield this.#frame;
      this.#frame.unref();
    }
  }

  [Symbol.dispose](): void {
    this.#context.freeContext();
    this.#input.closeInputSync();
    this.#packet.free();
    this.#frame.free();
  }
}

/** Yields every picture of a file in order; throws at the first fault. `from` starts at the key picture before it. */
export function* picturesIn(path: string, from?: number): Generator<DecodedPicture> {
  using decoder = new StrictDecoder(path, 'video');
  if (from !== undefined) decoder.seek(from);
  for (const frame of decoder.frames()) {
    if (frame.format !== AV_PIX_FMT_YUV420P && frame.format !== AV_PIX_FMT_YUVJ420P)
      throw new Error(`unexpected pixel format ${frame.format}`);
    const { width, height, data, linesize } = frame;
    yield { t: decoder.secondsOf(frame), planes: data ?? [], strides: linesize, width, height };
  }
}

/** Yields every piece of the sound, one array a channel; throws at the first fault. */
export function* soundIn(path: string): Generator<DecodedSound> {
  using decoder = new StrictDecoder(path, 'audio');
  for (const frame of decoder.frames()) {
    if (frame.format !== AV_SAMPLE_FMT_FLTP) throw new Error(`unexpected sample format ${frame.format}`);
    const planes = frame.extendedData ?? frame.data ?? [];
    const samples = planes
      .slice(0, frame.channels)
      .map((plane) => new Float32Array(plane.buffer, plane.byteOffset, frame.nbSamples));
    yield { t: decoder.secondsOf(frame), samples, rate: frame.sampleRate };
  }
}
