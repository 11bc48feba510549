import {
  AVFMT_FLAG_CUSTOM_IO,
  type CodecContext,
  FormatContext,
  IOContext,
  type Packet,
  type Rational,
  type Stream,
} from 'node-av';
import { checked, setOptions } from '../av.ts';
import type { Appended } from './append.ts';

const bufferBytes = 64 * 1024;

/**
 * Muxes packets and appends the container to a file in pieces that a reader can use. An unfinished piece is only in
 * memory.
 */
export class Container {
  readonly #file: Appended;
  readonly #format = new FormatContext();
  readonly #io = new IOContext();
  readonly #streams: { from: Rational; stream: Stream }[] = [];
  #parts: Buffer[] = [];

  constructor(file: Appended, format: 'mp4' | 'ogg', encoders: readonly CodecContext[]) {
    this.#file = file;
    checked(this.#format.allocOutputContext2(null, format, null), 'make a container');
    this.#io.allocContextWithCallbacks(bufferBytes, 1, null, (bytes) => {
      // The library reuses its memory, so copy it.
      this.#parts.push(Buffer.from(bytes));
      return bytes.length;
    });
    this.#format.pb = this.#io;
    this.#format.setFlags(AVFMT_FLAG_CUSTOM_IO);
    for (const encoder of encoders) {
      const stream = this.#format.newStream();
      checked(stream.codecpar.fromContext(encoder), 'describe a stream');
      stream.timeBase = encoder.timeBase;
      this.#streams.push({ from: encoder.timeBase, stream });
    }
  }

  begin(options: Record<string, string>): Promise<void> {
    setOptions(this.#format, options);
    checked(this.#format.writeHeaderSync(), 'begin a container');
    return this.#handOver();
  }

  /** Writes the packet and empties it. */
  add(index: number, packet: Packet): void {
    const { from, stream } = this.#streams[index] ?? {};
    if (!from || !stream) throw new Error(`the container has no stream ${index}`);
    packet.streamIndex = index;
    packet.rescaleTs(from, stream.timeBase);
    checked(this.#format.writeFrameSync(packet), 'write a packet');
    packet.unref();
  }

  /** Completes a piece of all packets so far; resolves once it is in the file. */
  cut(): Promise<void> {
    checked(this.#format.writeFrameSync(null), 'cut a container');
    return this.#handOver();
  }

  /** Writes to the file what the container completed by itself. */
  pass(): Promise<void> {
    return this.#parts.length === 0 ? Promise.resolve() : this.#handOver();
  }

  end(): Promise<void> {
    checked(this.#format.writeTrailerSync(), 'end a container');
    return this.#handOver();
  }

  /** Frees the memory. The container cannot be used afterwards. */
  free(): void {
    this.#format.pb = null;
    this.#io.freeContext();
    this.#format.freeContext();
  }

  #handOver(): Promise<void> {
    this.#io.flushSync();
    const piece = Buffer.concat(this.#parts);
    this.#parts = [];
    return this.#file.add(piece);
  }
}
