import type { Readable } from 'node:stream';
import { FilesAway } from '../files.ts';

/**
 * Those of these keys whose files may be read. The owner of a file deletes it for everybody before the storage has
 * removed it, and on another node than the one that serves it.
 */
export type FindReadable = (keys: string[]) => Promise<ReadonlySet<string>>;

const everyMs = 1000;

/** The downloads in progress on this node. One whose file is deleted meanwhile is cut. */
export class Downloads {
  readonly #findReadable: FindReadable;
  readonly #streams = new Map<string, Set<Readable>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(findReadable: FindReadable) {
    this.#findReadable = findReadable;
  }

  /** Cuts the stream when its file is deleted, until it closes. */
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
    // While the database is away nobody can delete anything.
    const readable = await this.#findReadable(keys).catch(() => new Set(keys));
    for (const key of keys) if (!readable.has(key)) this.#cut(key);
    this.#timer = undefined;
    if (this.#streams.size > 0) this.#schedule();
  }

  #cut(key: string): void {
    for (const stream of this.#streams.get(key) ?? []) stream.destroy(new FilesAway('The file was deleted.'));
  }
}
