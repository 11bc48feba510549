import type { PageRequest } from './api.ts';
import type { MessageLog } from './message-log.ts';
import type { Message } from './types.ts';

type Parts = {
  log: MessageLog;
  page: (wish: PageRequest) => Promise<Message[]>;
  changed: () => void;
};

export type HistoryState = { hasOlder: boolean; loadOlder: 'idle' | 'loading' | 'failed' };

/** Reads upward: a page more, or everything back to one message. */
export class History {
  readonly #parts: Parts;
  #state: HistoryState = { hasOlder: false, loadOlder: 'idle' };
  #running: Promise<void> | undefined;
  /** Grows when everything that is known changes at once: a page that was asked for before belongs to nothing. */
  #life = 0;
  /** What happened to messages that are not here yet, while a page with them may be on its way. */
  #late: { id: string; change: (message: Message) => Message }[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get state(): HistoryState {
    return this.#state;
  }

  reset(): void {
    this.#life += 1;
    this.#running = undefined;
    this.#late = [];
    this.#set({ hasOlder: this.#parts.log.oldest !== undefined, loadOlder: 'idle' });
  }

  /** A change of a message that is not here: the page that brings it may have been read before. */
  missed(id: string, change: (message: Message) => Message): void {
    if (this.#running) this.#late.push({ id, change });
  }

  async older(): Promise<void> {
    if (this.#running || !this.#state.hasOlder) return this.#running;
    await this.#run((before) => ({ before }));
  }

  /** Reads back to this message. Returns whether it is there now. */
  async loadBackTo(id: string): Promise<boolean> {
    const { log } = this.#parts;
    const isOlder = (): boolean => log.oldest !== undefined && BigInt(id) < BigInt(log.oldest.id);
    const life = this.#life;
    // Ids grow with the numbers: where the oldest known is older than this one, it is not in the channel any more.
    while (isOlder() && this.#state.hasOlder && life === this.#life) {
      const before = log.oldest;
      await (this.#running ?? this.#run((oldest) => ({ before: oldest, until: id })));
      if (this.#state.loadOlder === 'failed' || before === log.oldest) break;
    }
    return log.get(id) !== undefined;
  }

  #run(wish: (before: string) => PageRequest): Promise<void> {
    const { oldest } = this.#parts.log;
    if (!oldest) return Promise.resolve();
    const running = this.#load(wish(oldest.id));
    this.#running = running;
    return running;
  }

  async #load(wish: PageRequest): Promise<void> {
    const life = this.#life;
    this.#set({ ...this.#state, loadOlder: 'loading' });
    let next: HistoryState = { ...this.#state, loadOlder: 'failed' };
    try {
      const page = await this.#parts.page(wish);
      if (life !== this.#life) return;
      this.#parts.log.addOlder(page);
      for (const { id, change } of this.#late) this.#parts.log.change(id, change);
      // Nothing between two messages says nothing about what is older than both.
      next = { hasOlder: page.length > 0 || wish.until !== undefined, loadOlder: 'idle' };
    } catch {
      if (life !== this.#life) return;
    }
    this.#late = [];
    this.#running = undefined;
    this.#set(next);
  }

  #set(state: HistoryState): void {
    this.#state = state;
    this.#parts.changed();
  }
}
