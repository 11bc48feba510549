import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_CODEC_ID_AAC,
  AV_NOPTS_VALUE,
  AV_SAMPLE_FMT_FLTP,
  Codec,
  CodecContext,
  CodecParameters,
  FF_ENCODER_AAC,
  FilterAPI,
  Frame,
  Packet,
  Rational,
  type Stream,
} from 'node-av';
import { audioFrame, checked, copyOfPacket } from '../av.ts';
import { StreamDecoder } from '../decoder.ts';
import { secondsPerTick } from '../finish/input.ts';
import type { SegmentStream } from './segments.ts';
import { isCutOff, type Survey } from './survey.ts';

/** Packets of one stream on their way into segments. Times are in seconds from the first picture. */
export interface SoundTrack extends Disposable, SegmentStream {
  add(packet: Packet): void;
  end(): void;
}

type Pass = (packet: Packet, t: number) => void;

const rate = 48_000;
const bitRate = 128_000n;
/** The profile AAC-LC, which all browsers play. */
const lowComplexity = 1;
const longestGap = 0.1;
/** A player would wait at the end of the sound. */
const longestSilence = 0.5;

/** Whether the sound can be taken as it is. */
export function canCopySound({ sound }: Survey, { begin, end }: { begin: number; end: number }): boolean {
  if (!sound) return false;
  const { codecpar } = sound.stream;
  return (
    codecpar.codecId === AV_CODEC_ID_AAC &&
    codecpar.profile === lowComplexity &&
    (codecpar.extradata?.length ?? 0) >= 2 &&
    codecpar.channels <= 2 &&
    codecpar.sampleRate >= 16_000 &&
    codecpar.sampleRate <= rate &&
    sound.isTimed &&
    !sound.changes &&
    sound.longestGap <= longestGap &&
    sound.begin - begin <= longestGap &&
    end - sound.end <= longestSilence
  );
}

/** Sound that is copied; what begins before the first picture or after the end is left out. */
export class CopiedSound implements SoundTrack {
  readonly codecpar: CodecParameters;
  readonly timeBase;
  readonly #tick: number;
  readonly #shift: bigint;
  readonly #end: number;
  readonly #pass: Pass;

  constructor(stream: Stream, { begin, end }: { begin: number; end: number }, pass: Pass) {
    this.codecpar = stream.codecpar;
    this.timeBase = stream.timeBase;
    this.#tick = secondsPerTick(stream);
    this.#shift = BigInt(Math.round(begin / this.#tick));
    this.#end = end - begin;
    this.#pass = pass;
  }

  add(packet: Packet): void {
    if (isCutOff(packet)) return;
    using copy = copyOfPacket(packet);
    copy.pts -= this.#shift;
    copy.dts = copy.pts;
    const t = Number(copy.pts) * this.#tick;
    if (t >= 0 && t < this.#end) this.#pass(copy, t);
  }

  end(): void {}

  [Symbol.dispose](): void {}
}

/**
 * Makes stereo of any channels: the levels of mono stay, and the centre and the surround are added at half their power
 * (ITU-R BS.775), which a limiter keeps below the peak.
 */
function mixOf(channels: number): string {
  const stereo = 'aformat=sample_fmts=fltp:channel_layouts=stereo';
  if (channels === 1) return `pan=stereo|c0=c0|c1=c0,aresample=${rate},${stereo}`;
  if (channels === 2) return `aresample=${rate},${stereo}`;
  // The limiter changes the format.
  return `aresample=${rate},${stereo},alimiter=limit=0.9:level=disabled:latency=1,${stereo}`;
}

/** Sound that is encoded as AAC, without gaps: silence fills them, the beginning and the end. */
export class EncodedSound implements SoundTrack {
  readonly timeBase = new Rational(1, rate);
  readonly codecpar = new CodecParameters();
  readonly #decoder: StreamDecoder;
  /** For the channels of the latest frame: some broadcasts change between stereo and 5.1. */
  #mix: { channels: number; filter: FilterAPI } | undefined;
  readonly #filter: FilterAPI;
  readonly #encoder = new CodecContext();
  readonly #packet = new Packet();
  readonly #shift: bigint;
  readonly #pass: Pass;
  readonly #tick: number;
  readonly #seconds: number;
  readonly #stream: Stream;
  #hasSound = false;

  constructor(stream: Stream, { begin, end }: { begin: number; end: number }, pass: Pass) {
    this.#pass = pass;
    this.#stream = stream;
    this.#seconds = end - begin;
    this.#tick = secondsPerTick(stream);
    this.#shift = BigInt(Math.round(begin / this.#tick));
    this.#decoder = new StreamDecoder(stream);
    this.#packet.alloc();
    const length = (end - begin).toFixed(6);
    this.#filter = FilterAPI.create(
      `aresample=${rate}:async=1:first_pts=0,apad=whole_dur=${length},asetnsamples=n=1024:p=0`,
    );
    this.#encoder.allocContext3(Codec.findEncoderByName(FF_ENCODER_AAC));
    this.#encoder.sampleRate = rate;
    this.#encoder.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
    this.#encoder.sampleFormat = AV_SAMPLE_FMT_FLTP;
    this.#encoder.bitRate = bitRate;
    this.#encoder.timeBase = this.timeBase;
    this.#encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    checked(this.#encoder.open2Sync(), 'open the sound encoder');
    this.codecpar.alloc();
    checked(this.codecpar.fromContext(this.#encoder), 'describe the sound');
  }

  add(packet: Packet): void {
    for (const frame of this.#decoder.decode(packet)) this.#filtered(frame);
  }

  end(): void {
    for (const frame of this.#decoder.decode(null)) this.#filtered(frame);
    this.#endMix();
    if (!this.#hasSound) this.#pushSilence();
    this.#filter.flushSync();
    this.#receive();
    checked(this.#encoder.sendFrameSync(null), 'end the sound');
    this.#take();
  }

  #filtered(frame: Frame): void {
    const at = frame.bestEffortTimestamp;
    if (at === AV_NOPTS_VALUE) return;
    frame.timeBase = this.#stream.timeBase;
    frame.pts = at - this.#shift;
    const t = Number(frame.pts) * this.#tick;
    // Wholly before the first picture the filter would take it for the beginning; after the end it is not needed.
    if (t + frame.nbSamples / frame.sampleRate <= 0 || t >= this.#seconds) return;
    if (this.#mix?.channels !== frame.channels) {
      this.#endMix();
      this.#mix = { channels: frame.channels, filter: FilterAPI.create(mixOf(frame.channels)) };
    }
    this.#mix.filter.processSync(frame);
    this.#pushMixed();
  }

  #endMix(): void {
    this.#mix?.filter.flushSync();
    this.#pushMixed();
    this.#mix?.filter.close();
    this.#mix = undefined;
  }

  #pushMixed(): void {
    for (let frame = this.#mix?.filter.receiveSync(); frame instanceof Frame; ) {
      using owned = frame;
      this.#push(owned);
      frame = this.#mix?.filter.receiveSync();
    }
  }

  /** Nothing could be decoded: a track without packets would keep players waiting. */
  #pushSilence(): void {
    const nbSamples = 1024;
    using frame = audioFrame(Buffer.alloc(nbSamples * 8), {
      ...{ nbSamples, format: AV_SAMPLE_FMT_FLTP, sampleRate: rate, channelLayout: AV_CHANNEL_LAYOUT_STEREO },
      ...{ timeBase: { num: 1, den: rate }, pts: 0n },
    });
    this.#push(frame);
  }

  #push(frame: Frame): void {
    this.#hasSound = true;
    this.#filter.processSync(frame);
    this.#receive();
  }

  #receive(): void {
    for (let frame = this.#filter.receiveSync(); frame instanceof Frame; frame = this.#filter.receiveSync()) {
      using owned = frame;
      // Sound that overlaps in the file can come out later than it went in.
      if (Number(owned.pts) / rate >= this.#seconds) continue;
      checked(this.#encoder.sendFrameSync(owned), 'encode sound');
      this.#take();
    }
  }

  #take(): void {
    while (this.#encoder.receivePacketSync(this.#packet) >= 0) {
      // The encoder's priming begins before second 0.
      if (this.#packet.pts >= 0n) this.#pass(this.#packet, Number(this.#packet.pts) / rate);
      this.#packet.unref();
    }
  }

  [Symbol.dispose](): void {
    this.#decoder[Symbol.dispose]();
    this.#mix?.filter.close();
    this.#filter.close();
    this.#encoder.freeContext();
    this.#packet.free();
    this.codecpar.free();
  }
}
