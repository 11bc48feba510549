import { createStore, type Store } from '../../kit/store.ts';
import type { Memory } from './memory.ts';

/** The text being written: a message, a reply, or an edit of a sent message. */
export type Writing = { text: string; replyTo?: string | undefined; editing?: string | undefined };

/** In code points, as the server counts. */
export const longestMessage = 4_000;

const nothing: Writing = { text: '' };

/** Kept over a reload, except for an edit: the message may have changed by then. */
export class Draft {
  readonly #memory: Memory;
  readonly #key: () => string;
  readonly #writing = createStore<Writing>(nothing);
  readonly writing: Store<Writing> = this.#writing;
  /** The draft from before the edit. */
  #beforeEdit: Writing = nothing;

  constructor(memory: Memory, key: () => string) {
    this.#memory = memory;
    this.#key = key;
  }

  /** Restores the kept draft if nothing has been written since. */
  start(): void {
    if (this.#writing.get() !== nothing) return;
    try {
      const kept: unknown = JSON.parse(this.#memory.read(this.#key()) ?? 'null');
      if (typeof kept !== 'object' || kept === null || !('text' in kept)) return;
      const { text, replyTo } = kept as Record<string, unknown>;
      if (typeof text !== 'string') return;
      this.#writing.set({ text, ...(typeof replyTo === 'string' ? { replyTo } : {}) });
    } catch {
      // The stored value is not a draft of ours.
    }
  }

  write(text: string): void {
    this.#set({ ...this.#writing.get(), text });
  }

  replyTo(messageId: string | undefined): void {
    const { text } = this.#writing.get().editing === undefined ? this.#writing.get() : this.#beforeEdit;
    this.#set({ text, replyTo: messageId });
  }

  edit(messageId: string, text: string): void {
    const now = this.#writing.get();
    if (now.editing === undefined) this.#beforeEdit = now;
    this.#set({ text, editing: messageId });
  }

  /** Puts a refused text back in front of what has been written since. */
  restore(text: string, replyTo: string | undefined): void {
    const now = this.#writing.get();
    const rest = now.editing === undefined ? now.text : '';
    this.#set({ text: rest === '' ? text : `${text}\n${rest}`, replyTo: replyTo ?? now.replyTo });
  }

  /** Ends the current reply or edit; after an edit the earlier draft is restored. */
  clear(): void {
    const wasEditing = this.#writing.get().editing !== undefined;
    this.#set(wasEditing ? this.#beforeEdit : nothing);
    if (wasEditing) this.#beforeEdit = nothing;
  }

  #set(writing: Writing): void {
    this.#writing.set(writing);
    const kept = writing.editing === undefined ? writing : this.#beforeEdit;
    const isEmpty = kept.text === '' && kept.replyTo === undefined;
    this.#memory.write(this.#key(), isEmpty ? '' : JSON.stringify(kept));
  }
}
