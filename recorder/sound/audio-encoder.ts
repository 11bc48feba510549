import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  Codec,
  CodecContext,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBOPUS,
  type Frame,
  Packet,
  Rational,
} from 'node-av';
import { audioFrame, checked, refill, setOptions } from '../av.ts';

/** Samples a second of all sound. */
export const sampleRate = 48_000;

const kinds = {
  /** The sound of the video is mono: all voices come from the middle, and it costs half as much. */
  aac: { encoder: FF_ENCODER_AAC, format: AV_SAMPLE_FMT_FLTP, bitRate: 80_000n, options: {} },
  /** One voice, for transcription. */
  opus: {
    encoder: FF_ENCODER_LIBOPUS,
    format: AV_SAMPLE_FMT_FLT,
    bitRate: 24_000n,
    options: { application: 'voip', frame_duration: '20', compression_level: '5' },
  },
} as const;

/** Encodes mono sound into packets of the encoder's frame length. */
export class AudioEncoder {
  readonly context = new CodecContext();
  readonly #packet = new Packet();
  readonly #frame: Frame;
  readonly #onPacket: (packet: Packet) => void;
  readonly #pending: Float32Array;
  readonly #bytes: Buffer;
  #filled = 0;
  #next: number;

  /** @param first number of the first sample, from which the packets' timestamps count */
  constructor(kind: keyof typeof kinds, first: number, onPacket: (packet: Packet) => void) {
    const { encoder, format, bitRate, options } = kinds[kind];
    this.#onPacket = onPacket;
    this.#next = first;
    this.context.allocContext3(Codec.findEncoderByName(encoder));
    this.context.sampleRate = sampleRate;
    this.context.channelLayout = AV_CHANNEL_LAYOUT_MONO;
    this.context.sampleFormat = format;
    this.context.bitRate = bitRate;
    this.context.timeBase = new Rational(1, sampleRate);
    this.context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    setOptions(this.context, options);
    checked(this.context.open2Sync(), 'open an audio encoder');
    this.#packet.alloc();
    const nbSamples = this.context.frameSize;
    this.#pending = new Float32Array(nbSamples);
    this.#bytes = Buffer.from(this.#pending.buffer);
    const channelLayout = AV_CHANNEL_LAYOUT_MONO;
    this.#frame = audioFrame(this.#bytes, { nbSamples, format, sampleRate, channelLayout });
  }

  /** @param samples from -1 to 1 */
  add(samples: Float32Array): void {
    for (let at = 0; at < samples.length; ) {
      const part = samples.subarray(at, at + this.#pending.length - this.#filled);
      this.#pending.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === this.#pending.length) this.#encode();
    }
  }

  /** Flushes the last packets, padded with silence. */
  end(): void {
    if (this.#filled > 0) {
      this.#pending.fill(0, this.#filled);
      this.#encode();
    }
    checked(this.context.sendFrameSync(null), 'end the sound');
    this.#take();
  }

  close(): void {
    this.context.freeContext();
    this.#frame.free();
    this.#packet.free();
  }

  #encode(): void {
    refill(this.#frame, this.#bytes, 'take sound');
    this.#frame.pts = BigInt(this.#next);
    this.#next += this.#pending.length;
    this.#filled = 0;
    checked(this.context.sendFrameSync(this.#frame), 'encode sound');
    this.#take();
  }

  #take(): void {
    while (this.context.receivePacketSync(this.#packet) >= 0) this.#onPacket(this.#packet);
  }
}
