import type { Clock } from '../../kit/clock.ts';
import type { Scope } from '../../kit/scope.ts';
import { createStore, type Store, type WritableStore } from '../../kit/store.ts';

type Parts<T> = {
  /** Resolves to whether the request succeeded. */
  send: (value: T) => Promise<boolean>;
  /** The state as the page knows it from the server. */
  known: () => T;
  /** Reads from the server again. */
  read: () => void;
  clock: Clock;
  scope: Scope;
};

/** In ms. A successful response counts for this long without the change that it caused. */
const heardWithin = 3_000;

/** A state that this person sets for themselves: a request shows at once, and later what the server says. */
export class OwnGesture<T> {
  readonly #parts: Parts<T>;
  readonly #shown: WritableStore<T>;
  readonly shown: Store<T>;
  #requested: { value: T } | undefined;
  #requests = 0;
  /** The requests that are being sent. */
  #asking: Promise<boolean> | undefined;
  #isHeard = false;

  constructor(parts: Parts<T>) {
    this.#parts = parts;
    this.#shown = createStore(parts.known());
    this.shown = this.#shown;
  }

  /** A change of mind while a request is being sent is sent after it. Resolves to whether the last one succeeded. */
  async set(value: T): Promise<boolean> {
    if (this.#shown.get() === value) return this.#asking ?? true;
    this.#requests += 1;
    this.#setRequested({ value });
    this.#asking ??= this.#ask(value);
    return this.#asking;
  }

  async #ask(value: T): Promise<boolean> {
    this.#isHeard = false;
    const isDone = await this.#parts.send(value);
    const next = this.#requested;
    if (isDone && next && next.value !== value && !this.#parts.scope.ended) return this.#ask(next.value);
    this.#asking = undefined;
    if (!isDone || this.#isHeard) this.#setRequested(undefined);
    else this.#checkLater(this.#requests);
    return isDone;
  }

  /** The server accepted the request and no change arrived: nothing changed, or the socket is down. */
  #checkLater(request: number): void {
    const look = (): void => {
      if (this.#requested && request === this.#requests && !this.#asking) this.#parts.read();
    };
    const { scope, clock } = this.#parts;
    scope.add(clock.after(heardWithin, look));
  }

  /** Call this with each change of it that the server reports. @returns whether somebody else changed it */
  heard(value: T): boolean {
    const isOthers = !this.#asking && this.#shown.get() !== value;
    // A late change says nothing of the request that was sent after its own.
    if (this.#requested?.value === value || !this.#asking) this.#isHeard = true;
    this.settle();
    return isOthers;
  }

  /** Lets the state of the server count, unless a request is being sent. */
  settle(): void {
    if (!this.#asking) this.#requested = undefined;
  }

  #setRequested(requested: { value: T } | undefined): void {
    this.#requested = requested;
    this.show();
  }

  /** Call this after each change of what is known. */
  show(): void {
    this.#shown.set(this.#requested ? this.#requested.value : this.#parts.known());
  }
}
