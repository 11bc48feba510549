import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { textFrame } from '../commands/frames.ts';
import { type Closing, closings } from '../commands/protocol.ts';
import type { Limits } from '../limits.ts';

/**
 * What is written to one connection. Frames that many get are written to its socket as they are: `ws`, which reads this
 * connection and closes it, never writes a part of one of its own frames.
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

  /** One object of the protocol, written with what follows it in this go. */
  say(line: string): void {
    if (this.isClosed) return;
    this.#lines = this.#lines === '' ? line : `${this.#lines}\n${line}`;
    if (this.#lines.length > this.#limits.frameBytes) this.flush();
  }

  flush(): void {
    if (this.#lines === '') return;
    const frame = textFrame(this.#lines);
    this.#lines = '';
    this.#put(frame);
  }

  /** A whole frame, after everything that was said. */
  write(frame: Buffer): void {
    if (this.isClosed) return;
    if (this.#lines !== '') this.flush();
    this.#put(frame);
  }

  #put(frame: Buffer): void {
    // After a closing frame of either side nothing may follow.
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

  /** No frame of the client is read until `resume`. */
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
