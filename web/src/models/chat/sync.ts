import type { Clock } from '../../kit/clock.ts';
import { codeOf, isFinal, waitOf } from '../../kit/refusals.ts';
import { chatPauses, pauseBefore, spreadPause } from '../../kit/retries.ts';
import type { Subscribed } from '../live/socket.ts';
import { Pause } from './pause.ts';
import type { Change, Channel } from './types.ts';

export type SyncParts = {
  clock: Clock;
  /** The channel as it is now. */
  join: () => Promise<Channel>;
  /** The changes after a number, at most `pageSize`. */
  read: (since: number) => Promise<Change[]>;
  /** Everything is as this says, whatever was known before. */
  reset: (channel: Channel) => void;
  /** The next changes, in order, none left out and none twice. */
  apply: (changes: Change[]) => void;
  /** The server will not have this person in the channel. */
  refused: (error: unknown) => void;
  /** For the spread of retries; tests bring their own. */
  random?: (() => number) | undefined;
};

/** Every page but the last has so many. */
export const pageSize = 1_000;
/** Who missed more reads the latest page instead of everything in between. */
const tooFar = 5_000;
/** What came too early is kept up to so many; beyond that it is read again. */
const mostEarly = 1_000;
const mostBarren = 3;

type Need = 'join' | 'read';

/**
 * Holds a channel to the order of its numbers (interface 4.6): a change that is known is dropped, the next one is
 * applied, and where one is missing everything after the last known is read, while what arrives meanwhile waits.
 * It asks the server only when it knows that something is missing.
 */
export class Sync {
  readonly #parts: SyncParts;
  #known = 0;
  #epoch: string | undefined;
  /** The highest number that was heard of. */
  #heard = 0;
  /** Up to here it was heard of, yet could not be read. */
  #doubted = 0;
  readonly #early = new Map<number, Change>();
  #need: Need | undefined;
  #isWorking = false;
  /** Before the first join there is nothing to which a change could be applied. */
  #hasBegun = false;
  #barren = 0;
  readonly #pause: Pause;
  #ended = false;

  constructor(parts: SyncParts) {
    this.#parts = parts;
    this.#pause = new Pause(parts.clock);
  }

  /** The number of the last change that was applied. */
  get known(): number {
    return this.#known;
  }

  /** Joins, also again after a refusal. */
  start(): void {
    this.#request('join');
  }

  /** Begins with a channel that was read already. */
  startFrom(channel: Channel): void {
    this.#begin(channel);
    if (this.#need) void this.#work();
  }

  /** A change as the socket brought it. */
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

  /** The socket listens to the channel (again). */
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

  /** The network may be back: does not wait out the pause. */
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

  /** Reads the channel as it is now, and believes that more than what was heard of until here. */
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
    // Where the channel began another life meanwhile, the answer may be of the old one: it is asked once more.
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
    // A join is wanted by now: what was read is of no use any more.
    if (this.#ended || this.#need !== 'read') return;
    const next = this.#nextOf(page);
    // Changes that are no longer kept change nothing that could be shown: the state is read as it is now.
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
    throw new Error('the changes that were heard of cannot be read yet');
  }

  /** The page without what is known; undefined where even the table's own answer has a hole. */
  #nextOf(page: Change[]): Change[] | undefined {
    const next = page.filter(({ seq }) => seq > this.#known).sort((a, b) => a.seq - b.seq);
    return next.every(({ seq }, index) => seq === this.#known + 1 + index) ? next : undefined;
  }

  /** Applies these and whatever waited for them. */
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
