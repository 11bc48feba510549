import type { Readable } from 'node:stream';
import yazl from 'yazl';

/** Opens the content of an entry. The writer calls it when it reaches that entry. */
export type OpenEntry = () => Promise<Readable>;

/** Writes a zip as a stream: one entry after the other, none of them as a whole in memory. */
export class ZipWriter {
  readonly #zip = new yazl.ZipFile();
  /** The bytes of the zip. It fails with the first error of an entry. */
  readonly output = this.#zip.outputStream as Readable;

  constructor() {
    this.#zip.on('error', (error: Error) => this.output.destroy(error));
  }

  /**
   * Adds an entry. Entries are read one after the other, in the order in which they were added.
   * @param options `compress: false` for data that is compressed already
   */
  add(name: string, open: OpenEntry, options: { compress: boolean } = { compress: true }): void {
    this.#zip.addReadStreamLazy(name, options, (give) => {
      open().then(
        (stream) => {
          // yazl does not listen for errors of the source, and a truncated entry must not look complete.
          stream.once('error', (error) => this.#zip.emit('error', error));
          give(null, stream);
        },
        (error: unknown) => this.#zip.emit('error', error),
      );
    });
  }

  /** Adds an entry whose content is in memory: it is compressed at once and as a whole, beside others. */
  addWhole(name: string, content: Buffer, options: { compress: boolean } = { compress: true }): void {
    this.#zip.addBuffer(content, name, options);
  }

  /** Completes the zip: no entry follows. */
  end(): void {
    this.#zip.end();
  }
}
