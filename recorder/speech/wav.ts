import { closeSync, openSync, writeSync } from 'node:fs';
import { speechRate } from './samples.ts';

const headerBytes = 44;

function headerOf(bytes: number): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(headerBytes - 8 + bytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(speechRate, 24);
  header.writeUInt32LE(speechRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes, 40);
  return header;
}

/** Writes a WAV file, mono at 16 kHz, piece by piece. */
export class WavFile implements Disposable {
  readonly #file: number;
  #bytes = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'wx', 0o600);
    writeSync(this.#file, headerOf(0));
  }

  /** Writes samples at a position; what is left out before them is silence. */
  write(samples: Int16Array, at: number): void {
    const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
    writeSync(this.#file, bytes, 0, bytes.length, headerBytes + at * 2);
    this.#bytes = Math.max(this.#bytes, at * 2 + bytes.length);
  }

  close(): void {
    writeSync(this.#file, headerOf(this.#bytes), 0, headerBytes, 0);
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }
}
