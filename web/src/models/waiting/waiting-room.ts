import type { Clock } from '../../kit/clock.ts';
import { isFinal, statusOf } from '../../kit/refusals.ts';
import { createScope } from '../../kit/scope.ts';
import { createStore, type Store } from '../../kit/store.ts';
import type { Live } from '../live/live.ts';
import type { WaitingPerson, WaitingRoomApi } from './api.ts';

export type WaitingRoomParts = {
  api: WaitingRoomApi;
  live: Live;
  roomId: string;
  clock: Clock;
};

/** In ms. A class that arrives at once causes many hints, which share few requests. */
const readAtMostEvery = 1_000;
const pauseAfterFailure = 5_000;
/** In ms. A hint may be lost, so a list that is being watched is also read this often. */
const readWhileWatchedEvery = 30_000;

/**
 * The waiting people for moderators: read after every hint, decided by admitting or refusing. People who wait for a
 * moderator are left out: as soon as the server knows that this one has entered, it admits them or asks for a decision.
 */
export class WaitingRoom {
  readonly #parts: WaitingRoomParts;
  readonly #scope = createScope();
  readonly #list = createStore<readonly WaitingPerson[]>([]);
  readonly #arrivals = new Set<(arrived: readonly WaitingPerson[]) => void>();
  /** Ids whose decision is in flight. */
  readonly #answering = new Set<string>();
  /** Ids in the last list. */
  #known: ReadonlySet<string> = new Set();
  #isOpen = false;
  #isReading = false;
  #mustReadAgain = false;
  #readAt = Number.NEGATIVE_INFINITY;
  #answers = 0;
  #watchers = 0;
  #cancelRead: (() => void) | undefined;
  #cancelWatch = (): void => undefined;

  constructor(parts: WaitingRoomParts) {
    this.#parts = parts;
    this.#scope.add(parts.live.onPersonal('waiting-room', ({ roomId }) => this.#onHint(roomId)));
    // Also for the first time: a hint before it, about people who waited for this moderator, reached nobody.
    this.#scope.add(parts.live.state.subscribe(() => this.#onLink()));
    this.#scope.add(() => {
      this.#cancelRead?.();
      this.#cancelWatch();
    });
  }

  get list(): Store<readonly WaitingPerson[]> {
    return this.#list;
  }

  /** True if the person sees the list anyway. */
  get isWatched(): boolean {
    return this.#watchers > 0;
  }

  /** Called with the people who arrived since the last list. */
  onArrived(listener: (arrived: readonly WaitingPerson[]) => void): () => void {
    this.#arrivals.add(listener);
    return () => this.#arrivals.delete(listener);
  }

  /** Only moderators may read the list; call this when the person becomes one or stops being one. */
  setOpen(isOpen: boolean): void {
    if (this.#isOpen === isOpen) return;
    this.#isOpen = isOpen;
    if (isOpen) this.#readSoon();
    else {
      this.#known = new Set();
      this.#list.set([]);
    }
  }

  /** Keeps the list up to date until the returned function is called. */
  watch(): () => void {
    this.#watchers += 1;
    if (this.#watchers === 1) {
      this.#readSoon();
      this.#watchOn();
    }
    let isWatching = true;
    return () => {
      if (!isWatching) return;
      isWatching = false;
      this.#watchers -= 1;
      if (this.#watchers === 0) this.#cancelWatch();
    };
  }

  /** Throws the server's error, except if another moderator decided first. */
  admit(id: string): Promise<void> {
    return this.#answer([id], () => this.#parts.api.admit(id));
  }

  refuse(id: string): Promise<void> {
    return this.#answer([id], () => this.#parts.api.refuse(id));
  }

  admitAll(): Promise<void> {
    return this.#answer(this.#shownIds, () => this.#parts.api.admitAll());
  }

  refuseAll(): Promise<void> {
    return this.#answer(this.#shownIds, () => this.#parts.api.refuseAll());
  }

  get #shownIds(): readonly string[] {
    return this.#list.get().map(({ id }) => id);
  }

  end(): void {
    this.#scope.end();
    this.#arrivals.clear();
  }

  #onLink(): void {
    if (this.#parts.live.state.get() === 'up') this.#readSoon();
  }

  #onHint(roomId: unknown): void {
    if (roomId === this.#parts.roomId) this.#readSoon();
  }

  #watchOn(): void {
    this.#cancelWatch = this.#parts.clock.after(readWhileWatchedEvery, () => {
      this.#readSoon();
      this.#watchOn();
    });
  }

  /** Removes the people from the list during the request; a failure brings them back. */
  async #answer(ids: readonly string[], act: () => Promise<void>): Promise<void> {
    for (const id of ids) this.#answering.add(id);
    this.#show(this.#list.get());
    try {
      await act();
    } catch (error) {
      // They left, or another moderator decided first.
      const status = statusOf(error);
      if (status !== 404 && status !== 409) throw error;
    } finally {
      for (const id of ids) this.#answering.delete(id);
      this.#answers += 1;
      this.#readSoon();
    }
  }

  #readSoon(): void {
    if (!this.#isOpen || this.#scope.ended) return;
    if (this.#isReading) this.#mustReadAgain = true;
    if (this.#isReading || this.#cancelRead) return;
    const pause = Math.max(0, this.#readAt + readAtMostEvery - this.#parts.clock.now());
    if (pause === 0) void this.#read();
    else this.#cancelRead = this.#parts.clock.after(pause, () => void this.#read());
  }

  async #read(): Promise<void> {
    this.#cancelRead = undefined;
    this.#isReading = true;
    this.#mustReadAgain = false;
    this.#readAt = this.#parts.clock.now();
    const answers = this.#answers;
    try {
      const list = await this.#parts.api.list();
      // A decision was made meanwhile: this list is older.
      if (answers === this.#answers) this.#take(list.filter(({ waitsFor }) => waitsFor !== 'moderator'));
      else this.#mustReadAgain = true;
    } catch (error) {
      if (isFinal(error)) this.#take([]);
      else {
        this.#mustReadAgain = true;
        this.#readAt += pauseAfterFailure;
      }
    }
    this.#isReading = false;
    if (this.#mustReadAgain) this.#readSoon();
  }

  #take(list: readonly WaitingPerson[]): void {
    if (!this.#isOpen || this.#scope.ended) return;
    const known = this.#known;
    this.#known = new Set(list.map(({ id }) => id));
    const arrived = this.#show(list).filter(({ id }) => !known.has(id));
    if (arrived.length === 0) return;
    for (const listener of [...this.#arrivals]) listener(arrived);
  }

  /** Shows the people about whom nobody has decided. */
  #show(list: readonly WaitingPerson[]): readonly WaitingPerson[] {
    const before = this.#list.get();
    const shown = list.filter(({ id }) => !this.#answering.has(id));
    const isSame =
      shown.length === before.length &&
      shown.every(({ id, waitsFor }, at) => id === before[at]?.id && waitsFor === before[at]?.waitsFor);
    if (!isSame) this.#list.set(shown);
    return isSame ? before : shown;
  }
}
