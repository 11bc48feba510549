import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_LOG_ERROR,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLTP,
  Encoder,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
  type Frame,
  Log,
  Muxer,
  Rational,
} from 'node-av';
import { audioFrame, setOptions, videoFrame } from '../../../recorder/testing/encoding.ts';
import { waitUntil } from '../wait.ts';

/** The picture shows its number: bits as light and dark blocks in its upper part, the lowest one on the left. */
export const timedPicture = { width: 640, height: 360, bits: 16, fps: 25 };

const { width, height, bits, fps } = timedPicture;
const sampleRate = 48_000;
export const timedSegmentSeconds = 2;

function numberedPicture(number: number, ofAll: number): Buffer {
  const luma = width * height;
  const picture = Buffer.alloc((luma * 3) / 2, 128);
  const row = Buffer.alloc(width, 16);
  const block = width / bits;
  for (let bit = 0; bit < bits; bit += 1) {
    if ((number >> bit) & 1) row.fill(235, bit * block, (bit + 1) * block);
  }
  const bar = Math.round((number / ofAll) * (width - 24));
  for (let y = 0; y < height; y += 1) {
    if (y < 60) row.copy(picture, y * width);
    else picture.fill(40 + Math.round((60 * y) / height), y * width, (y + 1) * width);
    if (y > 120 && y < height - 80) picture.fill(225, y * width + bar, y * width + bar + 24);
  }
  return picture;
}

/** The same picture with four pixels for each one; its colours are grey anyway. */
function doubled(picture: Buffer): Buffer {
  const large = Buffer.alloc(picture.length * 4, 128);
  const pairs = new Uint16Array(width);
  const row = Buffer.from(pairs.buffer);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) pairs[x] = (picture[y * width + x] ?? 0) * 0x0101;
    for (let n = 0; n < 2; n += 1) row.copy(large, (2 * y + n) * row.length);
  }
  return large;
}

const pictureFrame = (number: number, ofAll: number, scale: 1 | 2): Frame =>
  videoFrame(scale === 2 ? doubled(numberedPicture(number, ofAll)) : numberedPicture(number, ofAll), {
    ...{ width: width * scale, height: height * scale, format: AV_PIX_FMT_YUV420P },
    timeBase: { num: 1, den: fps },
    pts: BigInt(number),
  });

const samples = 1024;
/** Five periods of a tone, on both channels, so that every frame has the same content. */
const tone = Float32Array.from(
  { length: 2 * samples },
  (_, n) => 0.05 * Math.sin((2 * Math.PI * 5 * n) / samples),
);

const soundFrame = (at: number): Frame =>
  audioFrame(Buffer.from(tone.buffer), {
    ...{ nbSamples: samples, format: AV_SAMPLE_FMT_FLTP, sampleRate },
    channelLayout: AV_CHANNEL_LAYOUT_STEREO,
    timeBase: { num: 1, den: sampleRate },
    pts: BigInt(at),
  });

type Output = { path: string; format: 'hls' | 'mp4'; options: Record<string, string>; scale?: 1 | 2 };

async function encodeTimed({ path, format, options, scale = 1 }: Output, seconds: number): Promise<void> {
  Log.setLevel(AV_LOG_ERROR);
  using video = await Encoder.create(FF_ENCODER_LIBX264, {
    gopSize: timedSegmentSeconds * fps,
    maxBFrames: 0,
    threadCount: 1,
    configure: (context) => setOptions(context, { preset: 'ultrafast', 'x264-params': 'scenecut=0' }),
    context: { framerate: new Rational(fps, 1) },
  });
  using audio = await Encoder.create(FF_ENCODER_AAC, {});
  await using muxer = await Muxer.open(path, { format, options });
  const streams = { video: muxer.addStream(video), audio: muxer.addStream(audio) };
  const pictures = seconds * fps;
  const write = async (encoder: Encoder, frame: Frame | null, stream: number): Promise<void> => {
    for (const packet of await encoder.encodeAll(frame)) {
      await muxer.writePacket(packet, stream);
      packet.free();
    }
  };
  let sounded = 0;
  for (let number = 0; number < pictures; number += 1) {
    using picture = pictureFrame(number, pictures, scale);
    await write(video, picture, streams.video);
    for (; sounded < ((number + 1) / fps) * sampleRate; sounded += samples) {
      using sound = soundFrame(sounded);
      await write(audio, sound, streams.audio);
    }
  }
  await write(video, null, streams.video);
  await write(audio, null, streams.audio);
}

/** Writes a video whose pictures show their number, as somebody uploads one. */
export const writeTimedVideo = (path: string, seconds: number): Promise<void> =>
  encodeTimed({ path, format: 'mp4', options: { movflags: 'faststart' } }, seconds);

/** The segments of a video whose pictures show their number. */
export interface TimedSegments {
  /** Seconds of each segment. */
  durations: number[];
  /** Copies a segment to its place; −1 is the initialization segment. */
  copyTo: (index: number, path: string) => void;
  remove: () => void;
}

export interface TimedQuality {
  /** The factor of both sides of the picture. */
  scale: 1 | 2;
  /** The least bytes of a segment: its rest is a box that players skip. */
  leastBytes: number;
}

/** Fills a segment up to so many bytes. */
function fill(path: string, leastBytes: number): void {
  const missing = leastBytes - statSync(path).size;
  if (missing < 8) return;
  const box = Buffer.alloc(missing);
  box.writeUInt32BE(missing, 0);
  box.write('free', 4, 'latin1');
  appendFileSync(path, box);
}

/** Encodes the segments and their playlist into this new folder. */
async function encodeTimedSegments(folder: string, seconds: number, scale: 1 | 2): Promise<void> {
  mkdirSync(folder);
  const options = {
    hls_time: String(timedSegmentSeconds),
    hls_list_size: '0',
    hls_segment_type: 'fmp4',
    hls_fmp4_init_filename: 'init.mp4',
    hls_segment_filename: join(folder, '%d.m4s'),
    hls_playlist_type: 'vod',
  };
  await encodeTimed({ path: join(folder, 'list.m3u8'), format: 'hls', options, scale }, seconds);
}

/** By scale: shorter videos are the beginning of one of these lengths, which a run of the tests encodes once. */
const sharedSeconds = { 1: [30, 90], 2: [90] };

/** Whether nobody else makes this folder. */
function mayMake(folder: string): boolean {
  try {
    mkdirSync(`${folder}.lock`);
    return true;
  } catch {
    return false;
  }
}

/** Encodes the shared videos that most tests use, so that none of them waits for it. */
export async function makeSharedVideos(): Promise<void> {
  if (!process.env.LECTERN_TEST_SHARED) return;
  for (const seconds of sharedSeconds[1]) await timedSegmentsOf(seconds, 1);
}

/** A folder with the segments of at least this length; `remove` keeps those that other tests of the run share. */
async function timedSegmentsOf(seconds: number, scale: 1 | 2) {
  const { LECTERN_TEST_SHARED: ofRun } = process.env;
  if (!ofRun) {
    const own = mkdtempSync(join(tmpdir(), 'lectern-timed-'));
    const folder = join(own, 'segments');
    await encodeTimedSegments(folder, seconds, scale);
    return { folder, remove: () => rmSync(own, { recursive: true, force: true }) };
  }
  const length = sharedSeconds[scale].find((shared) => shared >= seconds) ?? seconds;
  const folder = join(ofRun, `timed-video-${length}-${scale}`);
  if (mayMake(folder)) {
    await encodeTimedSegments(`${folder}.new`, length, scale);
    renameSync(`${folder}.new`, folder);
  }
  await waitUntil(() => existsSync(folder), { timeout: 120_000, message: 'the video of the run' });
  return { folder, remove: () => undefined };
}

export async function makeTimedSegments(
  seconds: number,
  { scale, leastBytes }: TimedQuality = { scale: 1, leastBytes: 0 },
): Promise<TimedSegments> {
  const { folder, remove } = await timedSegmentsOf(seconds, scale);
  const list = readFileSync(join(folder, 'list.m3u8'), 'utf8');
  const durations = [...list.matchAll(/#EXTINF:([\d.]+)/g)].map(([, duration]) => Number(duration));
  return {
    durations: durations.slice(0, Math.ceil(seconds / timedSegmentSeconds)),
    copyTo: (index, path) => {
      mkdirSync(dirname(path), { recursive: true });
      copyFileSync(join(folder, index < 0 ? 'init.mp4' : `${index}.m4s`), path);
      if (index >= 0) fill(path, leastBytes);
    },
    remove,
  };
}
