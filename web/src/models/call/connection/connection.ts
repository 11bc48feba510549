import type { Clock } from '../../../kit/clock.ts';
import { isFinal, statusOf } from '../../../kit/refusals.ts';
import { createStore, type Store } from '../../../kit/store.ts';
import type { CallApi } from '../api.ts';
import type { LeftReason } from '../call-contract.ts';
import { nextPause } from './reconnect.ts';

/** Why the media server ended the session. `lost` covers every end after which reconnecting may succeed. */
export type SessionEnd = Exclude<LeftReason, 'left' | 'failed'> | 'lost';

export type SessionEvent =
  | { kind: 'interrupted' }
  | { kind: 'restored' }
  | { kind: 'closed'; end: SessionEnd };

/** The part of the media session that the connection uses. `endOf` reads the reason from an error of `connect`. */
export type MediaSession = {
  connect: (url: string, token: string) => Promise<void>;
  disconnect: () => Promise<void>;
  endOf: (error: unknown) => SessionEnd;
  /** Bytes of media received from others so far. */
  received: () => Promise<number>;
  watch: (listener: (event: SessionEvent) => void) => () => void;
};

export type ConnectionState =
  | { phase: 'connecting'; attempt: number }
  | { phase: 'connected' }
  | { phase: 'reconnecting'; attempt: number }
  | { phase: 'ended'; reason: LeftReason };

type Parts = { api: CallApi; session: MediaSession; clock: Clock };

/**
 * Keeps the participant connected: leaves short interruptions to the media SDK, and reconnects with a fresh token
 * when the SDK has given up. It ends when the person leaves, when the server ends it, or when `patience` is over.
 */
export class Connection {
  readonly #parts: Parts;
  readonly #state = createStore<ConnectionState>({ phase: 'connecting', attempt: 0 });
  readonly state: Store<ConnectionState> = this.#state;
  readonly #unwatch: () => void;
  #entryId: string | undefined;
  #round = 0;
  #busy = false;
  #away = false;
  #cancelPause: (() => void) | undefined;
  #retryNow: (() => void) | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#unwatch = parts.session.watch((event) => this.#onEvent(event));
  }

  /** The entry of the current or last connection; undefined before the first. */
  get entryId(): string | undefined {
    return this.#entryId;
  }

  /** Connects, also after `suspend`. */
  async start(): Promise<void> {
    const { phase } = this.#state.get();
    if (this.#busy || phase === 'connected' || phase === 'ended') return;
    this.#busy = true;
    this.#away = false;
    const round = this.#nextRound();
    const startedAt = this.#parts.clock.now();
    for (let attempt = 0; this.#isCurrent(round); attempt += 1) {
      this.#noteAttempt(attempt);
      const outcome = await this.#attempt(round);
      if (!this.#isCurrent(round) || outcome === 'in') break;
      if (outcome !== 'lost') {
        this.#end(outcome);
        break;
      }
      const pause = nextPause(attempt, this.#parts.clock.now() - startedAt);
      if (pause === null) {
        this.#end('failed');
        break;
      }
      await this.#pause(pause);
    }
    if (this.#isCurrent(round)) this.#busy = false;
  }

  /** Ends the current pause, for example when the network is back. */
  retryNow(): void {
    this.#retryNow?.();
  }

  /** Ends the current pause, also that of a resumption by the media SDK, and with it the media that still arrive. */
  tryNow(): void {
    if (this.#retryNow) this.#retryNow();
    else if (!this.#busy && this.#state.get().phase !== 'ended') void this.#disconnect();
  }

  /** Disconnects without ending: a hidden page may be closed or shown again. */
  suspend(): void {
    if (this.#state.get().phase === 'ended') return;
    this.#nextRound();
    this.#busy = false;
    this.#away = true;
    this.#state.set({ phase: 'reconnecting', attempt: 0 });
    void this.#disconnect();
  }

  async leave(reason: LeftReason = 'left'): Promise<void> {
    this.#end(reason);
    await this.#disconnect();
  }

  async #disconnect(): Promise<void> {
    await this.#parts.session.disconnect().catch(() => undefined);
  }

  async #attempt(round: number): Promise<'in' | SessionEnd | 'failed'> {
    const { api, session } = this.#parts;
    let pass: Awaited<ReturnType<CallApi['signalingToken']>>;
    try {
      pass = await api.signalingToken();
    } catch (error) {
      return isFinal(error) ? refusalOf(error) : 'lost';
    }
    if (!this.#isCurrent(round)) return 'lost';
    try {
      await session.connect(pass.url, pass.signalingToken);
    } catch (error) {
      return session.endOf(error);
    }
    if (!this.#isCurrent(round)) {
      if (this.#away || this.#state.get().phase === 'ended') void this.#disconnect();
      return 'lost';
    }
    this.#entryId = pass.entryId;
    this.#state.set({ phase: 'connected' });
    void api.noteJoined().catch(() => undefined);
    return 'in';
  }

  #onEvent(event: SessionEvent): void {
    const { phase } = this.#state.get();
    if (phase === 'ended' || this.#away) return;
    if (event.kind === 'interrupted' && phase === 'connected') {
      this.#state.set({ phase: 'reconnecting', attempt: 0 });
    } else if (event.kind === 'restored' && !this.#busy) {
      this.#state.set({ phase: 'connected' });
    } else if (event.kind === 'closed' && !this.#busy) {
      if (event.end !== 'lost') this.#end(event.end);
      else {
        this.#state.set({ phase: 'reconnecting', attempt: 0 });
        void this.start();
      }
    }
  }

  #noteAttempt(attempt: number): void {
    const phase = this.#state.get().phase === 'connecting' ? 'connecting' : 'reconnecting';
    this.#state.set({ phase, attempt });
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const finish = (): void => {
        this.#cancelPause?.();
        this.#cancelPause = undefined;
        this.#retryNow = undefined;
        resolve();
      };
      this.#retryNow = finish;
      this.#cancelPause = this.#parts.clock.after(milliseconds, finish);
    });
  }

  #nextRound(): number {
    this.#round += 1;
    this.#retryNow?.();
    return this.#round;
  }

  #isCurrent(round: number): boolean {
    return this.#round === round;
  }

  #end(reason: LeftReason): void {
    if (this.#state.get().phase === 'ended') return;
    this.#nextRound();
    this.#busy = false;
    this.#unwatch();
    this.#state.set({ phase: 'ended', reason });
  }
}

function refusalOf(error: unknown): SessionEnd | 'failed' {
  const status = statusOf(error);
  if (status === 403 || status === 410) return 'removed';
  // 409: the call that admitted them is over, and they have to ask again.
  return status === 404 || status === 409 ? 'ended' : 'failed';
}
