import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_NOPTS_VALUE,
  AV_PICTURE_TYPE_I,
  AV_PICTURE_TYPE_NONE,
  Codec,
  CodecContext,
  CodecParameters,
  FF_ENCODER_LIBX264,
  FilterAPI,
  Frame,
  Packet,
  Rational,
  type Stream,
} from 'node-av';
import { checked, setOptions } from '../av.ts';
import { StreamDecoder } from '../decoder.ts';
import { secondsPerTick } from '../finish/input.ts';
import type { Size } from '../picture/rect.ts';
import { coloursOf, tagColours } from './colours.ts';
import { Lasting } from './lasting.ts';
import type { PictureTrack } from './pictures-copied.ts';
import { segmentSeconds } from './plan.ts';
import type { SegmentWriter } from './segments.ts';

const ticks = 90_000;
/** A picture that stays longer is repeated, so that segments can begin while nothing moves. */
const longestPicture = 1;
/** Slow motion and games have more pictures a second than players need. */
const shortestPicture = 1 / 60 - 0.001;
/** Rounding of timestamps, and of the stored lengths of segments, over many hours. */
const tolerance = 0.005;

interface EncodedOptions {
  size: Size;
  rotation: number;
  isMirrored: boolean;
  /** Seconds of the file at which the presentation begins, and its length. */
  begin: number;
  seconds: number;
  threads: number;
  /** Where segments have to begin, in seconds of the presentation; otherwise every two seconds. */
  cuts?: readonly number[];
}

/** The largest size that fits into a box, upright, with even sides. */
export function encodedSizeOf(
  { width, height, rotation, aspect }: Size & { rotation: number; aspect: number },
  box: Size,
): Size {
  const shown = { width: width * (aspect > 0 ? aspect : 1), height };
  const upright = rotation % 180 === 0 ? shown : { width: shown.height, height: shown.width };
  const isTall = upright.height > upright.width;
  const [most, least] = [Math.max(box.width, box.height), Math.min(box.width, box.height)];
  const limit = isTall ? { width: least, height: most } : { width: most, height: least };
  const scale = Math.min(1, limit.width / upright.width, limit.height / upright.height);
  const even = (side: number) => Math.max(16, Math.round((side * scale) / 2) * 2);
  return { width: even(upright.width), height: even(upright.height) };
}

/** A display matrix turns the picture first and mirrors it then. */
const turns: Record<number, string> = {
  0: '',
  90: 'transpose=clock,',
  180: 'hflip,vflip,',
  270: 'transpose=cclock,',
};

function openEncoder({ width, height }: Size, threads: number): CodecContext {
  const encoder = new CodecContext();
  encoder.allocContext3(Codec.findEncoderByName(FF_ENCODER_LIBX264));
  encoder.width = width;
  encoder.height = height;
  encoder.sampleAspectRatio = new Rational(1, 1);
  encoder.timeBase = new Rational(1, ticks);
  encoder.framerate = new Rational(30, 1);
  tagColours(encoder);
  encoder.gopSize = 1000;
  encoder.threadCount = threads;
  encoder.rcMaxRate = BigInt(Math.max(600_000, Math.min(6_000_000, width * height * 3)));
  encoder.rcBufferSize = Number(encoder.rcMaxRate) * 2;
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  const options = { preset: 'veryfast', crf: '23', profile: 'high', 'forced-idr': '1' };
  // Without scene cuts all key pictures are those that begin a segment. Without the trees of macroblocks the encoder
  // would not need to hold forty pictures, but would need a tenth more bytes.
  setOptions(encoder, { ...options, 'x264-params': 'scenecut=0:open-gop=0' });
  checked(encoder.open2Sync(), 'open the video encoder');
  return encoder;
}

/** Pictures that are decoded, turned upright, scaled and encoded as H.264, with a key picture for each segment. */
export class EncodedPictures implements PictureTrack {
  readonly timeBase = new Rational(1, ticks);
  readonly codecpar = new CodecParameters();
  readonly size: Size;
  readonly #stream: Stream;
  readonly #options: EncodedOptions;
  readonly #decoder: StreamDecoder;
  readonly #filter: FilterAPI;
  readonly #encoder: CodecContext;
  readonly #packet = new Packet();
  readonly #lasting: Lasting<{ t: number; isCut: boolean }>;
  readonly #tick: number;
  #last: Frame | undefined;
  #lastPts = -1;
  #nextKey = 0;
  #cutIndex = 0;

  constructor(stream: Stream, options: EncodedOptions, writer: () => SegmentWriter) {
    this.#stream = stream;
    this.size = options.size;
    this.#options = options;
    this.#tick = secondsPerTick(stream);
    this.#decoder = new StreamDecoder(stream, options.threads);
    const turn = `${turns[options.rotation] ?? ''}${options.isMirrored ? 'hflip,' : ''}`;
    this.#filter = FilterAPI.create(
      `yadif=deint=interlaced,${turn}${coloursOf(stream.codecpar, options.size)},setsar=1`,
    );
    this.#encoder = openEncoder(options.size, options.threads);
    this.codecpar.alloc();
    checked(this.codecpar.fromContext(this.#encoder), 'describe the pictures');
    this.#packet.alloc();
    this.#lasting = new Lasting((packet, note) => writer().picture(packet, note));
  }

  /** Whether at least one picture could be decoded. */
  get hasPictures(): boolean {
    return this.#lastPts >= 0;
  }

  add(packet: Packet): number {
    for (const frame of this.#decoder.decode(packet)) this.#decoded(frame);
    return this.#lastPts / ticks;
  }

  end(): void {
    for (const frame of this.#decoder.decode(null)) this.#decoded(frame);
    this.#filter.flushSync();
    this.#receive();
    this.#repeatUntil(this.#options.seconds);
    checked(this.#encoder.sendFrameSync(null), 'end the pictures');
    this.#take();
    const rest = Math.round(this.#options.seconds * ticks) - this.#lastPts;
    this.#lasting.end(BigInt(Math.max(1, rest)));
  }

  #decoded(frame: Frame): void {
    const at = frame.bestEffortTimestamp;
    const t = at === AV_NOPTS_VALUE ? undefined : Number(at) * this.#tick - this.#options.begin;
    if (t === undefined || t >= this.#options.seconds) return;
    frame.timeBase = this.#stream.timeBase;
    frame.pts = at;
    this.#filter.processSync(frame);
    this.#receive();
  }

  #receive(): void {
    for (let frame = this.#filter.receiveSync(); frame instanceof Frame; frame = this.#filter.receiveSync()) {
      const { num, den } = frame.timeBase;
      this.#show(frame, (Number(frame.pts) * num) / den - this.#options.begin);
    }
  }

  #show(frame: Frame, t: number): void {
    // The first picture that can be decoded is shown from the beginning.
    const pts = this.#lastPts < 0 ? 0 : Math.round(t * ticks);
    const isDue = pts / ticks >= this.#nextKey - tolerance;
    if (pts <= this.#lastPts || (!isDue && pts < this.#lastPts + shortestPicture * ticks)) {
      frame.free();
      return;
    }
    this.#repeatUntil(pts / ticks);
    this.#last?.free();
    this.#last = frame;
    this.#encode(pts);
  }

  /** Repeats the last picture each second up to a time. */
  #repeatUntil(t: number): void {
    if (!this.#last) return;
    while (t - this.#lastPts / ticks > longestPicture + tolerance) {
      this.#encode(this.#lastPts + longestPicture * ticks);
    }
  }

  #encode(pts: number): void {
    const frame = this.#last;
    if (!frame) return;
    const isKey = pts / ticks >= this.#nextKey - tolerance;
    if (isKey) this.#nextKey = this.#keyAfter(pts / ticks);
    frame.timeBase = this.timeBase;
    frame.pts = BigInt(pts);
    frame.pictType = isKey ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
    this.#lastPts = pts;
    checked(this.#encoder.sendFrameSync(frame), 'encode a picture');
    this.#take();
  }

  #keyAfter(t: number): number {
    const { cuts } = this.#options;
    if (!cuts) return t + segmentSeconds.least;
    while (this.#cutIndex < cuts.length && (cuts[this.#cutIndex] ?? 0) <= t + tolerance) this.#cutIndex += 1;
    return cuts[this.#cutIndex] ?? Number.POSITIVE_INFINITY;
  }

  #take(): void {
    while (this.#encoder.receivePacketSync(this.#packet) >= 0) {
      const t = Number(this.#packet.pts) / ticks;
      this.#lasting.add(this.#packet, { t, isCut: this.#packet.isKeyframe });
      this.#packet.unref();
    }
  }

  [Symbol.dispose](): void {
    this.#last?.free();
    this.#decoder[Symbol.dispose]();
    this.#filter.close();
    this.#encoder.freeContext();
    this.#packet.free();
    this.#lasting[Symbol.dispose]();
    this.codecpar.free();
  }
}
