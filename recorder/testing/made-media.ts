import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_CODEC_FLAG_INTERLACED_DCT,
  AV_CODEC_FLAG_INTERLACED_ME,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV420P10LE,
  AV_PIX_FMT_YUV422P,
  AV_PKT_DATA_DISPLAYMATRIX,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  type AVDisposition,
  type ChannelLayout,
  Codec,
  CodecContext,
  type FFEncoderCodec,
  FormatContext,
  type Frame,
  Packet,
  Rational,
} from 'node-av';
import { audioFrame, checked, setOptions, videoFrame } from '../av.ts';

interface MadeSound {
  encoder: string;
  /** The frequency of the tone, or that of each channel. */
  hz?: number | number[];
  rate?: number;
  /** Seconds of the file in which there is sound. */
  from?: number;
  to?: number;
  /** Seconds with the tone; otherwise all. */
  tone?: [from: number, to: number];
  /** Amplitude of the tone. */
  level?: number;
  layout?: ChannelLayout;
  disposition?: AVDisposition;
}

/** A video file of any kind, of few bytes: the brightness of a picture says its second, a tone is the sound. */
export interface MadeMedia {
  seconds: number;
  /** Seconds that are added to all timestamps. */
  begin?: number;
  /** FFmpeg's name of the format: mp4, mov, webm, matroska, mpegts, avi. */
  format: string;
  pictures?: {
    encoder: string;
    width?: number;
    height?: number;
    fps?: number;
    /** Pictures from one key picture to the next. */
    gop?: number;
    bFrames?: number;
    options?: Record<string, string>;
    /** Clockwise degrees by which a player has to turn the picture. */
    rotation?: number;
    /** Where a player has to show a point at the right (a, b) and one at the bottom (c, d). */
    matrix?: [a: number, b: number, c: number, d: number];
    /** Width of a pixel for a height of one. */
    aspect?: { num: number; den: number };
    /** Only the container has the aspect, and not the pictures. */
    isAspectOutside?: boolean;
    /** A light corner at the top left. */
    hasCorner?: boolean;
    /** Seconds at which there are pictures; otherwise `fps` a second. */
    times?: number[];
    /** Noise in the upper third, which takes megabits a second. */
    hasNoise?: boolean;
    /** A bar that moves, in other positions in the even lines and in the odd ones. */
    isInterlaced?: boolean;
    pixels?: 'yuv420p' | 'yuv422p' | 'yuv420p10';
    /** Y, Cb and Cr of the whole picture, in the units of its pixels. */
    patch?: [number, number, number];
    /** Tags of the colours, as of ITU-T H.273. */
    colours?: Pick<CodecContext, 'colorTrc' | 'colorPrimaries' | 'colorSpace' | 'colorRange'>;
  };
  sound?: MadeSound;
  /** Further tracks of sound. */
  moreSounds?: MadeSound[];
  /** Options of the muxer. */
  options?: Record<string, string>;
}

const ticks = 90_000;
/** Encoders that take whole pictures a second only. */
const inPictures = ['mpeg4', 'mpeg2video'];

const pixelFormats = {
  yuv420p: AV_PIX_FMT_YUV420P,
  yuv422p: AV_PIX_FMT_YUV422P,
  yuv420p10: AV_PIX_FMT_YUV420P10LE,
};

interface MadePacket {
  packet: Packet;
  stream: number;
  t: number;
}

/** The brightness of the picture at a second. */
export const brightnessAt = (t: number): number => 40 + (Math.floor(t) % 12) * 16;

function encoderOf(name: string, set: (context: CodecContext) => void): CodecContext {
  const context = new CodecContext();
  const codec = Codec.findEncoderByName(name as FFEncoderCodec);
  context.allocContext3(codec);
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  set(context);
  checked(context.open2Sync(codec), `open ${name}`);
  return context;
}

function encode(context: CodecContext, frames: Iterable<Frame>, stream: number): MadePacket[] {
  const made: MadePacket[] = [];
  const take = (): void => {
    for (let packet = new Packet(); ; packet = new Packet()) {
      packet.alloc();
      if (context.receivePacketSync(packet) < 0) {
        packet.free();
        return;
      }
      const { num, den } = context.timeBase;
      made.push({ packet, stream, t: (Number(packet.dts) * num) / den });
    }
  };
  for (const frame of frames) {
    using held = frame;
    checked(context.sendFrameSync(held), 'encode');
    take();
  }
  checked(context.sendFrameSync(null), 'end');
  take();
  return made;
}

/** Twice as many bytes as asked for, the same in each run. */
function noiseOf(bytes: number): Buffer {
  const noise = Buffer.alloc(2 * bytes);
  let state = 1;
  for (let at = 0; at < noise.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    noise[at] = 64 + (state >>> 25);
  }
  return noise;
}

function* picturesOf({ seconds, pictures = { encoder: '' } }: MadeMedia): Generator<Frame> {
  const { encoder, width = 160, height = 96, fps = 10, pixels = 'yuv420p' } = pictures;
  const base = inPictures.includes(encoder) ? fps : ticks;
  const noise = pictures.hasNoise ? noiseOf(width * height) : undefined;
  const times = pictures.times ?? Array.from({ length: Math.round(seconds * fps) }, (_, n) => n / fps);
  const chroma = (width * height) / (pixels === 'yuv422p' ? 1 : 2);
  for (const t of times) {
    const data = Buffer.alloc(width * height + chroma, 128).fill(brightnessAt(t), 0, width * height);
    const from = Math.floor((t * width * height) / 3) % (width * height);
    noise?.copy(data, 0, from, from + Math.floor((width * height) / 3));
    // The left quarter is dark, so that a test sees how the picture is turned.
    for (let y = 0; y < height; y += 1) data.fill(16, y * width, y * width + width / 4);
    if (pictures.hasCorner)
      for (let y = 0; y < height / 4; y += 1) data.fill(235, y * width, y * width + width / 4);
    if (pictures.isInterlaced) drawBar(data, { width, height, t });
    const deep = pixels === 'yuv420p10' ? inTenBits(data) : data;
    if (pictures.patch) fillPlanes(deep, pictures.patch, { luma: width * height, isDeep: deep !== data });
    yield videoFrame(deep, {
      ...{ width, height, format: pixelFormats[pixels] },
      ...{ timeBase: { num: 1, den: base }, pts: BigInt(Math.round(t * base)), duration: BigInt(base / fps) },
    });
  }
}

function drawBar(data: Buffer, { width, height, t }: { width: number; height: number; t: number }): void {
  for (let y = 0; y < height; y += 1) {
    const from = Math.round((t * 4 + (y % 2) / 4) * width) % (width - 8);
    data.fill(235, y * width + from, y * width + from + 8);
  }
}

function fillPlanes(
  data: Buffer,
  values: readonly [number, number, number],
  { luma, isDeep }: { luma: number; isDeep: boolean },
): void {
  const samples = isDeep ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data;
  const chroma = (samples.length - luma) / 2;
  samples.fill(values[0], 0, luma);
  samples.fill(values[1], luma, luma + chroma);
  samples.fill(values[2], luma + chroma);
}

function inTenBits(bytes: Buffer): Buffer {
  const wide = Buffer.alloc(bytes.length * 2);
  for (const [at, value] of bytes.entries()) wide.writeUInt16LE(value * 4, at * 2);
  return wide;
}

function* tonesOf(sound: MadeSound, seconds: number, context: CodecContext): Generator<Frame> {
  const { hz = 440, from = 0, to = seconds, tone = [0, seconds], level = 0.25 } = sound;
  const { sampleRate, sampleFormat, channelLayout } = context;
  const nbSamples = context.frameSize || 1024;
  const { nbChannels } = channelLayout;
  const isPlanar = sampleFormat === AV_SAMPLE_FMT_FLTP;
  for (let at = Math.round(from * sampleRate); at < to * sampleRate; at += nbSamples) {
    const samples = new Float32Array(nbSamples * nbChannels);
    for (let n = 0; n < nbSamples; n += 1) {
      const t = (at + n) / sampleRate;
      if (t < tone[0] || t >= tone[1]) continue;
      for (let channel = 0; channel < nbChannels; channel += 1) {
        const value = level * Math.sin(2 * Math.PI * (Array.isArray(hz) ? (hz[channel] ?? 0) : hz) * t);
        samples[isPlanar ? channel * nbSamples + n : n * nbChannels + channel] = value;
      }
    }
    yield audioFrame(Buffer.from(samples.buffer), {
      ...{ nbSamples, format: sampleFormat, sampleRate, channelLayout },
      ...{ timeBase: { num: 1, den: sampleRate }, pts: BigInt(at) },
    });
  }
}

function pictureEncoder({ pictures }: MadeMedia): CodecContext | undefined {
  if (!pictures) return undefined;
  const { encoder, width = 160, height = 96, fps = 10, gop = 20, bFrames = 0, options = {} } = pictures;
  const { pixels = 'yuv420p', isInterlaced, colours, aspect, isAspectOutside } = pictures;
  return encoderOf(encoder, (context) => {
    Object.assign(context, {
      width,
      height,
      pixelFormat: pixelFormats[pixels],
      gopSize: gop,
      maxBFrames: bFrames,
      ...colours,
    });
    context.timeBase = new Rational(1, inPictures.includes(encoder) ? fps : ticks);
    context.framerate = new Rational(fps, 1);
    if (aspect && !isAspectOutside) context.sampleAspectRatio = new Rational(aspect.num, aspect.den);
    context.threadCount = 1;
    if (isInterlaced) context.setFlags(AV_CODEC_FLAG_INTERLACED_DCT, AV_CODEC_FLAG_INTERLACED_ME);
    // Key pictures at equal distances only.
    setOptions(context, { ...options, ...(encoder === 'libx264' && { 'x264-params': 'scenecut=0' }) });
  });
}

const interleaved = ['libopus', 'pcm_f32le'];

function soundEncoder({
  encoder,
  rate = 48_000,
  layout = AV_CHANNEL_LAYOUT_STEREO,
}: MadeSound): CodecContext {
  return encoderOf(encoder, (context) => {
    context.sampleRate = rate;
    context.sampleFormat = interleaved.includes(encoder) ? AV_SAMPLE_FMT_FLT : AV_SAMPLE_FMT_FLTP;
    context.channelLayout = layout;
    context.timeBase = new Rational(1, rate);
  });
}

/** The matrix of a file that players turn clockwise. */
function turned(degrees: number): [number, number, number, number] {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return [cos, sin, -sin, cos];
}

function matrixOf([a, b, c, d]: readonly [number, number, number, number]): Buffer {
  const matrix = Buffer.alloc(36);
  const values = [a, b, 0, c, d, 0];
  for (const [at, value] of values.entries()) matrix.writeInt32LE(Math.round(value * 65536), at * 4);
  matrix.writeInt32LE(1 << 30, 32);
  return matrix;
}

/** Writes a file of known content. `times` repeats the packets: a long file in a short time. */
export function makeMedia(path: string, made: MadeMedia, times = 1): void {
  const video = pictureEncoder(made);
  const sounds = [...(made.sound ? [made.sound] : []), ...(made.moreSounds ?? [])];
  const encoders = [...(video ? [video] : []), ...sounds.map(soundEncoder)];
  const packets = encoders
    .flatMap((context, index) => {
      const sound = sounds[video ? index - 1 : index];
      return encode(context, sound ? tonesOf(sound, made.seconds, context) : picturesOf(made), index);
    })
    .sort((a, b) => a.t - b.t);
  const output = new FormatContext();
  checked(output.allocOutputContext2(null, made.format, path), 'make the file');
  setOptions(output, made.options ?? {});
  const streams = encoders.map((context, index) => {
    const stream = output.newStream(null);
    checked(stream.codecpar.fromContext(context), 'describe a stream');
    stream.timeBase = context.timeBase;
    const { rotation, matrix = rotation && turned(rotation), aspect } = made.pictures ?? {};
    if (context === video && matrix)
      checked(stream.codecpar.addCodedSideData(AV_PKT_DATA_DISPLAYMATRIX, matrixOf(matrix)), 'turn');
    if (context === video && aspect) stream.codecpar.sampleAspectRatio = new Rational(aspect.num, aspect.den);
    const { disposition } = sounds[video ? index - 1 : index] ?? {};
    if (disposition !== undefined) stream.disposition = disposition;
    return stream;
  });
  checked(output.openOutputSync(), 'open the file');
  checked(output.writeHeaderSync(null), 'begin the file');
  for (let time = 0; time < times; time += 1) {
    for (const { packet, stream } of packets) {
      const to = streams[stream];
      const base = encoders[stream]?.timeBase;
      if (!to || !base) continue;
      using copy = packet.clone();
      if (!copy) throw new Error('no memory for a packet');
      const shift = BigInt(Math.round((((made.begin ?? 0) + time * made.seconds) * base.den) / base.num));
      copy.pts += shift;
      copy.dts += shift;
      copy.rescaleTs(base, to.timeBase);
      copy.streamIndex = to.index;
      checked(output.interleavedWriteFrameSync(copy), 'write a packet');
    }
  }
  checked(output.writeTrailerSync(), 'end the file');
  output.closeOutputSync();
  output.freeContext();
  for (const { packet } of packets) packet.free();
  for (const context of encoders) context.freeContext();
}
