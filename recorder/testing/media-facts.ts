import { statSync } from 'node:fs';
import {
  AVERROR_EOF,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  Codec,
  FFmpegError,
  FormatContext,
  Packet,
  type Stream,
} from 'node-av';
import { isFastStart } from './boxes.ts';

export interface StreamFacts {
  kind: 'video' | 'audio' | 'other';
  /** Name of FFmpeg's decoder: h264, aac, opus or libopus, mjpeg. */
  codec: string;
  /** Seconds from the beginning of the first packet to the end of the last one. */
  begin: number;
  end: number;
  packets: number;
  keyPackets: number;
  /** Longest time between the beginnings of two successive packets, in seconds. */
  longestStep: number;
  /** Every packet begins later than the one before it. */
  isMonotonic: boolean;
  width: number;
  height: number;
  sampleRate: number;
  channels: number;
}

export interface MediaFacts {
  bytes: number;
  /** Seconds, as the container says. */
  duration: number;
  isFastStart: boolean;
  streams: StreamFacts[];
  video: StreamFacts | undefined;
  audio: StreamFacts | undefined;
}

/** Reads what a media file contains, as ffprobe would, from its packets and not from the container's header. */
export async function factsOfMedia(path: string): Promise<MediaFacts> {
  const input = new FormatContext();
  using packet = new Packet();
  packet.alloc();
  FFmpegError.throwIfError(input.openInputSync(path, null, null), `open ${path}`);
  try {
    FFmpegError.throwIfError(input.findStreamInfoSync(null), `look into ${path}`);
    const takers = input.streams.map(takerOf);
    while (true) {
      const code = input.readFrameSync(packet);
      if (code === AVERROR_EOF) break;
      FFmpegError.throwIfError(code, 'read a packet');
      takers[packet.streamIndex]?.take(packet);
      packet.unref();
    }
    const streams = takers.map(({ facts }) => facts);
    return {
      bytes: statSync(path).size,
      duration: Number(input.duration) / 1e6,
      isFastStart: await isFastStart(path),
      streams,
      video: streams.find(({ kind }) => kind === 'video'),
      audio: streams.find(({ kind }) => kind === 'audio'),
    };
  } finally {
    input.closeInputSync();
  }
}

const kindOf = ({ codecpar }: Stream): StreamFacts['kind'] => {
  if (codecpar.codecType === AVMEDIA_TYPE_VIDEO) return 'video';
  return codecpar.codecType === AVMEDIA_TYPE_AUDIO ? 'audio' : 'other';
};

const emptyFacts = (stream: Stream): StreamFacts => ({
  kind: kindOf(stream),
  codec: Codec.findDecoder(stream.codecpar.codecId)?.name ?? 'unknown',
  begin: Number.POSITIVE_INFINITY,
  end: 0,
  packets: 0,
  keyPackets: 0,
  longestStep: 0,
  isMonotonic: true,
  width: stream.codecpar.width,
  height: stream.codecpar.height,
  sampleRate: stream.codecpar.sampleRate,
  channels: stream.codecpar.channels,
});

function takerOf(stream: Stream): { facts: StreamFacts; take: (packet: Packet) => void } {
  const facts = emptyFacts(stream);
  const unit = stream.timeBase.num / stream.timeBase.den;
  let last: number | undefined;
  const take = (packet: Packet): void => {
    const at = Number(packet.pts) * unit;
    if (last !== undefined) facts.longestStep = Math.max(facts.longestStep, at - last);
    if (last !== undefined && at <= last) facts.isMonotonic = false;
    last = at;
    facts.begin = Math.min(facts.begin, at);
    facts.end = Math.max(facts.end, at + Number(packet.duration) * unit);
    facts.packets += 1;
    if (packet.isKeyframe) facts.keyPackets += 1;
  };
  return { facts, take };
}
