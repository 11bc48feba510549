import { type Entry, mostRecovered, type Stream as Read } from '../../socket.ts';
import type { Change } from '../bus.ts';
import type { Limits } from '../limits.ts';
import { Copy } from './copy.ts';

export interface StreamParts {
  limits: Limits;
  /** A part of the channel's table: see SocketSource.read. */
  read(wanted: { after: number; limit: number }): Promise<Read | undefined>;
  /** The next change, each exactly once and in order. */
  onEntry(entry: Entry): void;
  /** The channel began anew, or more is missing than is read in one go: who listened has lost the thread. */
  onBroken(): void;
  /** There is no such channel, or no longer. */
  onGone(): void;
  onFailed(error: unknown): void;
}

/**
 * A channel's changes as this node knows them: a copy of the table's newest, kept by what is handed over and mended by
 * reading the table wherever something is missing.
 */
export class Stream {
  readonly #parts: StreamParts;
  readonly #copy: Copy;
  /** Changes that came before one that must come first. */
  readonly #held = new Map<number, Change>();
  /** What came while the copy is being read anew. */
  #collected: Entry[] | undefined;
  /** After `forget`, what is handed over late may hold the old words: only the table is believed. */
  #mayKeep = true;
  #forgotten = 0;
  #reading: Promise<void> | undefined;
  #wait: NodeJS.Timeout | undefined;
  #epoch: string | undefined;
  #top = 0;
  #ended = false;

  constructor(parts: StreamParts) {
    this.#parts = parts;
    this.#copy = new Copy(parts.limits);
  }

  get epoch(): string {
    return this.#epoch ?? '';
  }

  get top(): number {
    return this.#top;
  }

  get isRead(): boolean {
    return this.#epoch !== undefined;
  }

  /** Is something known to be missing? */
  get isBehind(): boolean {
    return this.#held.size > 0;
  }

  /** A change that was handed over, in any order, also again. */
  offer(change: Change): void {
    const { epoch, seq } = change;
    if (this.#ended || (epoch === this.#epoch && seq <= this.#top)) return;
    if (epoch === this.#epoch && seq === this.#top + 1) {
      this.#take(change);
      this.#takeHeld();
      return;
    }
    // A hole, a life of the channel that is not ours, or nothing was read yet: the table knows.
    if (this.#held.size < this.#parts.limits.copyLength) this.#held.set(seq, change);
    this.#mendSoon();
  }

  #take({ seq, data }: Entry): void {
    const entry = { seq, data };
    this.#top = seq;
    if (this.#mayKeep) this.#copy.add(entry);
    this.#collected?.push(entry);
    this.#parts.onEntry(entry);
  }

  #takeHeld(): void {
    if (this.#held.size === 0) return;
    let next = this.#held.get(this.#top + 1);
    while (next && next.epoch === this.#epoch) {
      this.#take(next);
      next = this.#held.get(this.#top + 1);
    }
    for (const [seq, { epoch }] of this.#held) {
      if (epoch === this.#epoch && seq <= this.#top) this.#held.delete(seq);
    }
    if (this.#held.size === 0) this.#stopWaiting();
  }

  #stopWaiting(): void {
    clearTimeout(this.#wait);
    this.#wait = undefined;
  }

  #mendSoon(): void {
    if (this.#wait || this.#ended || !this.isRead) return;
    this.#wait = setTimeout(() => {
      this.#wait = undefined;
      this.mend().catch(this.#parts.onFailed);
    }, this.#parts.limits.holeMs);
  }

  /** Has been read once. */
  async ready(): Promise<void> {
    if (!this.isRead) await (this.#reading ?? this.#read(0));
  }

  /** Reads what is missing at the top. */
  mend(): Promise<void> {
    return this.#read(this.isRead && this.#mayKeep ? this.#top : 0);
  }

  /** Whoever asks while the table is being read gets a reading that began after they asked. */
  async #read(after: number): Promise<void> {
    if (this.#reading) await this.#reading.catch(() => undefined);
    this.#reading ??= this.#readNow(after).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readNow(after: number): Promise<void> {
    const heldBefore = [...this.#held.keys()];
    const forgotten = this.#forgotten;
    this.#collected = [];
    const found = await this.#parts.read({ after, limit: mostRecovered });
    const collected = this.#collected;
    this.#collected = undefined;
    if (this.#ended) return;
    if (!found) {
      this.#parts.onGone();
      return;
    }
    this.#adopt(found, after, collected);
    if (forgotten !== this.#forgotten) this.#dropCopy();
    // The table was asked about these: what it does not know never was.
    for (const seq of heldBefore) this.#held.delete(seq);
    this.#takeHeld();
    if (this.#held.size > 0) this.#mendSoon();
  }

  #adopt(found: Read, after: number, collected: Entry[]): void {
    const { epoch, top, entries } = found;
    const first = entries[0]?.seq ?? top + 1;
    if (epoch !== this.#epoch || first > this.#top + 1) {
      const isBroken = this.isRead;
      this.#epoch = epoch;
      this.#top = top;
      this.#mayKeep = true;
      this.#copy.replace(entries);
      if (isBroken) this.#parts.onBroken();
      return;
    }
    if (after === 0) {
      const later = collected.filter(({ seq }) => seq > top);
      // An old snapshot of the table leaves a hole before what came since; the next reading closes it.
      if (this.#top - top <= later.length) {
        this.#copy.replace([...entries.filter(({ seq }) => seq <= this.#top), ...later]);
        this.#mayKeep = true;
      }
    }
    for (const entry of entries) {
      if (entry.seq === this.#top + 1) this.#take(entry);
    }
  }

  #dropCopy(): void {
    this.#copy.replace([]);
    this.#mayKeep = false;
  }

  /** The table holds other words for old changes: the copy is read again when somebody needs it. */
  forget(): void {
    this.#forgotten += 1;
    this.#dropCopy();
  }

  holdsAfter(offset: number): boolean {
    return offset >= this.#top - this.#copy.length;
  }

  /** Makes the copy hold everything after this offset, where that is not beyond what is given back in one reply. */
  async reach(offset: number): Promise<void> {
    for (let attempt = 0; attempt < 4; attempt += 1) {
      if (this.#top - offset > mostRecovered || this.holdsAfter(offset)) return;
      // A crowd that comes back asks at once: one reading serves them all.
      if (this.#reading) await this.#reading.catch(() => undefined);
      else await this.#read(0);
    }
  }

  /** The changes after this offset, as far as the copy goes back. */
  after(offset: number): Entry[] {
    return this.#copy.after(offset);
  }

  age(): void {
    this.#copy.age();
  }

  end(): void {
    this.#ended = true;
    this.#held.clear();
    this.#stopWaiting();
  }
}
