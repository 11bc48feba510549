import { createWriteStream } from 'node:fs';
import { pipeline as join, type Readable, Transform } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { ZipWriter } from '../platform/zip.ts';

/**
 * Begins a zip of many files: every system can inspect its entries, and checksums reveal damage.
 * @param path of a file that does not exist yet; it is created with mode 0600
 * @returns `finish`, which resolves when the whole archive is on disk
 */
export function createArchive(path: string): { archive: ZipWriter; finish: () => Promise<void> } {
  const archive = new ZipWriter();
  const written = pipeline(
    archive.output,
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  );
  // `finish` reports the error; this handler prevents an unhandled rejection before that.
  written.catch(() => undefined);
  return {
    archive,
    finish() {
      archive.end();
      return written;
    },
  };
}

/** Fails at the end of an entry if its bytes differ from those that were written. */
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

  /** @throws if the file is not a complete archive */
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

  /** Lists the names of the entries, or of those in a folder. */
  names(folder = ''): string[] {
    return [...this.#entries.keys()].filter((name) => name.startsWith(folder));
  }

  /** @throws if there is no such entry; the stream also fails at its end if the entry is damaged */
  async read(name: string): Promise<Readable> {
    const entry = this.#entries.get(name);
    if (!entry) throw new Error(`it has no entry ${name}`);
    const stream = await this.#zip.openReadStreamPromise(entry);
    // The reader gets the first error.
    return join(stream, checked(entry), () => undefined);
  }

  async text(name: string): Promise<string> {
    return text(await this.read(name));
  }

  close(): void {
    this.#zip.close();
  }
}
