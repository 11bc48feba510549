import { createStore } from '../../kit/store.ts';
import type { Poll } from './api.ts';
import { emptyForm, formOf, type PollForm } from './form.ts';

/** The form of a poll, which survives a change of tabs. */
export class PollDraft {
  readonly form = createStore<PollForm>(emptyForm);
  readonly isOpen = createStore(false);
  /** The id of the prepared poll that is being changed; undefined: the form is for a new one. */
  readonly changed = createStore<string | undefined>(undefined);

  openNew(): void {
    this.isOpen.set(true);
  }

  /** Opens the form with a prepared poll. */
  edit(poll: Poll): void {
    this.form.set(formOf(poll));
    this.changed.set(poll.id);
    this.isOpen.set(true);
  }

  /** Closes the form. The draft of a new poll is kept. */
  close(): void {
    if (this.changed.get() !== undefined) this.form.set(emptyForm);
    this.changed.set(undefined);
    this.isOpen.set(false);
  }
}
