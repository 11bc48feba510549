import type { Clock } from '../../kit/clock.ts';
import { codeOf, isFinal, waitOf } from '../../kit/refusals.ts';
import { chatPauses, pauseBefore, spreadPause } from '../../kit/retries.ts';
import type { Subscribed } from '../live/socket.ts';
import { Pause } from './pause.ts';
import type { Change, Channel } from './types.ts';

type SyncParts = {
  clock: Clock;
  /** Joins the channel and returns it as it is now. */
  join: () => Promise<Channel>;
  /** Reads the changes after a number, at most `pageSize`. */
  read: (since: number) => Promise<Change[]>;
  /** Replaces the whole state. */
  reset: (channel: Channel) => void;
  /** Applies the next changes, in order, without a gap or a duplicate. */
  apply: (changes: Change[]) => void;
  /** The server refuses this person in the channel. */
  refused: (error: unknown) => void;
  /** For the jitter of retries; tests pass their own. */
  random?: (() => number) | undefined;
};

/** The number of changes on every page but the last. */
export const pageSize = 1_000;
/** With a larger gap the latest page is read instead of everything in between. */
const tooFar = 5_000;
/** How many early changes are kept; further ones are read again. */
const mostEarly = 1_000;
const mostBarren = 3;

type Need = 'join' | 'read';

/**
 * Applies the changes of a channel in the order of their numbers (interface 4.6). A known change is dropped and the
 * next one is applied; if one is missing, everything after the last known one is read while new arrivals wait. It
 * sends a request only when something is missing.
 */
export class Sync {
  readonly #parts: SyncParts;
  #known = 0;
  #epoch: string | undefined;
  /** The highest number that the socket mentioned. */
  #heard = 0;
  /** Numbers up to this one were mentioned but could not be read. */
  #doubted = 0;
  readonly #early = new Map<number, Change>();
  #need: Need | undefined;
  #isWorking = false;
  /** False before the first join, when changes have no state to apply to. */
  #hasBegun = false;
  #barren = 0;
  readonly #pause: Pause;
  #ended = false;

  constructor(parts: SyncParts) {
    this.#parts = parts;
    this.#pause = new Pause(parts.clock);
  }

  /** The number of the last applied change. */
  get known(): number {
    return this.#known;
  }

  /** Joins, also after a refusal. */
  start(): void {
    this.#request('join');
  }

  /** Begins with a channel that was already read. */
  startFrom(channel: Channel): void {
    this.#begin(channel);
    if (this.#need) void this.#work();
  }

  /** Takes a change from the socket. */
  receive(change: Change): void {
    if (this.#ended || change.seq <= this.#known) return;
    this.#heard = Math.max(this.#heard, change.seq);
    if (this.#hasBegun && !this.#isWorking && change.seq === this.#known + 1) {
      this.#advance([change]);
      return;
    }
    if (this.#early.size < mostEarly) this.#early.set(change.seq, change);
    this.#request('read');
  }

  /** The socket has subscribed to the channel (again). */
  subscribed({ epoch, top, recovered }: Subscribed): void {
    const isOtherLife = epoch !== undefined && this.#epoch !== undefined && epoch !== this.#epoch;
    this.#epoch = epoch ?? this.#epoch;
    if (isOtherLife) {
      this.#early.clear();
      this.#heard = top ?? 0;
      this.#request('join');
      return;
    }
    if (recovered) return;
    if (top !== undefined) this.#heard = Math.max(this.#heard, top);
    if (top === undefined || top > this.#known) this.#request('read');
  }

  /** Ends the current pause, for example when the network is back. */
  retryNow(): void {
    this.#pause.endNow();
  }

  end(): void {
    this.#ended = true;
    this.#pause.endNow();
    this.#early.clear();
  }

  #request(need: Need): void {
    if (this.#ended || (need === 'read' && !this.#hasBegun)) return;
    if (this.#need !== 'join') this.#need = need;
    void this.#work();
  }

  /** Reads the channel as it is now, and accepts that it may be behind the numbers mentioned so far. */
  #joinAfresh(): void {
    this.#doubted = this.#heard;
    this.#need = 'join';
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    let attempt = 0;
    while (this.#need && !this.#ended) {
      try {
        if (this.#need === 'join') await this.#join();
        else await this.#read();
        attempt = 0;
      } catch (error) {
        if (this.#ended) break;
        if (this.#need === 'read' && codeOf(error) === 'not_joined') {
          this.#need = 'join';
        } else if (isFinal(error)) {
          this.#need = undefined;
          this.#parts.refused(error);
        } else {
          await this.#waitBeforeRetry(attempt, waitOf(error) ?? 0);
          attempt += 1;
        }
      }
    }
    this.#isWorking = false;
  }

  async #join(): Promise<void> {
    const epoch = this.#epoch;
    const channel = await this.#parts.join();
    // If the epoch changed meanwhile, the response may be from the old one, so join again.
    if (this.#ended || (epoch !== undefined && epoch !== this.#epoch)) return;
    this.#begin(channel);
  }

  #begin(channel: Channel): void {
    this.#need = undefined;
    this.#barren = 0;
    this.#hasBegun = true;
    this.#known = channel.seq;
    for (const seq of this.#early.keys()) if (seq <= this.#doubted) this.#early.delete(seq);
    if (this.#heard <= this.#doubted) this.#heard = 0;
    this.#doubted = 0;
    this.#parts.reset(channel);
    this.#advance([]);
    if (this.#isBehind()) this.#need = 'read';
  }

  async #read(): Promise<void> {
    if (this.#heard - this.#known > tooFar) return this.#joinAfresh();
    const page = await this.#parts.read(this.#known);
    // A join is needed by now, so this page is useless.
    if (this.#ended || this.#need !== 'read') return;
    const next = this.#nextOf(page);
    // Changes that are no longer kept cannot be applied, so read the current state.
    if (!next || page.some(({ event }) => event === 'trimmed')) return this.#joinAfresh();
    const before = this.#known;
    this.#advance(next);
    if (page.length >= pageSize) return;
    if (!this.#isBehind()) {
      this.#need = undefined;
      this.#barren = 0;
      return;
    }
    if (this.#known > before) return;
    this.#barren += 1;
    if (this.#barren >= mostBarren) return this.#joinAfresh();
    throw new Error('changes that the socket mentioned are not in the table yet');
  }

  /** The page without known changes; undefined if the page itself has a gap. */
  #nextOf(page: Change[]): Change[] | undefined {
    const next = page.filter(({ seq }) => seq > this.#known).sort((a, b) => a.seq - b.seq);
    return next.every(({ seq }, index) => seq === this.#known + 1 + index) ? next : undefined;
  }

  /** Applies these changes and the early ones that follow them. */
  #advance(changes: Change[]): void {
    const ready = [...changes];
    let last = ready.at(-1)?.seq ?? this.#known;
    for (let next = this.#early.get(last + 1); next; next = this.#early.get(last + 1)) {
      ready.push(next);
      last = next.seq;
    }
    this.#known = last;
    for (const seq of this.#early.keys()) if (seq <= last) this.#early.delete(seq);
    if (ready.length > 0) this.#parts.apply(ready);
  }

  #isBehind(): boolean {
    return this.#heard > this.#known || this.#early.size > 0;
  }

  async #waitBeforeRetry(attempt: number, least: number): Promise<void> {
    await this.#pause.wait(
      Math.max(least, spreadPause(pauseBefore(attempt, chatPauses), this.#parts.random)),
    );
  }
}
