import type { PageRequest } from './api.ts';
import type { MessageLog } from './message-log.ts';
import type { Message } from './types.ts';

type Parts = {
  log: MessageLog;
  page: (request: PageRequest) => Promise<Message[]>;
  changed: () => void;
};

/** No message has a lower id. */
const lowestId = '1';

export type HistoryState = { hasOlder: boolean; loadOlder: 'idle' | 'loading' | 'failed' };

/** Loads older messages: one page, everything back to one message, or all. */
export class History {
  readonly #parts: Parts;
  #state: HistoryState = { hasOlder: false, loadOlder: 'idle' };
  #running: Promise<void> | undefined;
  /** Incremented when the log is replaced: a page that was requested before is dropped. */
  #life = 0;
  /** Changes of messages that are not loaded, while a page that contains them may be loading. */
  #late: { id: string; change: (message: Message) => Message }[] = [];
  /** The error of the last page that failed. */
  #error: unknown;

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

  /** Notes a change of a message that is not loaded: a page may have been read before the change. */
  missed(id: string, change: (message: Message) => Message): void {
    if (this.#running) this.#late.push({ id, change });
  }

  /** @param most how many messages at most; the server's default is a page */
  async older(most?: number): Promise<void> {
    if (this.#running || !this.#state.hasOlder) return this.#running;
    await this.#run((before) => ({ before, ...(most !== undefined && { limit: most }) }));
  }

  /** Loads messages back to this one. Returns whether it is loaded now. */
  async loadBackTo(id: string): Promise<boolean> {
    const { log } = this.#parts;
    const isOlder = (): boolean => log.oldest !== undefined && BigInt(id) < BigInt(log.oldest.id);
    const life = this.#life;
    // Ids grow with the numbers: if the oldest loaded message is older than this one, this one was deleted.
    while (isOlder() && this.#state.hasOlder && life === this.#life) {
      const before = log.oldest;
      await (this.#running ?? this.#run((oldest) => ({ before: oldest, until: id })));
      if (this.#state.loadOlder === 'failed' || before === log.oldest) break;
    }
    return log.get(id) !== undefined;
  }

  /** Loads all messages, in ranges as long as the server allows. Throws the error of a page that failed. */
  async loadAll(isCancelled: () => boolean): Promise<void> {
    while (this.#state.hasOlder && !isCancelled()) {
      await (this.#running ?? this.#run((before) => ({ before, until: lowestId })));
      if (this.#state.loadOlder === 'failed') throw this.#error;
    }
  }

  #run(request: (before: string) => PageRequest): Promise<void> {
    const { oldest } = this.#parts.log;
    if (!oldest) return Promise.resolve();
    const running = this.#load(request(oldest.id));
    this.#running = running;
    return running;
  }

  async #load(request: PageRequest): Promise<void> {
    const life = this.#life;
    this.#set({ ...this.#state, loadOlder: 'loading' });
    let next: HistoryState = { ...this.#state, loadOlder: 'failed' };
    try {
      const page = await this.#parts.page(request);
      if (life !== this.#life) return;
      this.#parts.log.addOlder(page);
      for (const { id, change } of this.#late) this.#parts.log.change(id, change);
      // An empty page between two messages does not mean that nothing older exists.
      const isRange = request.until !== undefined && request.until !== lowestId;
      next = { hasOlder: page.length > 0 || isRange, loadOlder: 'idle' };
    } catch (error) {
      if (life !== this.#life) return;
      this.#error = error;
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
