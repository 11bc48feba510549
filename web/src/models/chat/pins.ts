import type { ChatApi } from './api.ts';
import type { People } from './people.ts';
import type { Message, Pin } from './types.ts';

type Parts = {
  api: Pick<ChatApi, 'pins' | 'pin' | 'unpin'>;
  channelId: string;
  get: (messageId: string) => Message | undefined;
  people: People;
  changed: () => void;
};

/** The pinned messages, newest first. */
export class Pins {
  readonly #parts: Parts;
  #list: readonly Pin[] = [];
  #round = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get list(): readonly Pin[] {
    return this.#list;
  }

  async read(): Promise<void> {
    this.#round += 1;
    const round = this.#round;
    try {
      const pins = await this.#parts.api.pins(this.#parts.channelId);
      if (round !== this.#round) return;
      this.#parts.people.request(pins.flatMap(({ message }) => message.userId ?? []));
      this.#set(pins);
    } catch {
      // Keep the known pins; the next change reads them all.
    }
  }

  /** Uses a loaded message without a request. The pin's own id is needed for unpinning only, which reads it. */
  onPinned(messageId: string, isPinned: boolean): void {
    const others = this.#list.filter((pin) => pin.messageId !== messageId);
    const message = this.#parts.get(messageId);
    if (!isPinned) this.#set(others);
    else if (message)
      this.#set([{ id: '', channelId: this.#parts.channelId, messageId, message }, ...others]);
    else void this.read();
  }

  async pin(messageId: string): Promise<void> {
    await this.#parts.api.pin(this.#parts.channelId, messageId);
  }

  async unpin(messageId: string): Promise<void> {
    const known = this.#list.find((pin) => pin.messageId === messageId);
    const id =
      known?.id ||
      (await this.#parts.api.pins(this.#parts.channelId)).find((pin) => pin.messageId === messageId)?.id;
    if (id) await this.#parts.api.unpin(id);
  }

  change(messageId: string, change: (message: Message) => Message): void {
    if (!this.#list.some((pin) => pin.messageId === messageId)) return;
    this.#set(
      this.#list.map((pin) => (pin.messageId === messageId ? { ...pin, message: change(pin.message) } : pin)),
    );
  }

  drop(messageIds: readonly string[]): void {
    if (this.#list.some((pin) => messageIds.includes(pin.messageId)))
      this.#set(this.#list.filter((pin) => !messageIds.includes(pin.messageId)));
  }

  clear(): void {
    this.#set([]);
  }

  #set(list: readonly Pin[]): void {
    // Drop the response of a request that is still running: it is older than this.
    this.#round += 1;
    this.#list = list;
    this.#parts.changed();
  }
}
