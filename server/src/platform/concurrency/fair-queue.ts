import { Refusal } from '../errors.ts';

export interface FairQueueSettings {
  /** How many may run concurrently. */
  slots: number;
  /** How many of them one client may have; by default all but one, or the only one. */
  slotsOfClient?: number;
  /** How many may wait for a slot, over all clients. */
  maxWaiting: number;
  /** The `Retry-After` of a refusal, in seconds. */
  retryAfter: number;
}

interface Waiting {
  start(): void;
  reject(reason: unknown): void;
}

/**
 * Runs expensive work in a few slots. Clients take turns, so that one with many requests hardly delays the others. If
 * there are several slots, one client never occupies all of them. When the queue is full, the newest request of
 * the client with the most requests is refused.
 */
export class FairQueue {
  readonly #settings: FairQueueSettings;
  /** By client, in the order of turns; no list is empty. */
  readonly #waiting = new Map<string, Waiting[]>();
  #waitingCount = 0;
  /** How many requests of each client run; no value is 0. */
  readonly #running = new Map<string, number>();
  #runningCount = 0;

  constructor(settings: FairQueueSettings) {
    this.#settings = settings;
  }

  /**
   * @param signal ends the wait for a slot; `work` itself has to stop by it
   * @throws `rate_limited` if too many wait; the signal's reason after an abort
   */
  async run<T>(client: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    await this.#waitForSlot(client, signal);
    try {
      return await work();
    } finally {
      this.#release(client);
    }
  }

  async #waitForSlot(client: string, signal: AbortSignal | undefined): Promise<void> {
    if (this.#mayRun(client)) {
      this.#occupy(client);
      return;
    }
    const isFull = this.#waitingCount >= this.#settings.maxWaiting;
    if (isFull && !this.#refuseOneInsteadOf(client)) throw this.#refusal();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry = { start: resolve, reject };
    const own = this.#waiting.get(client) ?? [];
    own.push(entry);
    this.#waiting.set(client, own);
    this.#waitingCount += 1;
    const abort = () => this.#leave(client, entry, signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    await promise.finally(() => signal?.removeEventListener('abort', abort));
  }

  #refusal(): Refusal {
    return new Refusal('rate_limited', { retryAfter: this.#settings.retryAfter });
  }

  /** Ends the wait of one request. Does nothing if it has a slot already. */
  #leave(client: string, entry: Waiting, reason: unknown): void {
    const list = this.#waiting.get(client) ?? [];
    const at = list.indexOf(entry);
    if (at < 0) return;
    list.splice(at, 1);
    if (list.length === 0) this.#waiting.delete(client);
    this.#waitingCount -= 1;
    entry.reject(reason);
  }

  /** Makes room for a client by refusing a request of one that has more. Returns false if no client has. */
  #refuseOneInsteadOf(client: string): boolean {
    const own = this.#waiting.get(client)?.length ?? 0;
    const longest = [...this.#waiting.values()].reduce((a, b) => (b.length > a.length ? b : a));
    if (longest.length <= own + 1) return false;
    longest.pop()?.reject(this.#refusal());
    this.#waitingCount -= 1;
    return true;
  }

  #mayRun(client: string): boolean {
    const { slots, slotsOfClient = Math.max(1, slots - 1) } = this.#settings;
    return this.#runningCount < slots && (this.#running.get(client) ?? 0) < slotsOfClient;
  }

  #occupy(client: string): void {
    this.#runningCount += 1;
    this.#running.set(client, (this.#running.get(client) ?? 0) + 1);
  }

  #release(client: string): void {
    this.#runningCount -= 1;
    const left = (this.#running.get(client) ?? 1) - 1;
    if (left > 0) this.#running.set(client, left);
    else this.#running.delete(client);
    this.#startNext();
  }

  #startNext(): void {
    for (const [client, list] of this.#waiting) {
      if (!this.#mayRun(client)) continue;
      const first = list.shift();
      this.#waiting.delete(client);
      // Move the client to the end, behind the others.
      if (list.length > 0) this.#waiting.set(client, list);
      this.#waitingCount -= 1;
      this.#occupy(client);
      first?.start();
      return;
    }
  }
}
