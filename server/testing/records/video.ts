import { writeFileSync } from 'node:fs';
import { createCanvas } from '@napi-rs/canvas';
import { AV_LOG_ERROR, AV_PIX_FMT_YUV420P, Encoder, FF_ENCODER_LIBX264, Log, Muxer, Rational } from 'node-av';
import { setOptions, videoFrame } from '../../../recorder/testing/encoding.ts';

export interface VideoOptions {
  seconds: number;
  /** Frames per second; few are enough to see that it plays. */
  fps?: number;
  /** Frames that hardly compress: half a megabyte a second, more than a browser buffers ahead. */
  isRough?: boolean;
}

const [width, height] = [640, 360];

/** Fills the bytes with noise, the same for the same seed. */
function scatter(bytes: Buffer, seed: number): void {
  let state = seed;
  for (let n = 0; n < bytes.length; n += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[n] = state >>> 24;
  }
}

/** A light bar on a soft gradient that moves from the left edge to the right one as the video plays. */
function pictureAt(share: number, isRough: boolean): Buffer {
  const luma = width * height;
  const picture = Buffer.alloc((luma * 3) / 2);
  for (let y = 0; y < height; y += 1)
    picture.fill(40 + Math.round((60 * y) / height), y * width, (y + 1) * width);
  if (isRough) scatter(picture.subarray(0, luma), 1 + Math.round(share * 1_000_000));
  const bar = Math.round(share * (width - 24));
  for (let y = 40; y < height - 40; y += 1) picture.fill(225, y * width + bar, y * width + bar + 24);
  return picture.fill(150, luma, (luma * 5) / 4).fill(112, (luma * 5) / 4);
}

/** Writes a small MP4 that a browser plays and seeks in: H.264, index at the beginning, no sound. */
export async function encodeVideo(
  path: string,
  { seconds, fps = 5, isRough = false }: VideoOptions,
): Promise<void> {
  Log.setLevel(AV_LOG_ERROR);
  using video = await Encoder.create(FF_ENCODER_LIBX264, {
    gopSize: 2 * fps,
    maxBFrames: 0,
    threadCount: 1,
    configure: (context) => setOptions(context, { preset: 'ultrafast' }),
    context: { framerate: new Rational(fps, 1) },
  });
  await using muxer = await Muxer.open(path, { format: 'mp4', options: { movflags: 'faststart' } });
  const index = muxer.addStream(video);
  const pictures = seconds * fps;
  for (let n = 0; n <= pictures; n += 1) {
    using frame =
      n < pictures
        ? videoFrame(pictureAt(n / pictures, isRough), {
            ...{ width, height, format: AV_PIX_FMT_YUV420P },
            timeBase: { num: 1, den: fps },
            pts: BigInt(n),
          })
        : null;
    for (const packet of await video.encodeAll(frame)) {
      await muxer.writePacket(packet, index);
      packet.free();
    }
  }
}

/** Writes a JPEG like the poster of a recording: a person's tile with initials. */
export function makePoster(path: string): void {
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#17181d';
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = '#0f7285';
  pen.beginPath();
  pen.arc(width / 2, height / 2, 80, 0, 2 * Math.PI);
  pen.fill();
  writeFileSync(path, canvas.encodeSync('jpeg', 80));
}
