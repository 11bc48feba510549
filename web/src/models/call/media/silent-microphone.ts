import type { Clock } from '../../../kit/clock.ts';
import { createScope, type Scope } from '../../../kit/scope.ts';
import { createStore, type Store } from '../../../kit/store.ts';
import type { OwnDevice } from './own-device.ts';
import type { OwnTrack } from './own-track.ts';

/**
 * - `no-sound`: the microphone has delivered nothing but zeros since it was opened, as with a mute switch on the device
 * - `system`: the operating system or the browser mutes it
 */
export type Silence = 'no-sound' | 'system';

type Parts = {
  microphone: Pick<OwnDevice, 'state' | 'track'>;
  clock: Clock;
};

const lookEvery = 2_000;
/** In ms. Some microphones need a moment after they were opened. */
const silentAfter = 8_000;

/**
 * Detects that the microphone is on and others cannot hear it. A person who only listens is not warned: a real
 * microphone delivers some noise. A microphone that was heard once is not suspected again, because noise suppression in
 * the device or the system delivers zeros between two sentences (docs/decisions/0099).
 */
export class SilentMicrophone {
  readonly #parts: Parts;
  readonly #state = createStore<Silence | undefined>(undefined);
  readonly state: Store<Silence | undefined> = this.#state;
  readonly #scope = createScope();
  #track: OwnTrack | undefined;
  #trackScope: Scope = createScope();
  /** The energy at the last look; undefined before the first one. */
  #energy: number | undefined;
  #wasHeard = false;
  #isDismissed = false;
  /** The start of each kind of silence that lasts. */
  #since: Partial<Record<Silence, number>> = {};
  /** Incremented when the looks stop; an answer of the browser to an earlier look is dropped. */
  #round = 0;
  #cancel: (() => void) | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#scope.add(parts.microphone.state.subscribe(() => this.#follow()));
  }

  /** Hides the warning until another microphone is opened. */
  dismiss(): void {
    this.#isDismissed = true;
    this.#state.set(undefined);
  }

  end(): void {
    this.#scope.end();
    this.#stop();
    this.#trackScope.end();
  }

  #follow(): void {
    const { state, track } = this.#parts.microphone;
    if (track !== this.#track) this.#take(track);
    if (!state.get().on || !track) this.#stop();
    else if (!this.#cancel) this.#lookLater();
  }

  #lookLater(): void {
    this.#cancel = this.#parts.clock.after(lookEvery, () => void this.#look(this.#round));
  }

  #take(track: OwnTrack | undefined): void {
    this.#trackScope.end();
    this.#trackScope = createScope();
    this.#track = track;
    this.#forget();
    if (track) this.#trackScope.on(track, 'restarted', () => this.#forget());
  }

  /** Another device may have been opened. */
  #forget(): void {
    this.#energy = undefined;
    this.#wasHeard = false;
    this.#isDismissed = false;
    this.#since = {};
    this.#state.set(undefined);
  }

  #stop(): void {
    this.#round += 1;
    this.#cancel?.();
    this.#cancel = undefined;
    this.#since = {};
    this.#state.set(undefined);
  }

  async #look(round: number): Promise<void> {
    const track = this.#track;
    const sound = await track?.readSound().catch(() => undefined);
    if (round !== this.#round) return;
    this.#lookLater();
    if (!sound || track !== this.#track) return;
    const { energy, isMutedBySystem } = sound;
    if (energy !== undefined) {
      if (energy > (this.#energy ?? energy)) this.#wasHeard = true;
      this.#energy = energy;
    }
    const hasNoSound = energy !== undefined && !this.#wasHeard;
    const isSystem = this.#lasts('system', isMutedBySystem);
    const isSilent = this.#lasts('no-sound', hasNoSound && !isMutedBySystem);
    const silence = isSystem ? 'system' : isSilent ? 'no-sound' : undefined;
    this.#state.set(this.#isDismissed ? undefined : silence);
  }

  #lasts(kind: Silence, isSo: boolean): boolean {
    const now = this.#parts.clock.now();
    if (!isSo) delete this.#since[kind];
    else this.#since[kind] ??= now;
    return now - (this.#since[kind] ?? now) >= silentAfter;
  }
}
