/**
 * Makes the files of the recording of a sample call (server/src/samples/recording): ten seconds of two tiles and a
 * quiet tone. They are committed; run it again to change them: node_modules/.bin/node recorder/testing/sample-recording.ts
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLTP,
  Encoder,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
  type Frame,
  Muxer,
  Rational,
} from 'node-av';
import { audioFrame, setOptions, videoFrame } from './encoding.ts';

const folder = join(import.meta.dirname, '../../server/src/samples/recording');
const { width, height, fps, seconds } = { width: 640, height: 360, fps: 10, seconds: 10 };
const { sampleRate, samples } = { sampleRate: 48_000, samples: 1024 };
const canvas = createCanvas(width, height);
const context = canvas.getContext('2d');

interface Tile {
  x: number;
  letter: string;
  colour: string;
  /** How thick the ring is; 0: the person is silent. */
  speaks: number;
}

function drawTile({ x, letter, colour, speaks }: Tile): void {
  context.fillStyle = '#26272b';
  context.beginPath();
  context.roundRect(x, 60, 296, 222, 12);
  context.fill();
  if (speaks > 0) {
    context.strokeStyle = '#6d7cff';
    context.lineWidth = 2 + 3 * speaks;
    context.stroke();
  }
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x + 148, 165, 52, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = '#ffffff';
  context.font = '600 44px sans-serif';
  context.textAlign = 'center';
  context.fillText(letter, x + 148, 181);
}

function draw(at: number): void {
  context.fillStyle = '#141517';
  context.fillRect(0, 0, width, height);
  const [teacher, learner] = [at % 5 < 3 ? 0.5 : 0, at % 5 >= 3 ? 0.5 : 0];
  drawTile({ x: 16, letter: 'T', colour: '#4453c6', speaks: teacher });
  drawTile({ x: 328, letter: 'L', colour: '#2b8a5e', speaks: learner });
  context.fillStyle = '#c9cbd2';
  context.font = '500 20px sans-serif';
  context.fillText('Sample recording', width / 2, 38);
  context.fillText(`0:${String(Math.floor(at)).padStart(2, '0')} / 0:${seconds}`, width / 2, 316);
  context.fillStyle = '#3a3c42';
  context.fillRect(16, 334, width - 32, 6);
  context.fillStyle = '#6d7cff';
  context.fillRect(16, 334, ((width - 32) * at) / seconds, 6);
}

/** The drawn picture as planes of brightness and colour (BT.601, limited range). */
function planes(): Buffer {
  const { data } = context.getImageData(0, 0, width, height);
  const all = Buffer.alloc((width * height * 3) / 2);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [r = 0, g = 0, b = 0] = data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3);
      all[y * width + x] = 16 + 0.257 * r + 0.504 * g + 0.098 * b;
      if (y % 2 || x % 2) continue;
      const at = (y / 2) * (width / 2) + x / 2;
      all[width * height + at] = 128 - 0.148 * r - 0.291 * g + 0.439 * b;
      all[width * height * 1.25 + at] = 128 + 0.439 * r - 0.368 * g - 0.071 * b;
    }
  }
  return all;
}

const tone = Float32Array.from(
  { length: samples },
  (_, n) => 0.03 * Math.sin((2 * Math.PI * 5 * n) / samples),
);

using video = await Encoder.create(FF_ENCODER_LIBX264, {
  gopSize: 2 * fps,
  maxBFrames: 0,
  threadCount: 1,
  configure: (encoder) => setOptions(encoder, { preset: 'slow', crf: '26' }),
  context: { framerate: new Rational(fps, 1) },
});
using audio = await Encoder.create(FF_ENCODER_AAC, {
  configure: (encoder) => setOptions(encoder, { b: '32000' }),
});
await using muxer = await Muxer.open(join(folder, 'video.mp4'), {
  format: 'mp4',
  options: { movflags: 'faststart' },
});
const streams = { video: muxer.addStream(video), audio: muxer.addStream(audio) };

async function write(encoder: Encoder, frame: Frame | null, stream: number): Promise<void> {
  for (const packet of await encoder.encodeAll(frame)) {
    await muxer.writePacket(packet, stream);
    packet.free();
  }
}

let sounded = 0;
for (let number = 0; number < seconds * fps; number += 1) {
  draw(number / fps);
  if (number === 35) writeFileSync(join(folder, 'poster.jpg'), canvas.encodeSync('jpeg', 80));
  using picture = videoFrame(planes(), {
    ...{ width, height, format: AV_PIX_FMT_YUV420P },
    timeBase: { num: 1, den: fps },
    pts: BigInt(number),
  });
  await write(video, picture, streams.video);
  for (; sounded < ((number + 1) / fps) * sampleRate; sounded += samples) {
    using sound = audioFrame(Buffer.from(tone.buffer), {
      ...{ nbSamples: samples, format: AV_SAMPLE_FMT_FLTP, sampleRate },
      channelLayout: AV_CHANNEL_LAYOUT_MONO,
      timeBase: { num: 1, den: sampleRate },
      pts: BigInt(sounded),
    });
    await write(audio, sound, streams.audio);
  }
}
await write(video, null, streams.video);
await write(audio, null, streams.audio);
