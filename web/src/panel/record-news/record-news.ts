import { createStore, keepIfSame, type Store } from '../../kit/store.ts';

/** A recording that was seen on a page of the panel before it was finished. */
export type ComingRecord = { id: string; spaceId: string; roomId: string; name: string };

type Seen = ComingRecord & { state: string };

const unfinished: readonly string[] = ['new', 'recording', 'processing'];

/** Follows the recordings that pages showed unfinished, so that the panel says when one is ready. */
export class RecordNews {
  readonly #coming = createStore<readonly ComingRecord[]>([]);
  readonly #ready = createStore<ComingRecord | undefined>(undefined);

  get coming(): Store<readonly ComingRecord[]> {
    return this.#coming;
  }

  /** The last one that became ready, until it is dismissed. */
  get ready(): Store<ComingRecord | undefined> {
    return this.#ready;
  }

  /** Called with every recording that a page shows or that was read because it is coming. */
  see(records: readonly Seen[]): void {
    const known = new Map(this.#coming.get().map((record) => [record.id, record]));
    for (const { id, spaceId, roomId, name, state } of records) {
      const record = { id, spaceId, roomId, name };
      if (unfinished.includes(state)) known.set(id, keepIfSame(known.get(id) ?? record, record));
      else if (known.delete(id) && state === 'finished') this.#ready.set(record);
    }
    this.#setComing([...known.values()]);
  }

  /** It was deleted, or this person may not read it any more. */
  forget(id: string): void {
    this.#setComing(this.#coming.get().filter((record) => record.id !== id));
  }

  dismiss(): void {
    this.#ready.set(undefined);
  }

  /** Another account must not see what this one saw. */
  clear(): void {
    this.#coming.set([]);
    this.dismiss();
  }

  #setComing(next: readonly ComingRecord[]): void {
    const before = this.#coming.get();
    const isSame = next.length === before.length && next.every((record, index) => record === before[index]);
    if (!isSame) this.#coming.set(next);
  }
}

export const recordNews = new RecordNews();
