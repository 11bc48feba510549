import { createStore, type Store } from '../../kit/store.ts';
import type { Conversation } from './conversation.ts';

/** The other person of a private conversation: a chat user, or a participant whose chat user the page does not know yet. */
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

type DirectOpeningParts = {
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
  /** Undefined while no conversation is being opened. */
  readonly opening: Store<Opening | undefined> = this.#opening;
  #to: Addressee | undefined;
  /** Texts that were written before the person turned to another conversation. They still belong to their addressee. */
  readonly #kept = new Map<Addressee, Opening>();

  constructor(parts: DirectOpeningParts) {
    this.#parts = parts;
  }

  begin(to: Addressee): void {
    this.#keepText();
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
    this.#keepText();
    this.#to = undefined;
    this.#opening.set(undefined);
  }

  #keepText(): void {
    const opening = this.#opening.get();
    if (this.#to && opening && opening.text !== '' && !opening.hasFailed) this.#kept.set(this.#to, opening);
  }

  async #open(to: Addressee): Promise<void> {
    const conversation = await this.#parts.find(to).catch(() => undefined);
    const isShown = this.#to === to;
    const opening = isShown ? this.#opening.get() : this.#kept.get(to);
    this.#kept.delete(to);
    if (!opening) return;
    if (!conversation) {
      if (isShown || opening.isSent) this.#showFailure(to, opening);
      return;
    }
    if (opening.isSent) conversation.send(opening.text);
    else if (opening.text !== '') conversation.draft.restore(opening.text, undefined);
    if (!isShown) return;
    this.#to = undefined;
    this.#opening.set(undefined);
    this.#parts.show(conversation);
  }

  /** A text that was sent is not lost without a sign, also if the person looks at another conversation. */
  #showFailure(to: Addressee, opening: Opening): void {
    if (this.#to !== undefined && this.#to !== to) return;
    this.#to = to;
    this.#opening.set({ ...opening, isSent: false, hasFailed: true });
  }

  #change(change: Partial<Opening>): void {
    const opening = this.#opening.get();
    if (opening) this.#opening.set({ ...opening, ...change });
  }
}
