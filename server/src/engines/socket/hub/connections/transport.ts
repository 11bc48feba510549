import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { textFrame } from '../commands/frames.ts';
import { type Closing, closings } from '../commands/protocol.ts';
import type { Limits } from '../limits.ts';

/**
 * Writes to one connection. Frames for many connections are written to the TCP socket directly. That is safe because
 * `ws`, which reads and closes this connection, never writes a part of one of its own frames.
 */
export class Transport {
  readonly #ws: WebSocket;
  readonly #socket: Duplex;
  readonly #limits: Limits;
  #lines = '';
  isClosed = false;

  constructor(ws: WebSocket, socket: Duplex, limits: Limits) {
    this.#ws = ws;
    this.#socket = socket;
    this.#limits = limits;
  }

  /** Queues one object of the protocol, to be written in one frame with what follows it synchronously. */
  queue(line: string): void {
    if (this.isClosed) return;
    this.#lines = this.#lines === '' ? line : `${this.#lines}\n${line}`;
    if (this.#lines.length > this.#limits.frameBytes) this.flush();
  }

  flush(): void {
    if (this.#lines === '') return;
    const frame = textFrame(this.#lines);
    this.#lines = '';
    this.#write(frame);
  }

  /** Writes a whole frame, after everything queued. */
  write(frame: Buffer): void {
    if (this.isClosed) return;
    if (this.#lines !== '') this.flush();
    this.#write(frame);
  }

  #write(frame: Buffer): void {
    // Nothing may follow a close frame of either side.
    if (this.isClosed || this.#ws.readyState !== this.#ws.OPEN) return;
    if (this.#socket.writableLength > this.#limits.queueBytes) this.close(closings.slow);
    else this.#socket.write(frame);
  }

  close({ code, reason }: Closing): void {
    if (this.isClosed) return;
    if (code !== closings.slow.code) this.flush();
    this.isClosed = true;
    this.#lines = '';
    this.resume();
    this.#ws.close(code, reason);
  }

  /** Reads no frame of the client until `resume`. */
  pause(): void {
    this.#ws.pause();
  }

  resume(): void {
    if (this.#ws.isPaused) this.#ws.resume();
  }

  destroy(): void {
    this.#ws.terminate();
  }
}
