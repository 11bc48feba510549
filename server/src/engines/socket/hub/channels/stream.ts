import { type ChangeEntry, mostRecovered, type ChannelChanges as Read } from '../../socket.ts';
import type { BusChange } from '../bus.ts';
import type { Limits } from '../limits.ts';
import { Copy } from './copy.ts';

export interface StreamParts {
  limits: Limits;
  /** Reads a part of the channel's table: see SocketSource.read. */
  read(wanted: { after: number; limit: number }): Promise<Read | undefined>;
  /** Called with each next change, exactly once and in order. */
  onEntry(entry: ChangeEntry): void;
  /** The epoch changed, or more is missing than one read returns: listeners have a gap. */
  onBroken(): void;
  /** The channel does not exist, or no longer. */
  onGone(): void;
  onFailed(error: unknown): void;
}

/**
 * A channel's changes on this node: a copy of the newest ones, fed by what nodes publish and repaired from the table
 * wherever something is missing.
 */
export class Stream {
  readonly #parts: StreamParts;
  readonly #copy: Copy;
  /** Changes that arrived before one that precedes them. */
  readonly #early = new Map<number, BusChange>();
  /** Changes that arrived while the copy is being read again. */
  #collected: ChangeEntry[] | undefined;
  /** After `forget` a late change may carry redacted content: keep only what the table returns. */
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

  /** Is a change known to be missing? */
  get isBehind(): boolean {
    return this.#early.size > 0;
  }

  /** Accepts a published change, in any order and possibly repeated. */
  offer(change: BusChange): void {
    const { epoch, seq } = change;
    if (this.#ended || (epoch === this.#epoch && seq <= this.#top)) return;
    if (epoch === this.#epoch && seq === this.#top + 1) {
      this.#accept(change);
      this.#acceptEarly();
      return;
    }
    // A gap, another epoch, or nothing was read yet: the table decides.
    if (this.#early.size < this.#parts.limits.copyLength) this.#early.set(seq, change);
    this.#mendSoon();
  }

  #accept({ seq, data }: ChangeEntry): void {
    const entry = { seq, data };
    this.#top = seq;
    if (this.#mayKeep) this.#copy.add(entry);
    this.#collected?.push(entry);
    this.#parts.onEntry(entry);
  }

  #acceptEarly(): void {
    if (this.#early.size === 0) return;
    let next = this.#early.get(this.#top + 1);
    while (next && next.epoch === this.#epoch) {
      this.#accept(next);
      next = this.#early.get(this.#top + 1);
    }
    for (const [seq, { epoch }] of this.#early) {
      if (epoch === this.#epoch && seq <= this.#top) this.#early.delete(seq);
    }
    if (this.#early.size === 0) this.#stopWaiting();
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

  /** Resolves when the table was read at least once. */
  async ready(): Promise<void> {
    if (!this.isRead) await (this.#reading ?? this.#read(0));
  }

  /** Reads the changes after the top. */
  mend(): Promise<void> {
    return this.#read(this.isRead && this.#mayKeep ? this.#top : 0);
  }

  /** Callers that arrive during a read share one later read, which sees what was committed before their call. */
  async #read(after: number): Promise<void> {
    if (this.#reading) await this.#reading.catch(() => undefined);
    this.#reading ??= this.#readNow(after).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readNow(after: number): Promise<void> {
    const earlyBefore = [...this.#early.keys()];
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
    // The read covers these: a change that it did not return was never committed.
    for (const seq of earlyBefore) this.#early.delete(seq);
    this.#acceptEarly();
    if (this.#early.size > 0) this.#mendSoon();
  }

  #adopt(found: Read, after: number, collected: ChangeEntry[]): void {
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
      // An older snapshot leaves a gap before what arrived since; the next read closes it.
      if (this.#top - top <= later.length) {
        this.#copy.replace([...entries.filter(({ seq }) => seq <= this.#top), ...later]);
        this.#mayKeep = true;
      }
    }
    for (const entry of entries) {
      if (entry.seq === this.#top + 1) this.#accept(entry);
    }
  }

  #dropCopy(): void {
    this.#copy.replace([]);
    this.#mayKeep = false;
  }

  /** The table changed the content of old changes (a redaction). The copy is read again when somebody needs it. */
  forget(): void {
    this.#forgotten += 1;
    this.#dropCopy();
  }

  holdsAfter(offset: number): boolean {
    return offset >= this.#top - this.#copy.length;
  }

  /** Makes the copy hold everything after this offset, unless that is more than one reply may hold. */
  async reach(offset: number): Promise<void> {
    for (let attempt = 0; attempt < 4; attempt += 1) {
      if (this.#top - offset > mostRecovered || this.holdsAfter(offset)) return;
      // Many clients reconnect at once: one read serves them all.
      if (this.#reading) await this.#reading.catch(() => undefined);
      else await this.#read(0);
    }
  }

  /** The changes after this offset, as far back as the copy goes. */
  after(offset: number): ChangeEntry[] {
    return this.#copy.after(offset);
  }

  age(): void {
    this.#copy.age();
  }

  end(): void {
    this.#ended = true;
    this.#early.clear();
    this.#stopWaiting();
  }
}
