import type { Clock } from '../../kit/clock.ts';
import { createScope } from '../../kit/scope.ts';
import { createStore, type Store } from '../../kit/store.ts';
import type { Live, Payload } from './live.ts';

/** Shares of the width and height of the item, 0 to 1. */
export type PointerPlace = { x: number; y: number };

/** The pointer of somebody else. */
export type Pointer = PointerPlace & { participantId: string; item: string };

type PointerParts = {
  live: Pick<Live, 'onSignal' | 'send'>;
  channelId: string;
  /** The own participant id. */
  participantId: string;
  clock: Clock;
};

/** In ms. The server drops more than 20 positions per second. */
const sendEvery = 50;
/** In ms. A pointer that rests is sent again, so that the others keep it and late joiners get it. */
const repeatEvery = 2_000;
/** In ms. A pointer without news for so long is gone, as after a lost connection of its owner. */
const shownFor = 5_000;

type OwnPointer = { item: string; place: PointerPlace | undefined };

/** The pointers on the shared item: the own one is sent, those of others are shown while they are current. */
export class Pointers {
  readonly #parts: PointerParts;
  readonly #scope = createScope();
  readonly #shown = createStore<readonly Pointer[]>([]);
  /** The pointers of others now, each at its last place; pages move the dot there smoothly. */
  readonly shown: Store<readonly Pointer[]> = this.#shown;
  readonly #expiries = new Map<string, () => void>();
  #own: OwnPointer | undefined;
  #sentAt = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | undefined;

  constructor(parts: PointerParts) {
    this.#parts = parts;
    const { live, channelId } = parts;
    this.#scope.add(live.onSignal(`chat:${channelId}`, 'pointer', (payload) => this.#onPointer(payload)));
  }

  /** Moves the own pointer on an item; without a place it leaves the item. Only moderators may. */
  point(item: string, place?: PointerPlace): void {
    this.#own = { item, place };
    this.#sendSoon(sendEvery);
  }

  end(): void {
    this.#scope.end();
    this.#cancel?.();
    for (const cancel of this.#expiries.values()) cancel();
    this.#expiries.clear();
  }

  #sendSoon(pause: number): void {
    const { clock } = this.#parts;
    const wait = this.#sentAt + pause - clock.now();
    this.#cancel?.();
    if (wait > 0) this.#cancel = clock.after(wait, () => this.#send());
    else this.#send();
  }

  #send(): void {
    this.#cancel = undefined;
    if (!this.#own) return;
    const { clock, live, participantId } = this.#parts;
    const { item, place } = this.#own;
    this.#sentAt = clock.now();
    live.send('pointer', { participantId, item, ...place });
    if (place) this.#sendSoon(repeatEvery);
  }

  #onPointer({ participantId, item, x, y }: Payload): void {
    if (typeof participantId !== 'string' || typeof item !== 'string') return;
    if (participantId === this.#parts.participantId) return;
    this.#forget(participantId);
    if (!isShare(x) || !isShare(y)) return;
    this.#shown.set([...this.#shown.get(), { participantId, item, x, y }]);
    const expire = () => this.#forget(participantId);
    this.#expiries.set(participantId, this.#parts.clock.after(shownFor, expire));
  }

  #forget(participantId: string): void {
    this.#expiries.get(participantId)?.();
    this.#expiries.delete(participantId);
    const others = this.#shown.get().filter((pointer) => pointer.participantId !== participantId);
    if (others.length < this.#shown.get().length) this.#shown.set(others);
  }
}

const isShare = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;
