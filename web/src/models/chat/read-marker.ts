import type { Memory } from './memory.ts';
import type { Message } from './types.ts';

type Parts = { memory: Memory; key: () => string; isMine: (message: Message) => boolean };

/** The number of the last message that the person saw. It is kept for the visit. */
export class ReadMarker {
  readonly #parts: Parts;
  #read: number | undefined;
  #divider: number | undefined;
  #isKept = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The last number that was read when the person opened the conversation; "new messages" begins after it. */
  get divider(): number | undefined {
    return this.#divider;
  }

  /** Messages from before the visit count as read; those of a channel that began during it (`isNew`) do not. */
  begin(seq: number, isNew: boolean): void {
    if (this.#read !== undefined) return;
    const kept = Number(this.#parts.memory.read(this.#parts.key()) ?? Number.NaN);
    this.#isKept = !Number.isNaN(kept);
    // A greater number is from before the channel was restored, and means nothing now.
    this.#keep(kept <= seq ? kept : isNew ? 0 : seq);
  }

  /** Whether the visit is older than the page: it had begun before a reload. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /** The channel was restored and its numbers are different. */
  restart(seq: number): void {
    if (this.#read === undefined || this.#read <= seq) return;
    this.#divider = undefined;
    this.#keep(seq);
  }

  unread(messages: readonly Message[]): number {
    const read = this.#read ?? Number.POSITIVE_INFINITY;
    let count = 0;
    for (let index = messages.length - 1; index >= 0; index -= 1) {
      const message = messages[index];
      if (!message || message.seq <= read) break;
      if (message.type === 'user' && !this.#parts.isMine(message)) count += 1;
    }
    return count;
  }

  /** Sets the divider above new messages until the person looks away. */
  showDivider(messages: readonly Message[]): void {
    this.#divider = this.unread(messages) > 0 ? this.#read : undefined;
  }

  hideDivider(): void {
    this.#divider = undefined;
  }

  /** Returns whether anything changed. */
  moveTo(seq: number): boolean {
    if (this.#read === undefined || seq <= this.#read) return false;
    this.#keep(seq);
    return true;
  }

  #keep(seq: number): void {
    this.#read = seq;
    this.#parts.memory.write(this.#parts.key(), String(seq));
  }
}
