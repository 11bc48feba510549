import type { Readable } from 'node:stream';

/**
 * Reads a request's body chunk by chunk and stops at a deadline, so that the server ends a long request with a
 * response before the limit of all requests cuts it without one.
 */
export class BodyReader {
  readonly #source: Readable;
  readonly #timer: NodeJS.Timeout;
  #settle: (chunk?: Buffer) => void = () => undefined;
  #hasEnded = false;
  #isWhole = false;

  constructor(source: Readable, withinMs: number) {
    this.#source = source;
    // Before the listener: without it the stream would flow at once.
    source.pause();
    source.on('data', this.#onData);
    source.on('end', () => {
      this.#isWhole = true;
      this.#end();
    });
    source.on('error', () => this.#end());
    source.on('close', () => this.#end());
    if (source.destroyed || source.readableEnded) this.#hasEnded = true;
    this.#timer = setTimeout(() => this.#end(), withinMs).unref();
  }

  /** Whether the client has sent the whole body. */
  get isWhole(): boolean {
    return this.#isWhole || this.#source.readableEnded;
  }

  /** The next chunk; undefined at the end of the body, after the deadline, and when the client has disconnected. */
  next(): Promise<Buffer | undefined> {
    if (this.#hasEnded) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.#source.resume();
    });
  }

  /** Discards the rest of the body. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#source.off('data', this.#onData);
    this.#end();
    this.#source.resume();
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#source.pause();
    this.#settle(chunk);
  };

  #end(): void {
    this.#hasEnded = true;
    this.#settle();
  }
}
