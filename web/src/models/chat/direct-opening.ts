import { createStore, type Store } from '../../kit/store.ts';
import type { Conversation } from './conversation.ts';

/** A person to write to privately: a chat user, or a participant of whom the chat user is not known yet. */
export type Addressee = ({ userId: string } | { participantId: string }) & { name: string };

/** A private conversation that the server has not opened yet. */
export type Opening = {
  /** The name of the other person. */
  name: string;
  /** The text written meanwhile. */
  text: string;
  /** True once the person has sent the text: it goes out when the conversation is open. */
  isSent: boolean;
  hasFailed: boolean;
};

export type DirectOpeningParts = {
  /** Asks the server; undefined if the person has not joined the chat yet. */
  find: (to: Addressee) => Promise<Conversation | undefined>;
  show: (conversation: Conversation) => void;
};

/**
 * Changes the addressee before the server is asked, so that nothing written for one person can go to everybody. Text
 * that is written meanwhile belongs to that person alone.
 */
export class DirectOpening {
  readonly #parts: DirectOpeningParts;
  readonly #opening = createStore<Opening | undefined>(undefined);
  #to: Addressee | undefined;
  /** Texts that were written before the person turned to another conversation. They still belong to their addressee. */
  readonly #left = new Map<Addressee, Opening>();

  constructor(parts: DirectOpeningParts) {
    this.#parts = parts;
  }

  /** Undefined while no conversation is being opened. */
  get opening(): Store<Opening | undefined> {
    return this.#opening;
  }

  begin(to: Addressee): void {
    this.#leave();
    this.#to = to;
    this.#opening.set({ name: to.name, text: '', isSent: false, hasFailed: false });
    void this.#open(to);
  }

  retry(): void {
    if (!this.#to) return;
    this.#change({ hasFailed: false });
    // A new object, so that a late response to the first request does not count.
    this.#to = { ...this.#to };
    void this.#open(this.#to);
  }

  write(text: string): void {
    this.#change({ text });
  }

  submit(): void {
    const { text, hasFailed } = this.#opening.get() ?? { text: '', hasFailed: true };
    if (text.trim() !== '' && !hasFailed) this.#change({ isSent: true });
  }

  /** The person has chosen another conversation, or does not want this one. */
  cancel(): void {
    this.#leave();
    this.#to = undefined;
    this.#opening.set(undefined);
  }

  #leave(): void {
    const opening = this.#opening.get();
    if (this.#to && opening && opening.text !== '' && !opening.hasFailed) this.#left.set(this.#to, opening);
  }

  async #open(to: Addressee): Promise<void> {
    const conversation = await this.#parts.find(to).catch(() => undefined);
    const isShown = this.#to === to;
    const opening = isShown ? this.#opening.get() : this.#left.get(to);
    this.#left.delete(to);
    if (!opening) return;
    if (!conversation) {
      if (isShown) this.#change({ isSent: false, hasFailed: true });
      return;
    }
    if (opening.isSent) conversation.send(opening.text);
    else if (opening.text !== '') conversation.draft.restore(opening.text, undefined);
    if (!isShown) return;
    this.#to = undefined;
    this.#opening.set(undefined);
    this.#parts.show(conversation);
  }

  #change(change: Partial<Opening>): void {
    const opening = this.#opening.get();
    if (opening) this.#opening.set({ ...opening, ...change });
  }
}
