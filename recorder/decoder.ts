import { Codec, CodecContext, Frame, type Packet, type Stream } from 'node-av';
import { checked, setOptions } from './av.ts';

/** A larger picture than 8K would take the memory of the machine. */
const mostPixels = 8192 * 4352;

/** Decodes the packets of one stream; damaged ones are left out. */
export class StreamDecoder implements Disposable {
  readonly #context = new CodecContext();
  readonly #frame = new Frame();

  constructor(stream: Stream, threads = 1) {
    const codec = Codec.findDecoder(stream.codecpar.codecId);
    this.#frame.alloc();
    this.#context.allocContext3(codec);
    checked(this.#context.parametersToContext(stream.codecpar), 'set up a decoder');
    this.#context.pktTimebase = stream.timeBase;
    this.#context.threadCount = threads;
    setOptions(this.#context, { max_pixels: String(mostPixels) });
    checked(this.#context.open2Sync(codec, null), 'open a decoder');
  }

  /** Yields the frames that a packet completes; null ends the stream. A frame is valid until the next one. */
  *decode(packet: Packet | null): Generator<Frame> {
    if (this.#context.sendPacketSync(packet) < 0 && packet) return;
    while (this.#context.receiveFrameSync(this.#frame) >= 0) {
      yield this.#frame;
      this.#frame.unref();
    }
  }

  /** Forgets the packets before a seek. */
  flush(): void {
    this.#context.flushBuffers();
  }

  [Symbol.dispose](): void {
    this.#context.freeContext();
    this.#frame.free();
  }
}

const unknown = '0';
const progressive = '1';

/** Whether the pictures have two fields, each of another moment, as the demuxer says. */
export function isInterlaced({ codecpar }: Stream): boolean {
  const context = new CodecContext();
  context.allocContext3(Codec.findDecoder(codecpar.codecId));
  try {
    checked(context.parametersToContext(codecpar), 'describe the pictures');
    return ![unknown, progressive].includes(String(context.getOption('field_order')));
  } finally {
    context.freeContext();
  }
}
