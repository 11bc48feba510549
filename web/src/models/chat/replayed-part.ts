import type { Message } from './types.ts';

/** The messages of a conversation up to the moment that a replay shows. */
export class ReplayedPart {
  /** The moment in ms. */
  until: number;
  #all: readonly Message[] = [];
  #part: readonly Message[] = [];

  constructor(until: number) {
    this.until = until;
  }

  /** True if the message was written after the moment. */
  isLater({ createdAt }: Message): boolean {
    return Date.parse(createdAt) > this.until;
  }

  /** The same array while the part stays the same. */
  of(messages: readonly Message[]): readonly Message[] {
    const next = messages.findIndex((message) => this.isLater(message));
    const count = next === -1 ? messages.length : next;
    if (messages !== this.#all || count !== this.#part.length) this.#part = messages.slice(0, count);
    this.#all = messages;
    return this.#part;
  }
}
