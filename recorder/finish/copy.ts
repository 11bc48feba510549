import { Dictionary, FormatContext, type Packet, type Stream } from 'node-av';
import { checked, setOptions } from '../av.ts';
import { MediaInput, secondsPerTick } from './input.ts';

export interface Length {
  /** From the beginning of the first picture to the end of the last one, or of the sound if there are no pictures. */
  seconds: number;
  pictures: number;
  width: number;
  height: number;
}

export interface CopyOptions {
  from: string;
  to: string;
  format: 'mp4' | 'ogg';
  /** Packets that begin at or after this second are not copied. */
  until: number | undefined;
  /** Options of FFmpeg's muxer. */
  options?: Record<string, string>;
  /** A text in the index of the file. */
  comment?: string | undefined;
}

/**
 * Copies the readable part of a media file without encoding it again.
 * @throws where it cannot be opened or written
 */
export function copyMedia({ from, to, format, until, options = {}, comment }: CopyOptions): Length {
  using input = new MediaInput(from);
  const output = new FormatContext();
  checked(output.allocOutputContext2(null, format, to), 'make the file');
  try {
    // Bitexact: no random numbers and no version in the file, so that repeated runs give the same bytes.
    setOptions(output, { fflags: 'bitexact', ...options });
    const tracks = input.context.streams.map((stream) => new Track(stream, output));
    if (comment !== undefined) output.metadata = Dictionary.fromObject({ comment });
    checked(output.openOutputSync(), 'open the file');
    checked(output.writeHeaderSync(null), 'begin the file');
    for (const { packet, track } of read(input, tracks, until ?? Number.POSITIVE_INFINITY)) {
      if (track.target) packet.rescaleTs(track.source.timeBase, track.target.timeBase);
      checked(output.interleavedWriteFrameSync(packet), 'write a packet');
    }
    checked(output.writeTrailerSync(), 'end the file');
    return lengthOf(input, tracks);
  } finally {
    output.closeOutputSync();
    output.freeContext();
  }
}

/**
 * Length of the readable part of a media file; the header of a cut file does not say it.
 * @throws where it cannot be opened
 */
export function lengthOfMedia(path: string): Length {
  using input = new MediaInput(path);
  const tracks = input.context.streams.map((stream) => new Track(stream));
  for (const _ of read(input, tracks, Number.POSITIVE_INFINITY));
  return lengthOf(input, tracks);
}

class Track {
  readonly source: Stream;
  readonly target: Stream | undefined;
  begin = Number.POSITIVE_INFINITY;
  end = 0;
  packets = 0;

  constructor(source: Stream, output?: FormatContext) {
    this.source = source;
    this.target = output?.newStream(null);
    if (!this.target) return;
    checked(source.codecpar.copy(this.target.codecpar), 'describe a stream');
    // The codec tag depends on the format.
    this.target.codecpar.codecTag = 0;
    this.target.timeBase = source.timeBase;
  }

  get seconds(): number {
    return this.packets > 0 ? this.end - this.begin : 0;
  }
}

function* read(
  input: MediaInput,
  tracks: Track[],
  until: number,
): Generator<{ packet: Packet; track: Track }> {
  const ended = new Set<Track>();
  for (const packet of input.packets()) {
    const track = tracks[packet.streamIndex];
    if (!track || ended.has(track)) continue;
    const begin = Number(packet.pts) * secondsPerTick(track.source);
    // Copy at least one packet: a track without any would be invalid.
    if (begin >= until && track.packets > 0) {
      ended.add(track);
      if (ended.size === tracks.length) return;
      continue;
    }
    track.begin = Math.min(track.begin, begin);
    track.end = Math.max(track.end, begin + Number(packet.duration) * secondsPerTick(track.source));
    track.packets += 1;
    yield { packet, track };
  }
}

function lengthOf(input: MediaInput, tracks: Track[]): Length {
  const { video } = input;
  const track = tracks.find(({ source }) => source.index === video?.index);
  return {
    seconds: (track ?? tracks[0])?.seconds ?? 0,
    pictures: track?.packets ?? 0,
    width: video?.codecpar.width ?? 0,
    height: video?.codecpar.height ?? 0,
  };
}
