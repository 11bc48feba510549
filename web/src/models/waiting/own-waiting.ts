import type { Clock } from '../../kit/clock.ts';
import { isFinal } from '../../kit/refusals.ts';
import { createScope } from '../../kit/scope.ts';
import { createStore, type Store } from '../../kit/store.ts';
import { Live } from '../live/live.ts';
import type { OpenSocket } from '../live/socket.ts';
import type { OwnWaitingApi } from './api.ts';

export type OwnWaitingState =
  /** `isAway`: the last request did not reach the server; it is repeated. */
  | { phase: 'waiting'; isAway: boolean }
  | { phase: 'admitted' }
  | { phase: 'refused' }
  /**
   * The place is lost: the person was refused, the link revoked, or the room deleted. `error` is the server's, if
   * any.
   */
  | { phase: 'gone'; error?: unknown };

export type OwnWaitingParts = {
  api: OwnWaitingApi;
  open: OpenSocket;
  clock: Clock;
  /** The window, for its `online` event. */
  page?: EventTarget | undefined;
};

/** In ms. The server drops a place without a request for 30 s, so one request may be lost. */
const keepEvery = 10_000;
/** In ms. Without the socket nothing reports an admission at once, and after a failure the place is in doubt. */
const askEvery = 3_000;

/** The own place in the waiting room: kept by requests, and ended over the socket as soon as a moderator decides. */
export class OwnWaiting {
  readonly #parts: OwnWaitingParts;
  readonly #live: Live;
  readonly #scope = createScope();
  readonly #state = createStore<OwnWaitingState>({ phase: 'waiting', isAway: false });
  #isAsking = false;
  #mustAskAgain = false;
  #cancel = (): void => undefined;

  constructor(parts: OwnWaitingParts) {
    const { api, open, clock, page } = parts;
    this.#parts = parts;
    this.#live = new Live({ open, token: () => api.socketToken(), clock });
    this.#scope.add(this.#live.onPersonal('admission', () => void this.#ask()));
    // Ask for decisions from before the subscription.
    this.#scope.add(this.#live.state.subscribe(() => this.#onLink()));
    this.#scope.add(() => this.#cancel());
    this.#scope.add(() => this.#live.end());
    if (page) this.#scope.listen(page, 'online', () => void this.#ask());
  }

  get state(): Store<OwnWaitingState> {
    return this.#state;
  }

  start(): void {
    this.#live.start();
    void this.#ask();
  }

  end(): void {
    this.#scope.end();
  }

  #onLink(): void {
    if (this.#live.state.get() === 'up') void this.#ask();
    else this.#askLater();
  }

  async #ask(): Promise<void> {
    if (this.#isAsking) this.#mustAskAgain = true;
    if (this.#isAsking || this.#scope.ended) return;
    this.#isAsking = true;
    do {
      this.#mustAskAgain = false;
      await this.#askOnce();
    } while (this.#mustAskAgain && !this.#scope.ended);
    this.#isAsking = false;
    this.#askLater();
  }

  async #askOnce(): Promise<void> {
    try {
      const standing = await this.#parts.api.standing();
      if (standing === 'waiting') this.#set({ phase: 'waiting', isAway: false });
      else this.#finish({ phase: standing === 'removed' ? 'gone' : standing });
    } catch (error) {
      if (isFinal(error)) this.#finish({ phase: 'gone', error });
      else this.#set({ phase: 'waiting', isAway: true });
    }
  }

  #askLater(): void {
    this.#cancel();
    if (this.#scope.ended) return;
    const state = this.#state.get();
    const isHeard = this.#live.state.get() === 'up' && !(state.phase === 'waiting' && state.isAway);
    const pause = isHeard ? keepEvery : askEvery;
    this.#cancel = this.#parts.clock.after(pause, () => void this.#ask());
  }

  #set(next: OwnWaitingState): void {
    const before = this.#state.get();
    const isSame = before.phase === 'waiting' && next.phase === 'waiting' && before.isAway === next.isAway;
    if (!isSame && !this.#scope.ended) this.#state.set(next);
  }

  #finish(next: OwnWaitingState): void {
    this.#set(next);
    this.#scope.end();
  }
}
