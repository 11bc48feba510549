import type { Clock } from '../../../kit/clock.ts';
import { createScope } from '../../../kit/scope.ts';
import { MediaFlow } from '../media/media-flow.ts';
import type { ConnectionState } from './connection.ts';

type Parts = {
  /** Bytes of media received from others so far. */
  received: () => Promise<number>;
  /** How many others have a microphone on: their sound arrives all the time, also while they are silent. */
  voices: () => number;
  clock: Clock;
  /** The window, for its `offline` and `online` events. */
  page: EventTarget | undefined;
  changed: () => void;
};

/** Where fewer speak, their connections may be lost as well as the own one. */
const enoughVoices = 2;

/**
 * Whether the own connection is lost. The media SDK notices it only after seconds; until then it looks as if all others
 * had stopped.
 */
export class OwnLink {
  readonly #parts: Parts;
  readonly #flow: MediaFlow;
  readonly #scope = createScope();
  #phase: ConnectionState['phase'] = 'connecting';
  #isOffline = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { received, clock, page } = parts;
    this.#flow = new MediaFlow({ received, clock, changed: () => this.#onFlow() });
    if (!page) return;
    this.#scope.listen(page, 'offline', () => this.#setOffline(true));
    this.#scope.listen(page, 'online', () => this.#setOffline(false));
  }

  /** True while media of others arrive although the connection is in doubt. */
  get isMediaFlowing(): boolean {
    return this.#flow.state === 'flowing';
  }

  get isLost(): boolean {
    if (this.#phase === 'connecting' || this.#phase === 'ended' || this.isMediaFlowing) return false;
    if (this.#isOffline) return true;
    if (this.#flow.state !== 'silent') return false;
    return this.#phase === 'reconnecting' || this.#parts.voices() >= enoughVoices;
  }

  setPhase(phase: ConnectionState['phase']): void {
    if (phase === this.#phase) return;
    this.#phase = phase;
    if (phase === 'reconnecting') this.#flow.watch();
    else this.#flow.stop();
  }

  /** The picture or the sound of somebody has just stopped: is it theirs, or everybody's? */
  doubt(): void {
    if (this.#phase === 'connected' && this.#parts.voices() >= enoughVoices) this.#flow.watch();
  }

  end(): void {
    this.#scope.end();
    this.#flow.stop();
  }

  #setOffline(isOffline: boolean): void {
    this.#isOffline = isOffline;
    // Networks of virtual machines come and go without ours.
    if (isOffline && this.#phase === 'connected') this.#flow.watch();
    this.#parts.changed();
  }

  #onFlow(): void {
    if (this.#phase === 'connected' && !this.#isOffline && this.isMediaFlowing) this.#flow.stop();
    this.#parts.changed();
  }
}
