import type { Clock } from './clock.ts';
import { isFinal } from './refusals.ts';
import { pauseBefore, readPauses, spreadPause } from './retries.ts';
import { createStore, type Store } from './store.ts';

export type ReadState<T> =
  | { phase: 'loading' }
  /** `isRefused`: the person may not read the value, and a retry will not change that. */
  | { phase: 'failed'; isRefused: boolean }
  /** `isStale`: the newest reading failed. */
  | { phase: 'shown'; value: T; isStale: boolean };

export type RepeatedReadParts<T> = {
  read: () => Promise<T>;
  /** The pause in ms after a successful reading. */
  pauseAfter: (value: T) => number;
  /** True for a failure that only means that there is nothing to read yet. */
  isTooEarly?: (error: unknown) => boolean;
  clock: Clock;
  random?: (() => number) | undefined;
};

/** A value of the server that is read repeatedly while it is watched. */
export class RepeatedRead<T> {
  readonly #parts: RepeatedReadParts<T>;
  readonly #state = createStore<ReadState<T>>({ phase: 'loading' });
  #readNow = (): void => undefined;

  constructor(parts: RepeatedReadParts<T>) {
    this.#parts = parts;
  }

  get state(): Store<ReadState<T>> {
    return this.#state;
  }

  /** Reads now, and repeatedly until the returned function is called. */
  watch(): () => void {
    const { clock, pauseAfter, random } = this.#parts;
    const watching = new AbortController();
    let cancel = (): void => undefined;
    let failures = 0;
    const read = async (): Promise<void> => {
      cancel();
      const result = await this.#read(watching.signal);
      if (watching.signal.aborted) return;
      failures = result ? 0 : failures + 1;
      const pause = result ? pauseAfter(result.value) : pauseBefore(failures - 1, readPauses);
      cancel = clock.after(spreadPause(pause, random), this.#readNow);
    };
    let isReading = false;
    this.#readNow = (): void => {
      if (isReading) return;
      isReading = true;
      void read().finally(() => {
        isReading = false;
      });
    };
    this.#readNow();
    return () => {
      watching.abort();
      cancel();
      this.#readNow = (): void => undefined;
    };
  }

  /** Reads now instead of after the pause. */
  again(): void {
    if (this.#state.get().phase === 'failed') this.#state.set({ phase: 'loading' });
    this.#readNow();
  }

  async #read(signal: AbortSignal): Promise<{ value: T } | undefined> {
    try {
      const value = await this.#parts.read();
      if (!signal.aborted) this.#state.set({ phase: 'shown', value, isStale: false });
      return { value };
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
      return undefined;
    }
  }

  #fail(error: unknown): void {
    const before = this.#state.get();
    if (before.phase !== 'shown' && this.#parts.isTooEarly?.(error)) return;
    // A person who may no longer read the value does not keep it.
    if (before.phase === 'shown' && !isFinal(error)) this.#state.set({ ...before, isStale: true });
    else this.#state.set({ phase: 'failed', isRefused: isFinal(error) });
  }
}
