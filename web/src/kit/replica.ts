import type { Clock } from './clock.ts';
import { isFinal } from './refusals.ts';
import { pauseBefore, readPauses, spreadPause } from './retries.ts';
import { createStore, type Store, type WritableStore } from './store.ts';

export type ReplicaState = {
  /** `failed`: there is no value, because it could not be read or may not be read any more. */
  phase: 'loading' | 'failed' | 'ready';
  /** The newest reading failed, or takes longer than `silentAfter`. */
  isStale: boolean;
  /** The person may not read the value, and a retry will not change that. */
  isRefused: boolean;
};

export type ReplicaParts<T> = {
  /** The value while there is no other. */
  initial: T;
  read: () => Promise<T>;
  clock: Clock;
  /** In ms. Hints cause a reading at most this often. */
  hintsEvery?: number;
  /** In ms. */
  silentAfter?: number;
  /** For a value without events: the pause in ms after which it is read again while it is watched. */
  repeatAfter?: (value: T) => number;
  /** True for a failure that only means that there is nothing to read yet. */
  isTooEarly?: (error: unknown) => boolean;
  /** Returns `before` if the next value is the same. */
  keep?: (before: T, next: T) => T;
  /** For the jitter of repetitions. */
  random?: (() => number) | undefined;
};

type Change<T> = (value: T) => T;

const fresh: ReplicaState = { phase: 'loading', isStale: false, isRefused: false };

/**
 * A value of the server that the page keeps current: it is read whole, changed by events in their order, and read again
 * after a gap, a hint or a pause. A failed reading is repeated, a refused one only on request.
 */
export class Replica<T> {
  readonly #parts: ReplicaParts<T>;
  readonly #value: WritableStore<T>;
  readonly #state = createStore(fresh);
  /** The events since the reading in progress began: its response may be older than they are. */
  #late: Change<T>[] | undefined;
  #readings = 0;
  #readAt = Number.NEGATIVE_INFINITY;
  #isHinted = false;
  #isWatched = false;
  #cancel = (): void => undefined;
  #ended = false;

  constructor(parts: ReplicaParts<T>) {
    this.#parts = parts;
    this.#value = createStore(parts.initial);
  }

  /** The value as it was last read, with the events since. */
  get value(): Store<T> {
    return this.#value;
  }

  get state(): Store<ReplicaState> {
    return this.#state;
  }

  /** Applies an event, also to the response of a reading in progress. */
  apply(change: Change<T>): void {
    if (this.#ended) return;
    this.#late?.push(change);
    this.#set(change(this.#value.get()));
  }

  /** Reads now, for example after a gap, from before which a reading in progress may be. Resolves after the response. */
  read(): Promise<void> {
    this.#showLoading();
    return this.#read();
  }

  /** Reads once for many hints; those that arrive during a reading cause another one after it. */
  readSoon(): void {
    if (this.#isHinted) return;
    this.#isHinted = true;
    this.#showLoading();
    if (!this.#late) this.#planHinted();
  }

  /** Reads now, and repeatedly until the returned function is called. */
  watch(): () => void {
    this.#isWatched = true;
    void this.read();
    return () => this.#stop();
  }

  /** Forgets the value, and every reading. */
  reset(): void {
    this.#stop();
    this.#set(this.#parts.initial);
    this.#state.set(fresh);
  }

  end(): void {
    this.#ended = true;
    this.#stop();
  }

  #stop(): void {
    this.#isWatched = false;
    this.#drop();
  }

  /** Drops the planned reading and the one in progress. */
  #drop(): void {
    this.#cancel();
    this.#readings += 1;
    this.#late = undefined;
    this.#isHinted = false;
  }

  async #read(attempt = 0): Promise<void> {
    if (this.#ended) return;
    this.#drop();
    const { read, clock, silentAfter } = this.#parts;
    const reading = this.#readings;
    const late: Change<T>[] = [];
    this.#late = late;
    this.#readAt = clock.now();
    if (silentAfter !== undefined) this.#plan(silentAfter, () => this.#setStale());
    const result = await read().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    if (reading !== this.#readings) return;
    this.#cancel();
    this.#late = undefined;
    if ('error' in result) this.#fail(result.error, attempt);
    else this.#take(late.reduce((value, change) => change(value), result.value));
    if (this.#isHinted) this.#planHinted();
  }

  #take(value: T): void {
    this.#set(value);
    this.#state.set({ ...fresh, phase: 'ready' });
    const { repeatAfter } = this.#parts;
    if (repeatAfter) this.#repeat(repeatAfter(value), 0);
  }

  #fail(error: unknown, attempt: number): void {
    const isEarly = this.#state.get().phase !== 'ready' && this.#parts.isTooEarly?.(error) === true;
    const isRefused = isFinal(error) && !isEarly;
    // A person who may no longer read the value does not keep it.
    if (isRefused) this.#set(this.#parts.initial);
    if (isRefused) this.#state.set({ phase: 'failed', isStale: true, isRefused });
    else {
      if (!isEarly) this.#setStale();
      this.#repeat(pauseBefore(attempt, readPauses), attempt + 1);
    }
  }

  #repeat(pause: number, attempt: number): void {
    const { repeatAfter, random } = this.#parts;
    if (repeatAfter && !this.#isWatched) return;
    this.#plan(repeatAfter ? spreadPause(pause, random) : pause, () => void this.#read(attempt));
  }

  #planHinted(): void {
    const { clock, hintsEvery = 0 } = this.#parts;
    this.#plan(Math.max(0, this.#readAt + hintsEvery - clock.now()), () => void this.#read());
  }

  #plan(pause: number, run: () => void): void {
    this.#cancel();
    this.#cancel = this.#parts.clock.after(pause, run);
  }

  #showLoading(): void {
    if (this.#state.get().phase === 'failed') this.#state.set({ ...fresh, isStale: true });
  }

  #setStale(): void {
    const { phase } = this.#state.get();
    this.#state.set({ phase: phase === 'ready' ? phase : 'failed', isStale: true, isRefused: false });
  }

  #set(next: T): void {
    this.#value.set(this.#parts.keep?.(this.#value.get(), next) ?? next);
  }
}
