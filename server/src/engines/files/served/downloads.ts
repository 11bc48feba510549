import type { Readable } from 'node:stream';
import { FilesAway } from '../files.ts';

/** Joins the key that a URL reads and its reader, if the URL names one. */
export const readingOf = ({ key, reader }: { key: string; reader?: string | undefined }): string =>
  reader === undefined ? key : `${key}#${reader}`;

/**
 * Selects the keys, each with its reader if it has one, whose files may be read. A file that its owner deleted is unreadable on every node at once, before
 * the storage removes it.
 */
export type FindReadable = (keys: string[]) => Promise<ReadonlySet<string>>;

const everyMs = 1000;

/** The downloads in progress on this node. A download is cut when its file is deleted, or its reader may not read it any more. */
export class Downloads {
  readonly #findReadable: FindReadable;
  readonly #streams = new Map<string, Set<Readable>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(findReadable: FindReadable) {
    this.#findReadable = findReadable;
  }

  /** Watches the stream until it closes. */
  add(key: string, stream: Readable): void {
    if (stream.destroyed) return;
    const streams = this.#streams.get(key) ?? new Set();
    this.#streams.set(key, streams.add(stream));
    stream.once('close', () => {
      streams.delete(stream);
      if (streams.size === 0 && this.#streams.get(key) === streams) this.#streams.delete(key);
    });
    this.#schedule();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => void this.#check(), everyMs).unref();
  }

  async #check(): Promise<void> {
    const keys = [...this.#streams.keys()];
    // While the database is away, no file can be deleted.
    const readable = await this.#findReadable(keys).catch(() => new Set(keys));
    for (const key of keys) if (!readable.has(key)) this.#cut(key);
    this.#timer = undefined;
    if (this.#streams.size > 0) this.#schedule();
  }

  #cut(key: string): void {
    for (const stream of this.#streams.get(key) ?? [])
      stream.destroy(new FilesAway('The file may not be read any more.'));
  }
}
