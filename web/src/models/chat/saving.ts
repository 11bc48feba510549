import { codeOf } from '../../kit/refusals.ts';
import { createStore, type Store } from '../../kit/store.ts';
import type { Conversation } from './conversation.ts';
import { personIn } from './payloads.ts';
import type { People } from './people.ts';
import type { Message } from './types.ts';

type SavingState = {
  conversation: Conversation;
  /**
   * Set after a failure: `code` of the server's table of errors, `unreachable` if there was no response. Undefined
   * while messages are loaded.
   */
  failure: string | undefined;
};

/** Loads all messages of a conversation, so that the person can save them as a file. */
export class Saving {
  readonly #people: People;
  readonly #state = createStore<SavingState | undefined>(undefined);
  /** Undefined if nothing is being saved and nothing failed. */
  readonly state: Store<SavingState | undefined> = this.#state;

  constructor(people: People) {
    this.#people = people;
  }

  /**
   * Passes all messages that the person can see to `write`, once the names of their authors are known. Ends an earlier
   * saving.
   */
  async start(conversation: Conversation, write: (messages: readonly Message[]) => void): Promise<void> {
    const begun: SavingState = { conversation, failure: undefined };
    const isCancelled = (): boolean => this.#state.get() !== begun;
    this.#state.set(begun);
    const shown = (): readonly Message[] => conversation.state.get().messages;
    try {
      await conversation.loadAll(isCancelled);
      if (isCancelled()) return;
      await this.#people.load(shown().flatMap((message) => personIn(message) ?? []));
      if (isCancelled()) return;
      write(shown());
      this.#state.set(undefined);
    } catch (error) {
      if (!isCancelled()) this.#state.set({ conversation, failure: codeOf(error) ?? 'unreachable' });
    }
  }

  /** Stops the loading, or dismisses the failure. */
  cancel(): void {
    this.#state.set(undefined);
  }
}
