import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  AVIO_FLAG_WRITE,
  type CodecParameters,
  FormatContext,
  IOContext,
  type IRational,
  type Packet,
  Rational,
  type Stream,
} from 'node-av';
import { checked, copyOfPacket, setOptions } from '../av.ts';
import { type PreparedName, type PreparedRendition, segmentPath } from '../folder/prepare-job.ts';

/** A stream of the segments, as its packets describe it. */
export interface SegmentStream {
  codecpar: CodecParameters;
  timeBase: IRational;
}

interface SegmentsOptions {
  folder: string;
  rendition: PreparedName;
  video: SegmentStream;
  sound: SegmentStream | undefined;
}

/** So much sound may come late in a file: without it, a segment that waits for it would hold the whole file. */
const mostWaitSeconds = 10;

interface Queued {
  packet: Packet;
  /** Seconds of the presentation. */
  t: number;
}

/**
 * The muxer keeps a segment in memory and writes it when it is flushed, and so each into a file of its own. Timestamps
 * stay as they are: without edit lists, which players of segments ignore, and without a shift.
 */
const movflags = 'frag_custom+empty_moov+default_base_moof+negative_cts_offsets+frag_discont+skip_trailer';

/** Writes an init segment and media segments of fragmented MP4 (CMAF), one file each. */
export class SegmentWriter implements Disposable {
  readonly #output = new FormatContext();
  readonly #options: SegmentsOptions;
  readonly #video: Stream;
  readonly #sound: Stream | undefined;
  readonly #pictures: (Queued & { isCut: boolean })[] = [];
  readonly #sounds: Queued[] = [];
  readonly #sizes: number[] = [];
  readonly #cuts: number[] = [];
  #heardUntil = Number.NEGATIVE_INFINITY;
  #bytes = 0;
  #codecs: string[] = [];

  constructor(options: SegmentsOptions) {
    this.#options = options;
    mkdirSync(dirname(this.#path(-1)), { recursive: true, mode: 0o700 });
    checked(this.#output.allocOutputContext2(null, 'mp4', null), 'make the segments');
    // Bitexact: repeated runs give the same bytes.
    setOptions(this.#output, {
      fflags: 'bitexact',
      movflags,
      use_editlist: '0',
      avoid_negative_ts: 'disabled',
    });
    this.#video = this.#add(options.video);
    this.#sound = options.sound && this.#add(options.sound);
    this.#into(-1, () => checked(this.#output.writeHeaderSync(null), 'begin the segments'));
    this.#codecs = [this.#video, ...(this.#sound ? [this.#sound] : [])].flatMap(
      ({ codecpar }) => codecpar.getCodecString() ?? [],
    );
  }

  /** All that was written. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Takes a picture in decoding order. Its duration lasts until the next one. @param isCut begins a segment */
  picture(packet: Packet, { t, isCut }: { t: number; isCut: boolean }): void {
    this.#pictures.push({ packet: copyOfPacket(packet), t, isCut });
    this.#drain(false);
  }

  sound(packet: Packet, t: number): void {
    this.#heardUntil = t;
    this.#sounds.push({ packet: copyOfPacket(packet), t });
  }

  /** @param end of the video, in seconds */
  end(end: number): Omit<PreparedRendition, 'name' | 'width' | 'height'> {
    this.#drain(true);
    this.#flush(end);
    const durations = this.#cuts.map((cut, index) => (this.#cuts[index + 1] ?? end) - cut);
    const rates = this.#sizes.map((bytes, index) => (bytes * 8) / Math.max(durations[index] ?? 1, 0.5));
    return {
      durations,
      bandwidth: Math.ceil(rates.reduce((most, rate) => Math.max(most, rate), 1)),
      bytes: this.#bytes,
      codecs: this.#codecs.join(','),
    };
  }

  #add({ codecpar, timeBase }: SegmentStream): Stream {
    const stream = this.#output.newStream(null);
    checked(codecpar.copy(stream.codecpar), 'describe a stream');
    stream.codecpar.codecTag = 0;
    stream.timeBase = new Rational(timeBase.num, timeBase.den);
    return stream;
  }

  #drain(isEnd: boolean): void {
    for (let head = this.#pictures[0]; head; head = this.#pictures[0]) {
      if (head.isCut && this.#cuts.length > 0) {
        const waits = this.#sound && this.#heardUntil < head.t && !isEnd;
        const waited = (this.#pictures.at(-1)?.t ?? 0) - head.t;
        if (waits && waited < mostWaitSeconds) return;
        this.#flush(head.t);
      }
      if (head.isCut) this.#cuts.push(head.t);
      this.#pictures.shift();
      this.#write(head.packet, this.#video, this.#options.video);
    }
  }

  /** Ends the segment with all sound before a time. */
  #flush(before: number): void {
    const { sound } = this.#options;
    for (let head = this.#sounds[0]; head && head.t < before; head = this.#sounds[0]) {
      this.#sounds.shift();
      if (this.#sound && sound) this.#write(head.packet, this.#sound, sound);
    }
    const write = () => checked(this.#output.writeFrameSync(null), 'write a segment');
    this.#sizes.push(this.#into(this.#sizes.length, write));
  }

  #write(packet: Packet, to: Stream, from: SegmentStream): void {
    using owned = packet;
    owned.rescaleTs(from.timeBase, to.timeBase);
    owned.streamIndex = to.index;
    checked(this.#output.writeFrameSync(owned), 'add a packet');
  }

  #path(index: number): string {
    return join(this.#options.folder, segmentPath(this.#options.rendition, index));
  }

  /** @returns the bytes that `work` wrote into the file */
  #into(index: number, work: () => void): number {
    const io = new IOContext();
    checked(io.open2Sync(this.#path(index), AVIO_FLAG_WRITE), 'create a segment');
    try {
      this.#output.pb = io;
      work();
      io.flushSync();
      const bytes = Number(io.pos);
      this.#bytes += bytes;
      return bytes;
    } finally {
      this.#output.pb = null;
      checked(io.closepSync(), 'close a segment');
    }
  }

  [Symbol.dispose](): void {
    for (const { packet } of [...this.#pictures, ...this.#sounds]) packet.free();
    this.#output.freeContext();
  }
}
