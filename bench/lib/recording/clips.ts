import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_LOG_ERROR,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLT,
  Encoder,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_LIBVPX_VP8,
  Log,
  type Packet,
  Rational,
} from 'node-av';
import {
  type MicrophoneContent,
  picturesOf,
  sentSampleRate,
  soundOf,
} from '../../../recorder/testing/content.ts';
import { audioFrame, setOptions, videoFrame } from '../../../recorder/testing/encoding.ts';

/** One layer of a camera's video, as a file for `engines/cameras`. */
export interface ClipLayer {
  file: string;
  width: number;
  height: number;
  bitrate: number;
}

/** The layers that browsers send for a camera of 720p, from the smallest. */
export const layersOfCamera = [
  { width: 320, height: 180, bitrate: 160_000 },
  { width: 640, height: 360, bitrate: 450_000 },
  { width: 1280, height: 720, bitrate: 1_700_000 },
] as const;

/** Frames a second of a camera. */
export const sentFps = 30;
const pictures = 4 * sentFps;
/** Key frame interval: the longest wait of a new subscriber for a picture. */
const keyEvery = 2 * sentFps;
/** Temporal layer of each of four pictures, as browsers send VP8 with simulcast. */
const temporal = [0, 2, 1, 2] as const;
const soundPackets = 100;
const samplesPerPacket = 960;

const inLayers = (bitrate: number): string => {
  const kbps = [0.4, 0.6, 1].map((share) => Math.round((share * bitrate) / 1000));
  const parts = { number_layers: 3, target_bitrate: kbps, rate_decimator: [4, 2, 1], periodicity: 4 };
  const all = { ...parts, layer_id: temporal, layering_mode: 3 };
  return Object.entries(all)
    .map(([name, value]) => `ts_${name}=${value}`)
    .join(':');
};

/**
 * The byte of RFC 7741 for each of the four pictures: the temporal layer, and for the second and third the flag that
 * they depend on layer 0 only. The media server may start to forward a layer at such a picture.
 */
const layerBytes = temporal.map((layer, at) => (layer << 6) | (at === 1 || at === 2 ? 0x20 : 0));

/** The format that `engines/cameras` reads: for each part its length, the byte of its layer, its bytes. */
function framed(parts: { data: Buffer; layer: number }[]): Buffer {
  return Buffer.concat(
    parts.flatMap(({ data, layer }) => {
      const head = Buffer.alloc(5);
      head.writeUInt32BE(data.length);
      head.writeUInt8(layer, 4);
      return [head, data];
    }),
  );
}

const dataOf = (packet: Packet): Buffer => Buffer.from(packet.data ?? []);

/** Clips of participants, encoded once and removed at the end. */
export class Clips {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async create(): Promise<Clips> {
    Log.setLevel(AV_LOG_ERROR);
    return new Clips(await mkdtemp(join(tmpdir(), 'lectern-clips-')));
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** The moving pattern of the participant with this number. */
  async video(
    n: number,
    { width, height, bitrate }: { width: number; height: number; bitrate: number },
  ): Promise<ClipLayer> {
    const shown = picturesOf({ width, height }, { pattern: n });
    const timeBase = { num: 1, den: sentFps };
    using encoder = await Encoder.create(FF_ENCODER_LIBVPX_VP8, {
      bitrate,
      gopSize: keyEvery,
      threadCount: 1,
      configure: (context) =>
        setOptions(context, {
          deadline: 'realtime',
          'cpu-used': '8',
          'lag-in-frames': '0',
          'ts-parameters': inLayers(bitrate),
        }),
      context: { framerate: new Rational(sentFps, 1) },
    });
    const packets: Packet[] = [];
    for (let at = 0; at < pictures; at++) {
      const format = { width, height, format: AV_PIX_FMT_YUV420P, timeBase, pts: BigInt(at) };
      using frame = videoFrame(Buffer.from(shown(0, at)), format);
      packets.push(...(await encoder.encodeAll(frame)));
    }
    packets.push(...(await encoder.encodeAll(null)));
    const file = join(this.#folder, `${n}-${width}x${height}`);
    const parts = packets.map((packet, at) => ({ data: dataOf(packet), layer: layerBytes[at % 4] ?? 0 }));
    for (const packet of packets) packet.free();
    // A picture that the encoder dropped would be missing from the camera.
    if (parts.length !== pictures) throw new Error(`${parts.length} of ${pictures} pictures were encoded`);
    await writeFile(file, framed(parts));
    return { file, width, height, bitrate };
  }

  async sound(n: number, heard: MicrophoneContent): Promise<string> {
    using encoder = await Encoder.create(FF_ENCODER_LIBOPUS, { bitrate: 32_000 });
    const samplesAt = soundOf(heard);
    const packets: Packet[] = [];
    for (let at = 0; at < soundPackets; at++) {
      const halves = [0, 1].map((half) =>
        samplesAt(0, at * samplesPerPacket + (half * samplesPerPacket) / 2),
      );
      const samples = Float32Array.from(
        halves.flatMap((half) => [...half]),
        (sample) => sample / 32_768,
      );
      using frame = audioFrame(Buffer.from(samples.buffer), {
        nbSamples: samplesPerPacket,
        format: AV_SAMPLE_FMT_FLT,
        sampleRate: sentSampleRate,
        channelLayout: AV_CHANNEL_LAYOUT_MONO,
        timeBase: { num: 1, den: sentSampleRate },
        pts: BigInt(at * samplesPerPacket),
      });
      packets.push(...(await encoder.encodeAll(frame)));
    }
    const file = join(this.#folder, `${n}.opus`);
    const parts = packets.map((packet) => ({ data: dataOf(packet), layer: 0 }));
    for (const packet of packets) packet.free();
    await writeFile(file, framed(parts));
    return file;
  }
}
