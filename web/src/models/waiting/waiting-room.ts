import type { Clock } from '../../kit/clock.ts';
import { statusOf } from '../../kit/refusals.ts';
import { Replica } from '../../kit/replica.ts';
import { createScope } from '../../kit/scope.ts';
import { createStore, type Store } from '../../kit/store.ts';
import type { Live } from '../live/live.ts';
import type { WaitingPerson, WaitingRoomApi } from './api.ts';

type WaitingRoomParts = {
  api: WaitingRoomApi;
  live: Live;
  roomId: string;
  clock: Clock;
};

/** In ms. A class that arrives at once causes many hints, which share few requests. */
const hintsEvery = 1_000;
/** In ms. A hint may be lost, so a list that is being watched is also read this often. */
const readWhileWatchedEvery = 30_000;

/**
 * The waiting people for moderators: read after every hint, decided by admitting or refusing. People who wait for a
 * moderator are left out: as soon as the server knows that this one has entered, it admits them or asks for a decision.
 */
export class WaitingRoom {
  readonly #parts: WaitingRoomParts;
  readonly #scope = createScope();
  readonly #list: Replica<readonly WaitingPerson[]>;
  readonly #arrivals = new Set<(arrived: readonly WaitingPerson[]) => void>();
  /** Ids whose decision is in flight. */
  readonly #answering = new Set<string>();
  /** Ids of those who were shown and still wait. */
  readonly #known = new Set<string>();
  readonly #isWatched = createStore(false);
  #isOpen = false;
  #watchers = 0;
  #cancelWatch = (): void => undefined;

  constructor(parts: WaitingRoomParts) {
    this.#parts = parts;
    const { clock } = parts;
    this.#list = new Replica({
      initial: [],
      read: () => this.#read(),
      clock,
      hintsEvery,
      keep: keepIfSameList,
    });
    this.#scope.add(() => this.#list.end());
    this.#scope.add(this.#list.value.subscribe(() => this.#tellArrivals()));
    this.#scope.add(parts.live.onPersonal('waiting-room', ({ roomId }) => this.#onHint(roomId)));
    // Also for the first time: a hint before it, about people who waited for this moderator, reached nobody.
    this.#scope.add(parts.live.state.subscribe(() => this.#onLink()));
    this.#scope.add(() => this.#cancelWatch());
  }

  get list(): Store<readonly WaitingPerson[]> {
    return this.#list.value;
  }

  /** True if the person sees the list anyway. */
  get isWatched(): Store<boolean> {
    return this.#isWatched;
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
      this.#known.clear();
      this.#list.reset();
    }
  }

  /** Keeps the list up to date until the returned function is called. */
  watch(): () => void {
    this.#watchers += 1;
    if (this.#watchers === 1) {
      this.#isWatched.set(true);
      this.#readSoon();
      this.#watchOn();
    }
    let isWatching = true;
    return () => {
      if (!isWatching) return;
      isWatching = false;
      this.#watchers -= 1;
      if (this.#watchers > 0) return;
      this.#cancelWatch();
      this.#isWatched.set(false);
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

  /** Replaces the message to everybody who waits; null removes it. Throws the server's error. */
  async setMessage(text: string | null): Promise<void> {
    const message = await this.#parts.api.setMessage(text);
    this.#list.apply((list) => list.map((person) => ({ ...person, message })));
    this.#readSoon();
  }

  get #shownIds(): readonly string[] {
    return this.#list.value.get().map(({ id }) => id);
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
    const remove = (): void => this.#list.apply((list) => list.filter(({ id }) => !ids.includes(id)));
    remove();
    try {
      await act();
    } catch (error) {
      // They left, or another moderator decided first.
      const status = statusOf(error);
      if (status !== 404 && status !== 409) throw error;
    } finally {
      for (const id of ids) this.#answering.delete(id);
      this.#readSoon();
    }
    // A reading in progress may have begun before the decision.
    remove();
  }

  #readSoon(): void {
    if (this.#isOpen) this.#list.readSoon();
  }

  async #read(): Promise<readonly WaitingPerson[]> {
    const list = await this.#parts.api.list();
    const waiting = new Set(list.map(({ id }) => id));
    for (const id of this.#known) if (!waiting.has(id)) this.#known.delete(id);
    return list.filter(({ id, waitsFor }) => waitsFor !== 'moderator' && !this.#answering.has(id));
  }

  #tellArrivals(): void {
    const arrived = this.#list.value.get().filter(({ id }) => !this.#known.has(id));
    for (const { id } of arrived) this.#known.add(id);
    if (arrived.length === 0) return;
    for (const listener of [...this.#arrivals]) listener(arrived);
  }
}

type List = readonly WaitingPerson[];

const keepIfSameList = (before: List, next: List): List =>
  next.length === before.length && next.every((person, at) => isSamePerson(person, before[at]))
    ? before
    : next;

const isSamePerson = (one: WaitingPerson, other: WaitingPerson | undefined): boolean =>
  one.id === other?.id && one.waitsFor === other.waitsFor && one.message === other.message;
