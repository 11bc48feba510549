import type { Clock } from '../../../kit/clock.ts';
import { createScope } from '../../../kit/scope.ts';
import type { Store } from '../../../kit/store.ts';
import { MediaFlow } from '../media/media-flow.ts';
import type { ConnectionState } from './connection.ts';

type Parts = {
  /** Bytes of media received from others so far. */
  received: () => Promise<number>;
  /** Whether the media server has not sent anything for some seconds. */
  silence: Store<boolean>;
  clock: Clock;
  /** The window, for its `offline` and `online` events. */
  page: EventTarget | undefined;
  changed: () => void;
};

/**
 * Whether the own connection is lost. The media SDK notices it only after many seconds; until then it looks as if all
 * others had stopped (docs/decisions/0189).
 */
export class OwnLink {
  readonly #parts: Parts;
  readonly #flow: MediaFlow;
  readonly #scope = createScope();
  #phase: ConnectionState['phase'] = 'connecting';
  #isOffline = false;
  /** Whether it was lost before the last change of the phase. */
  #wasLost = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { received, silence, clock, page, changed } = parts;
    this.#flow = new MediaFlow({ received, clock, changed });
    this.#scope.add(silence.subscribe(changed));
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
    if (this.#phase === 'connected') return this.#parts.silence.get();
    return this.#flow.state === 'unknown' ? this.#wasLost : true;
  }

  setPhase(phase: ConnectionState['phase']): void {
    if (phase === this.#phase) return;
    this.#wasLost = this.isLost;
    this.#phase = phase;
    this.#follow();
  }

  end(): void {
    this.#scope.end();
    this.#flow.stop();
  }

  #setOffline(isOffline: boolean): void {
    this.#isOffline = isOffline;
    this.#follow();
    this.#parts.changed();
  }

  #follow(): void {
    // `offline` also comes when a network goes away that the call does not use, such as that of a virtual machine.
    const isInDoubt = this.#phase === 'reconnecting' || (this.#phase === 'connected' && this.#isOffline);
    if (isInDoubt) this.#flow.watch();
    else this.#flow.stop();
  }
}
