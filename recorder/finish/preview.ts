import {
  AV_PIX_FMT_YUV420P,
  Encoder,
  FF_ENCODER_LIBX264,
  type Frame,
  Muxer,
  type Packet,
  Rational,
  SWS_BILINEAR,
} from 'node-av';
import { setOptions, videoFrame } from '../av.ts';
import { I420 } from '../picture/i420.ts';
import { Scaler } from '../picture/scaler.ts';
import { MediaInput, PictureDecoder } from './input.ts';

const seconds = 10;
const pieces = 8;
const fps = 10;
/** A multiple of 32, because the scaler writes rows in steps of 32 pixels. */
const width = 320;

/** Writes a silent strip of 10 seconds: parts from all over the recording, or all of a short one. */
export async function writePreview(to: string, video: { path: string; seconds: number }): Promise<void> {
  using input = new MediaInput(video.path);
  const stream = input.video;
  if (!stream) throw new Error('the video has no picture');
  using decoder = new PictureDecoder(input, stream);
  const { codecpar } = stream;
  const height = Math.max(2, Math.round((width * codecpar.height) / codecpar.width / 2) * 2);
  using encoder = await Encoder.create(FF_ENCODER_LIBX264, {
    gopSize: fps,
    maxBFrames: 0,
    threadCount: 1,
    configure: (context) => setOptions(context, { preset: 'veryfast', crf: '28' }),
    context: { framerate: new Rational(fps, 1) },
  });
  await using muxer = await Muxer.open(to, { format: 'mp4', options: { movflags: 'faststart' } });
  const index = muxer.addStream(encoder);
  using scaler = new Scaler(SWS_BILINEAR);
  const size = { width, height };
  let n = 0;
  for (const frame of strip(decoder, video.seconds)) {
    const picture = new I420(size);
    const source = { planes: frame.data ?? [], strides: frame.linesize.slice(0, 3) };
    scaler.draw({ ...source, width: frame.width, height: frame.height }, picture, { x: 0, y: 0, ...size });
    const timing = { timeBase: { num: 1, den: fps }, pts: BigInt(n++) };
    using small = videoFrame(picture.data, { ...size, ...timing, format: AV_PIX_FMT_YUV420P });
    await writeAll(muxer, await encoder.encodeAll(small), index);
  }
  await writeAll(muxer, await encoder.encodeAll(null), index);
}

async function writeAll(muxer: Muxer, packets: Packet[], index: number): Promise<void> {
  for (const packet of packets) {
    using owned = packet;
    await muxer.writePacket(owned, index);
  }
}

/** Yields ten pictures a second of each part. A frame is valid until the next one. */
function* strip(decoder: PictureDecoder, length: number): Generator<Frame> {
  const count = length <= seconds ? 1 : pieces;
  const each = Math.min(length, seconds) / count;
  for (let piece = 0; piece < count; piece++) {
    const from = count === 1 ? 0 : ((piece + 0.5) * length) / count - each / 2;
    // A very short recording has one picture.
    const wanted = Math.max(1, Math.round((piece + 1) * each * fps) - Math.round(piece * each * fps));
    let begin: number | undefined;
    let taken = 0;
    for (const { frame, t } of decoder.from(from)) {
      // Begin a part at the key picture found: the frames up to the exact second would be decoded for nothing.
      begin ??= t;
      if (taken === wanted) break;
      if (t - begin < taken / fps - 0.001) continue;
      taken += 1;
      yield frame;
    }
  }
}
