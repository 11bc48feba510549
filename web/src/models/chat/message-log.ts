import type { Message } from './types.ts';

/** The loaded messages: a contiguous part of the channel up to the newest, each once, in order. */
export class MessageLog {
  #messages: Message[] = [];
  #byId = new Map<string, Message>();
  /** Ids deleted during this visit: a page that was read before must not restore them. */
  readonly #deleted = new Set<string>();
  #shown: readonly Message[] = [];
  #isStale = false;

  /** A copy that stays the same array while nothing changes. */
  get shown(): readonly Message[] {
    if (this.#isStale) this.#shown = [...this.#messages];
    this.#isStale = false;
    return this.#shown;
  }

  get oldest(): Message | undefined {
    return this.#messages[0];
  }

  get(id: string): Message | undefined {
    return this.#byId.get(id);
  }

  isDeleted(id: string): boolean {
    return this.#deleted.has(id);
  }

  reset(messages: readonly Message[]): void {
    this.#messages = [];
    this.#byId = new Map();
    this.#deleted.clear();
    this.#isStale = true;
    for (const message of messages) this.add(message);
  }

  add(message: Message): void {
    if (this.#byId.has(message.id)) return;
    this.#byId.set(message.id, message);
    const at = this.#placeOf(message.seq);
    if (at === this.#messages.length) this.#messages.push(message);
    else this.#messages.splice(at, 0, message);
    this.#isStale = true;
  }

  /** Adds a page of older messages. Returns how many were new. */
  addOlder(page: readonly Message[]): number {
    const fresh = page.filter(({ id }) => !this.#byId.has(id) && !this.#deleted.has(id));
    for (const message of fresh) this.#byId.set(message.id, message);
    const before = this.#messages.length;
    this.#messages = [...fresh, ...this.#messages];
    // A message with another position would break the order for good.
    if (fresh.length > 0 && before > 0) this.#messages.sort((a, b) => a.seq - b.seq);
    this.#isStale = true;
    return fresh.length;
  }

  /** Changes a loaded message. */
  change(id: string, change: (message: Message) => Message): void {
    const earlier = this.#byId.get(id);
    if (!earlier) return;
    const next = change(earlier);
    this.#byId.set(id, next);
    const at = this.#placeOf(earlier.seq) - 1;
    if (this.#messages[at]?.id === id) this.#messages[at] = next;
    this.#isStale = true;
  }

  remove(ids: readonly string[]): void {
    const gone = new Set(ids);
    for (const id of ids) {
      this.#deleted.add(id);
      this.#byId.delete(id);
    }
    this.#messages = this.#messages.filter(({ id }) => !gone.has(id));
    this.#isStale = true;
  }

  clear(): void {
    this.remove(this.#messages.map(({ id }) => id));
  }

  /** The index at which a message of this number is inserted: after those with the same or a lower one. */
  #placeOf(seq: number): number {
    let low = 0;
    let high = this.#messages.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#messages[middle]?.seq ?? 0) <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
