import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_LOG_ERROR,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  Encoder,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_LIBX264,
  type Frame,
  Log,
  Muxer,
  type Packet,
  Rational,
} from 'node-av';
import { audioFrame, setOptions, videoFrame } from '../av.ts';
import { type ColourName, colours } from './colours.ts';
import { beepHz, livelyPicture } from './content.ts';

/** The colour and tone of a part of the capture; later parts override earlier ones. */
export interface CapturePart {
  from: number;
  to: number;
  colour?: ColourName;
  hz?: number;
}

export interface MadeCapture {
  seconds: number;
  parts: readonly CapturePart[];
  width?: number;
  height?: number;
  fps?: number;
  /** A moving picture with noise instead of plain colours, for as many bytes as a real call. */
  isLively?: boolean;
  /** Repeats the content so many times: a long file in a short time. */
  times?: number;
}

const rate = 48_000;
const perFrame = 1024;
const timeBase = { num: 1, den: rate };

/** Writes a fragmented MP4 of known content, like a recorder's capture, without a call. */
export async function makeCapture(path: string, made: MadeCapture): Promise<void> {
  Log.setLevel(AV_LOG_ERROR);
  const { width = 320, height = 180, fps = 25, times = 1, seconds } = made;
  using video = await Encoder.create(FF_ENCODER_LIBX264, {
    gopSize: 2 * fps,
    maxBFrames: 0,
    threadCount: 1,
    configure: (context) => setOptions(context, { preset: 'veryfast', tune: 'zerolatency' }),
    context: { framerate: new Rational(fps, 1) },
  });
  using audio = await Encoder.create(FF_ENCODER_AAC, { bitrate: 96_000 });
  await using muxer = await Muxer.open(path, {
    format: 'mp4',
    options: { movflags: 'frag_keyframe+empty_moov+default_base_moof', flush_packets: 1 },
  });
  const indexes = { video: muxer.addStream(video), audio: muxer.addStream(audio) };
  const pictures: Packet[] = [];
  for (let n = 0; n < seconds * fps; n++) {
    using frame = pictureOf(made, n, { width, height, fps });
    pictures.push(...(await video.encodeAll(frame)));
  }
  pictures.push(...(await video.encodeAll(null)));
  const sounds: Packet[] = [];
  for (let n = 0; n < (seconds * rate) / perFrame; n++) {
    using frame = soundOf(made, n);
    sounds.push(...(await audio.encodeAll(frame)));
  }
  sounds.push(...(await audio.encodeAll(null)));
  // The encoder's priming samples begin before second 0. A fragmented file cannot declare that: pictures would shift.
  while ((sounds[0]?.pts ?? 0n) < 0n) sounds.shift()?.free();
  await writeAll(muxer, { pictures, sounds, indexes, times, seconds, fps });
  for (const packet of [...pictures, ...sounds]) packet.free();
}

interface Writing {
  pictures: Packet[];
  sounds: Packet[];
  indexes: { video: number; audio: number };
  times: number;
  seconds: number;
  fps: number;
}

async function writeAll(
  muxer: Muxer,
  { pictures, sounds, indexes, times, seconds, fps }: Writing,
): Promise<void> {
  // Write a whole number of audio frames each time, so that both streams continue without a gap.
  const soundTicks = sounds.length * perFrame;
  const videoTicks = BigInt(Math.round(seconds * fps));
  for (let time = 0; time < times; time++) {
    let sounded = 0;
    for (const [n, picture] of pictures.entries()) {
      await write(muxer, picture, { index: indexes.video, shift: BigInt(time) * videoTicks });
      const until = ((n + 1) * rate) / fps;
      for (; sounded < sounds.length && sounded * perFrame < until; sounded++) {
        const sound = sounds[sounded];
        if (sound) await write(muxer, sound, { index: indexes.audio, shift: BigInt(time * soundTicks) });
      }
    }
  }
}

async function write(muxer: Muxer, packet: Packet, to: { index: number; shift: bigint }): Promise<void> {
  using copy = packet.clone();
  if (!copy) throw new Error('could not allocate a packet');
  copy.pts += to.shift;
  copy.dts += to.shift;
  await muxer.writePacket(copy, to.index);
}

const partAt = (made: MadeCapture, t: number, key: 'colour' | 'hz') =>
  made.parts.findLast((part) => part[key] !== undefined && t >= part.from && t < part.to);

function pictureOf(
  made: MadeCapture,
  n: number,
  { width, height, fps }: { width: number; height: number; fps: number },
): Frame {
  const timed = { width, height, format: AV_PIX_FMT_YUV420P, timeBase: { num: 1, den: fps }, pts: BigInt(n) };
  if (made.isLively) return videoFrame(Buffer.from(livelyPicture({ width, height }, n)), timed);
  const { y, u, v } = colours[partAt(made, n / fps, 'colour')?.colour ?? 'black'];
  const luma = width * height;
  const data = Buffer.alloc((luma * 3) / 2)
    .fill(y, 0, luma)
    .fill(u, luma, (luma * 5) / 4)
    .fill(v, (luma * 5) / 4);
  return videoFrame(data, timed);
}

function soundOf(made: MadeCapture, n: number): Frame {
  const plane = new Float32Array(perFrame);
  for (let i = 0; i < perFrame; i++) {
    const sample = n * perFrame + i;
    const hz = partAt(made, sample / rate, 'hz')?.hz;
    if (hz) plane[i] = 0.25 * Math.sin((2 * Math.PI * hz * sample) / rate);
  }
  const one = Buffer.from(plane.buffer);
  return audioFrame(Buffer.concat([one, one]), {
    nbSamples: perFrame,
    format: AV_SAMPLE_FMT_FLTP,
    sampleRate: rate,
    channelLayout: AV_CHANNEL_LAYOUT_STEREO,
    timeBase,
    pts: BigInt(n * perFrame),
  });
}

/** Parts of flashes with beeps; the beeps are `lateMs` milliseconds later. */
export const signParts = (seconds: number, { every = 2, length = 0.2, lateMs = 0 } = {}): CapturePart[] => {
  const moments = Array.from({ length: Math.floor(seconds / every) }, (_, n) => (n + 0.5) * every);
  return moments.flatMap((at): CapturePart[] => [
    { from: at, to: at + length, colour: 'white' },
    { from: at + lateMs / 1000, to: at + lateMs / 1000 + length, hz: beepHz },
  ]);
};

/** Writes an Ogg/Opus file of one tone, like a recorder's voice file. */
export async function makeVoice(
  path: string,
  { seconds, hz }: { seconds: number; hz: number },
): Promise<void> {
  Log.setLevel(AV_LOG_ERROR);
  using encoder = await Encoder.create(FF_ENCODER_LIBOPUS, { bitrate: 24_000 });
  await using muxer = await Muxer.open(path, { format: 'ogg' });
  const index = muxer.addStream(encoder);
  const length = 960;
  const writeAll = async (frame: Frame | null): Promise<void> => {
    for (const packet of await encoder.encodeAll(frame)) {
      using held = packet;
      await muxer.writePacket(held, index);
    }
  };
  for (let n = 0; n < (seconds * rate) / length; n++) {
    const plane = Float32Array.from(
      { length },
      (_, i) => 0.25 * Math.sin((2 * Math.PI * hz * (n * length + i)) / rate),
    );
    using frame = audioFrame(Buffer.from(plane.buffer), {
      nbSamples: length,
      format: AV_SAMPLE_FMT_FLT,
      sampleRate: rate,
      channelLayout: AV_CHANNEL_LAYOUT_MONO,
      timeBase,
      pts: BigInt(n * length),
    });
    await writeAll(frame);
  }
  await writeAll(null);
}
