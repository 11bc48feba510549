import { createWriteStream } from 'node:fs';
import { pipeline as join, type Readable, Transform } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import yazl from 'yazl';

/** Opens what stands under a name, when its turn has come. */
export type OpenEntry = () => Promise<Readable>;

/** Writes one file that holds many: a zip, whose parts every system can look at and whose damage shows. */
export class ArchiveWriter {
  readonly #zip = new yazl.ZipFile();
  readonly #written: Promise<void>;

  /** @param path of a file that is not there yet; for its owner's eyes only */
  constructor(path: string) {
    const output = this.#zip.outputStream as Readable;
    this.#written = pipeline(output, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
    // Told by `finish`; until then nobody waits for it.
    this.#written.catch(() => undefined);
    this.#zip.on('error', (error: Error) => output.destroy(error));
  }

  /**
   * The parts are read one after the other, in the order in which they were added.
   * @param options false for what cannot become smaller
   */
  add(name: string, open: OpenEntry, options: { compress: boolean } = { compress: true }): void {
    this.#zip.addReadStreamLazy(name, options, (give) => {
      open().then(
        (stream) => {
          // The zip does not listen for it, and a part that broke off must not look whole.
          stream.once('error', (error) => this.#zip.emit('error', error));
          give(null, stream);
        },
        (error: unknown) => this.#zip.emit('error', error),
      );
    });
  }

  /** All of it is on the disk. */
  async finish(): Promise<void> {
    this.#zip.end();
    await this.#written;
  }
}

/** Fails at the end of a part whose bytes are not those that were written. */
function checked({ crc32: written }: yauzl.Entry): Transform {
  let sum = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
    flush: (done) => done(sum === written ? null : new Error('its bytes are damaged')),
  });
}

export class ArchiveReader {
  readonly #zip: yauzl.ZipFile;
  readonly #entries: Map<string, yauzl.Entry>;

  private constructor(zip: yauzl.ZipFile, entries: Map<string, yauzl.Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** @throws when it is no archive, or not a whole one */
  static async open(path: string): Promise<ArchiveReader> {
    const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
    const entries = new Map<string, yauzl.Entry>();
    try {
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    } catch (error) {
      zip.close();
      throw error;
    }
    return new ArchiveReader(zip, entries);
  }

  /** The names in it, of a folder where one is given. */
  names(folder = ''): string[] {
    return [...this.#entries.keys()].filter((name) => name.startsWith(folder));
  }

  /** @throws also later, in the stream, when the part is damaged */
  async read(name: string): Promise<Readable> {
    const entry = this.#entries.get(name);
    if (!entry) throw new Error(`${name} is not in it`);
    const stream = await this.#zip.openReadStreamPromise(entry);
    // The first error is given to whoever reads.
    return join(stream, checked(entry), () => undefined);
  }

  async text(name: string): Promise<string> {
    return text(await this.read(name));
  }

  close(): void {
    this.#zip.close();
  }
}
