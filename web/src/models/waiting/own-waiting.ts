import type { Clock } from '../../kit/clock.ts';
import { codeOf, isFinal } from '../../kit/refusals.ts';
import { createScope } from '../../kit/scope.ts';
import { createStore, type Store } from '../../kit/store.ts';
import { Live } from '../live/live.ts';
import type { OpenSocket } from '../live/socket.ts';
import type { OwnWaitingApi, WaitingStanding } from './api.ts';

export type OwnWaitingState =
  /**
   * `isAway`: the last request did not reach the server; it is repeated. `waitsFor` is undefined before the first
   * response; `opensAt`: the server's time in ms, while the room is not open yet; `message`: what the moderators tell
   * everybody who waits.
   */
  | {
      phase: 'waiting';
      isAway: boolean;
      waitsFor?: WaitingStanding['waitsFor'];
      opensAt?: number | undefined;
      message?: string | null;
    }
  | { phase: 'admitted' }
  | { phase: 'refused' }
  /**
   * The place is lost: the person was refused, the link revoked, or the room deleted. `error` is the server's, if
   * any.
   */
  | { phase: 'gone'; error?: unknown };

type OwnWaitingParts = {
  api: OwnWaitingApi;
  open: OpenSocket;
  clock: Clock;
  /** The server's time in ms, by which a room opens. */
  serverNow: () => number;
  /** The window, for its `online` event. */
  page?: EventTarget | undefined;
};

/** In ms. The server drops a place without a request for 30 s, so one request may be lost. */
const keepEvery = 10_000;
/** In ms. Without the socket nothing reports an admission at once, and after a failure the place is in doubt. */
const askEvery = 3_000;
/** In ms. The server's clock is known to about a second: asking too soon would wait for the next request. */
const askAfterOpening = 300;

/** The own place in the waiting room: kept by requests, and ended over the socket as soon as a moderator decides. */
export class OwnWaiting {
  readonly #parts: OwnWaitingParts;
  readonly #live: Live;
  readonly #scope = createScope();
  readonly #state = createStore<OwnWaitingState>({ phase: 'waiting', isAway: false });
  readonly state: Store<OwnWaitingState> = this.#state;
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
      const { status, waitsFor, waitingMessage: message } = standing;
      if (status !== 'waiting') {
        this.#finish({ phase: status === 'removed' ? 'gone' : status });
        return;
      }
      const opensAt = standing.opensAt === null ? undefined : Date.parse(standing.opensAt);
      this.#set({ phase: 'waiting', isAway: false, waitsFor, opensAt, message });
    } catch (error) {
      // The page slept, and others have taken the place meanwhile: one becomes free when somebody is admitted.
      const isFull = codeOf(error) === 'waiting_room_full';
      if (isFinal(error) && !isFull) this.#finish({ phase: 'gone', error });
      else this.#set({ ...this.#state.get(), phase: 'waiting', isAway: true });
    }
  }

  #askLater(): void {
    this.#cancel();
    if (this.#scope.ended) return;
    const state = this.#state.get();
    const isHeard = this.#live.state.get() === 'up' && !(state.phase === 'waiting' && state.isAway);
    const pause = isHeard ? keepEvery : askEvery;
    this.#cancel = this.#parts.clock.after(Math.min(pause, this.#untilOpening()), () => void this.#ask());
  }

  /** In ms; infinite for a room that is open, or should be by now. */
  #untilOpening(): number {
    const state = this.#state.get();
    const opensAt = state.phase === 'waiting' ? state.opensAt : undefined;
    const rest = opensAt === undefined ? -1 : opensAt - this.#parts.serverNow();
    return rest > 0 ? rest + askAfterOpening : Number.POSITIVE_INFINITY;
  }

  #set(next: OwnWaitingState): void {
    const before = this.#state.get();
    const isSame =
      before.phase === 'waiting' &&
      next.phase === 'waiting' &&
      before.isAway === next.isAway &&
      before.waitsFor === next.waitsFor &&
      before.opensAt === next.opensAt &&
      before.message === next.message;
    if (!isSame && !this.#scope.ended) this.#state.set(next);
  }

  #finish(next: OwnWaitingState): void {
    this.#set(next);
    this.#scope.end();
  }
}
