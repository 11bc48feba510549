import { connect, type Socket } from 'node:net';

/** Events of a listening connection. `at` is the time of the read that brought the data. */
interface Ears {
  onChange(seq: number, at: number): void;
  onClosed(): void;
}

const newline = 0x0a;
const pong = Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x7b, 0x7d]);
const offsetMark = Buffer.from('"offset":');

/** A masked text frame. A mask of zeros leaves the text unchanged. */
function clientFrame(text: string): Buffer {
  const body = Buffer.from(text);
  const isShort = body.length < 126;
  const head = Buffer.alloc(isShort ? 6 : 8);
  head[0] = 0x81;
  head[1] = 0x80 | (isShort ? body.length : 126);
  if (!isShort) head.writeUInt16BE(body.length, 2);
  return Buffer.concat([head, body]);
}

/** The number at the end of `…"offset":123}}}`; undefined for a push without one. */
function offsetAt(buffer: Buffer, start: number, end: number): number | undefined {
  let at = end - 4;
  let [value, unit] = [0, 1];
  for (; at > start; at -= 1) {
    const digit = (buffer[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) break;
    value += digit * unit;
    unit *= 10;
  }
  const from = at + 1 - offsetMark.length;
  return unit > 1 && from > start && buffer.compare(offsetMark, 0, 9, from, at + 1) === 0 ? value : undefined;
}

// All sockets share one read buffer: thousands of buffers would measure the allocator.
const shared = Buffer.alloc(256 * 1024);

/**
 * A connection to the chat socket that parses only frames, pings and the offsets of publications. It costs the
 * machine less than a client would, so that the server dominates the measurement.
 */
export class RawSocket {
  /** Offset of the channel when the connection was opened. */
  offset = 0;
  readonly #ears: Ears;
  readonly #socket: Socket;
  #rest: Buffer | undefined;
  #isUpgraded = false;
  /** Sent after the upgrade: a Centrifugo refuses clients that do not wait for it. */
  #first: Buffer | undefined;
  #onConnected: ((error?: Error) => void) | undefined;

  private constructor(port: number, ears: Ears) {
    this.#ears = ears;
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: shared,
        callback: (count) => {
          this.#read(shared.subarray(0, count));
          return true;
        },
      },
    });
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => {
      this.#onConnected?.(new Error('the socket closed before it was connected'));
      this.#ears.onClosed();
    });
  }

  /** Connects with a socket token; resolves with the answer to `connect`. */
  static async open({ port, token, ears }: { port: number; token: string; ears: Ears }): Promise<RawSocket> {
    const raw = new RawSocket(port, ears);
    const connected = new Promise<void>((done, failed) => {
      raw.#onConnected = (error) => (error ? failed(error) : done());
    });
    raw.#socket.write(
      `GET /connection/websocket HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    );
    raw.#first = clientFrame(JSON.stringify({ id: 1, connect: { token, name: 'js' } }));
    await connected;
    return raw;
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    const at = performance.now();
    const buffer = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    this.#rest = undefined;
    let from = this.#isUpgraded ? 0 : this.#upgrade(buffer);
    for (;;) {
      const next = this.#frame(buffer, from, at);
      if (next === from) break;
      from = next;
    }
    if (from < buffer.length) this.#rest = Buffer.from(buffer.subarray(from));
  }

  #upgrade(buffer: Buffer): number {
    const end = buffer.indexOf('\r\n\r\n');
    if (end < 0) return 0;
    if (!buffer.subarray(0, 16).toString().includes(' 101 ')) this.#socket.destroy();
    this.#isUpgraded = true;
    if (this.#first) this.#socket.write(this.#first);
    this.#first = undefined;
    return end + 4;
  }

  /** @returns the start of the next frame, or `from` if this one is incomplete */
  #frame(buffer: Buffer, from: number, at: number): number {
    if (!this.#isUpgraded || buffer.length < from + 2) return from;
    const size = (buffer[from + 1] ?? 0) & 0x7f;
    const head = size === 127 ? 10 : size === 126 ? 4 : 2;
    if (buffer.length < from + head) return from;
    const length =
      size === 127
        ? Number(buffer.readBigUInt64BE(from + 2))
        : size === 126
          ? buffer.readUInt16BE(from + 2)
          : size;
    const [start, end] = [from + head, from + head + length];
    if (buffer.length < end) return from;
    if (buffer[from] === 0x81) this.#lines(buffer, { start, end, at });
    return end;
  }

  #lines(buffer: Buffer, { start, end, at }: { start: number; end: number; at: number }): void {
    let from = start;
    while (from < end) {
      const found = buffer.indexOf(newline, from);
      const to = found < 0 || found > end ? end : found;
      this.#line(buffer, { start: from, end: to, at });
      from = to + 1;
    }
  }

  #line(buffer: Buffer, { start, end, at }: { start: number; end: number; at: number }): void {
    if (end - start === 2) {
      this.#socket.write(pong);
    } else if (this.#onConnected) {
      this.#connected(buffer.toString('utf8', start, end));
    } else {
      const offset = offsetAt(buffer, start, end);
      if (offset !== undefined) this.#ears.onChange(offset, at);
    }
  }

  #connected(text: string): void {
    const { connect: result, error } = JSON.parse(text);
    const subs: Record<string, { offset?: number }> = result?.subs ?? {};
    this.offset = Object.values(subs).find(({ offset }) => offset !== undefined)?.offset ?? 0;
    const tell = this.#onConnected;
    this.#onConnected = undefined;
    tell?.(error ? new Error(`the server refused connect: ${JSON.stringify(error)}`) : undefined);
  }
}
