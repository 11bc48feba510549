import type { Clock } from '../../kit/clock.ts';
import { codeOf, isFinal, waitOf } from '../../kit/refusals.ts';
import { chatPauses, pauseBefore, spreadPause } from '../../kit/retries.ts';
import { createStore, type Store } from '../../kit/store.ts';
import { type Memory, readList } from './memory.ts';
import { Pause } from './pause.ts';
import type { Message } from './types.ts';

export type Pending = {
  clientMessageId: string;
  text: string;
  replyTo?: string;
  at: number;
  /**
   * `sending`: queued or being sent; `held`: the server asked for a pause; `unreached`: no response, retried
   * automatically; `sent`: stored, but not delivered by the socket yet; `refused`: the person decides.
   */
  state: 'sending' | 'held' | 'unreached' | 'sent' | 'refused';
  /** The code of a refusal in the server's table of errors. */
  reason?: string;
  /** When a held message is sent. */
  until?: number;
};

type Kept = Pick<Pending, 'clientMessageId' | 'text' | 'replyTo' | 'at' | 'reason'>;

export type OutboxParts = {
  clock: Clock;
  memory: Memory;
  /** The storage key; it depends on the person. */
  key: () => string;
  send: (pending: Kept) => Promise<Message>;
  newId: () => string;
  /** The server stored the message. */
  sent: (message: Message) => void;
  /** The server refused the message for good, with this code. */
  refused: (code: string) => void;
  random?: (() => number) | undefined;
};

/**
 * Messages that are not in the channel yet, oldest first. They are sent one after the other, so that they arrive in
 * the order in which they were written. Each has its own id, by which the server stores it once however often it is
 * sent. They are kept over a reload.
 */
export class Outbox {
  readonly #parts: OutboxParts;
  readonly #list = createStore<readonly Pending[]>([]);
  readonly list: Store<readonly Pending[]> = this.#list;
  #isSending = false;
  readonly #pause: Pause;
  #ended = false;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    this.#pause = new Pause(parts.clock);
  }

  /** Restores what an earlier visit left. */
  start(): void {
    const known = new Set(this.#list.get().map(({ clientMessageId }) => clientMessageId));
    const kept = readList(this.#parts.memory, this.#parts.key())
      .filter(isKept)
      .filter(({ clientMessageId }) => !known.has(clientMessageId))
      .map((one): Pending => ({ ...one, state: one.reason ? 'refused' : 'sending' }));
    this.#set([...kept, ...this.#list.get()]);
    void this.#work();
  }

  add(text: string, replyTo?: string): void {
    const pending: Pending = {
      clientMessageId: this.#parts.newId(),
      text: text.trim(),
      ...(replyTo === undefined ? {} : { replyTo }),
      at: this.#parts.clock.now(),
      state: 'sending',
    };
    this.#set([...this.#list.get(), pending]);
    void this.#work();
  }

  /** Sends a refused message again. */
  retry(clientMessageId: string): void {
    this.#change(clientMessageId, ({ reason: _, ...one }) => ({ ...one, state: 'sending' }));
    void this.#work();
  }

  discard(clientMessageId: string): Pending | undefined {
    const found = this.#find(clientMessageId);
    this.#set(this.#list.get().filter((one) => one !== found));
    // The other messages need not wait for a discarded one.
    if (found?.state === 'held' || found?.state === 'unreached') this.#pause.endNow();
    return found;
  }

  /** Removes messages that have arrived in the channel. */
  arrived(messages: readonly Message[]): void {
    const names = new Set(messages.flatMap(({ clientMessageId }) => clientMessageId ?? []));
    const left = this.#list.get().filter(({ clientMessageId }) => !names.has(clientMessageId));
    if (left.length < this.#list.get().length) this.#set(left);
  }

  /** Retries at once: the server may be reachable again. */
  retryNow(): void {
    if (this.#list.get().some(({ state }) => state === 'unreached')) this.#pause.endNow();
  }

  end(): void {
    this.#ended = true;
    this.#pause.endNow();
  }

  async #work(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    let attempt = 0;
    for (let next = this.#next(); next && !this.#ended; next = this.#next()) {
      try {
        const message = await this.#parts.send(next);
        attempt = 0;
        this.#onSent(next.clientMessageId, message);
      } catch (error) {
        if (this.#ended) break;
        attempt = await this.#onFailed(next.clientMessageId, { error, attempt });
      }
    }
    this.#isSending = false;
  }

  #onSent(clientMessageId: string, message: Message): void {
    this.#change(clientMessageId, ({ until: _, ...one }) => ({ ...one, state: 'sent' }));
    this.#parts.sent({ ...message, clientMessageId });
  }

  /** Returns the number of the next attempt. */
  async #onFailed(id: string, { error, attempt }: { error: unknown; attempt: number }): Promise<number> {
    if (isFinal(error)) {
      const reason = codeOf(error) ?? 'internal';
      this.#change(id, (one) => ({ ...one, state: 'refused', reason }));
      this.#parts.refused(reason);
      return 0;
    }
    const wait = waitOf(error);
    if (wait !== undefined) {
      this.#change(id, (one) => ({ ...one, state: 'held', until: this.#parts.clock.now() + wait }));
      await this.#pause.wait(wait);
    } else {
      this.#change(id, ({ until: _, ...one }) => ({ ...one, state: 'unreached' }));
      await this.#pause.wait(spreadPause(pauseBefore(attempt, chatPauses), this.#parts.random));
    }
    return attempt + 1;
  }

  #next(): Pending | undefined {
    return this.#list.get().find(({ state }) => state !== 'sent' && state !== 'refused');
  }

  #find(clientMessageId: string): Pending | undefined {
    return this.#list.get().find((one) => one.clientMessageId === clientMessageId);
  }

  #change(clientMessageId: string, change: (one: Pending) => Pending): void {
    const changed = (one: Pending): Pending => (one.clientMessageId === clientMessageId ? change(one) : one);
    this.#set(this.#list.get().map(changed));
  }

  #set(list: readonly Pending[]): void {
    this.#list.set(list);
    const kept = list
      .filter(({ state }) => state !== 'sent')
      .map(({ clientMessageId, text, replyTo, at, reason }) => ({
        clientMessageId,
        text,
        replyTo,
        at,
        reason,
      }));
    this.#parts.memory.write(this.#parts.key(), kept.length === 0 ? '' : JSON.stringify(kept));
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false;
  const { clientMessageId, text, at, replyTo, reason } = value as Partial<Record<keyof Kept, unknown>>;
  const isText = (one: unknown): boolean => one === undefined || typeof one === 'string';
  return (
    typeof clientMessageId === 'string' &&
    typeof text === 'string' &&
    typeof at === 'number' &&
    isText(replyTo) &&
    isText(reason)
  );
}
