import { type FSWatcher, watch } from 'node:fs';

const lookMs = 500;

interface Watched {
  /** The last state, as text. */
  seen: string | undefined;
  /** Watches the journal once that exists; some file systems have no watching, hence the polling. */
  watcher: FSWatcher | undefined;
  isLooking: boolean;
  /** Something happened during the current check. */
  isWanted: boolean;
}

interface WatchingParts {
  journalOf: (recordId: string) => string;
  /** The state of a folder that listeners care about, as text; undefined if the folder is gone. */
  see: (recordId: string) => Promise<string | undefined>;
  /** Will this state never change again? */
  isOver: (seen: string) => boolean;
}

/** Checks the folders in use when the system reports a change, and every 500 ms. */
export class Watching {
  readonly #parts: WatchingParts;
  readonly #listeners = new Set<(recordId: string) => void>();
  readonly #watched = new Map<string, Watched>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: WatchingParts) {
    this.#parts = parts;
  }

  listen(listener: (recordId: string) => void): () => void {
    this.#listeners.add(listener);
    this.#timer ??= setInterval(() => this.#lookAtAll(), lookMs).unref();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
      for (const recordId of this.#watched.keys()) this.forget(recordId);
    };
  }

  add(recordId: string): void {
    if (this.#watched.has(recordId)) return;
    this.#watched.set(recordId, { seen: undefined, watcher: undefined, isLooking: false, isWanted: false });
    this.look(recordId);
  }

  forget(recordId: string): void {
    this.#watched.get(recordId)?.watcher?.close();
    this.#watched.delete(recordId);
  }

  /** Checks a folder in which something may have changed. */
  look(recordId: string): void {
    const watched = this.#watched.get(recordId);
    if (!watched) return;
    watched.isWanted = true;
    if (!watched.isLooking) void this.#lookWhileWanted(recordId, watched);
  }

  #lookAtAll(): void {
    for (const recordId of this.#watched.keys()) this.look(recordId);
  }

  async #lookWhileWanted(recordId: string, watched: Watched): Promise<void> {
    watched.isLooking = true;
    while (watched.isWanted) {
      watched.isWanted = false;
      // A read that fails now is repeated at the next check.
      await this.#look(recordId, watched).catch(() => undefined);
    }
    watched.isLooking = false;
  }

  async #look(recordId: string, watched: Watched): Promise<void> {
    watched.watcher ??= this.#watch(recordId);
    const seen = await this.#parts.see(recordId);
    if (seen === watched.seen) return;
    watched.seen = seen;
    if (seen === undefined || this.#parts.isOver(seen)) this.forget(recordId);
    for (const listener of this.#listeners) listener(recordId);
  }

  #watch(recordId: string): FSWatcher | undefined {
    try {
      const watcher = watch(this.#parts.journalOf(recordId), { persistent: false }, () =>
        this.look(recordId),
      );
      watcher.on('error', () => watcher.close());
      return watcher;
    } catch {
      return undefined;
    }
  }
}
