import type { Clock } from '../../kit/clock.ts';
import { Replica } from '../../kit/replica.ts';
import { keepIfSame } from '../../kit/store.ts';
import type { ChatApi } from './api.ts';
import type { People } from './people.ts';
import type { Message, Pin } from './types.ts';

type Parts = {
  api: Pick<ChatApi, 'pins' | 'pin' | 'unpin'>;
  channelId: string;
  get: (messageId: string) => Message | undefined;
  people: People;
  clock: Clock;
  changed: () => void;
};

/** The pinned messages, newest first. */
export class Pins {
  readonly #parts: Parts;
  readonly #list: Replica<readonly Pin[]>;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { clock } = parts;
    this.#list = new Replica({ initial: [], read: () => this.#read(), clock, keep: keepIfSame });
    this.#list.value.subscribe(parts.changed);
  }

  get list(): readonly Pin[] {
    return this.#list.value.get();
  }

  read(): Promise<void> {
    return this.#list.read();
  }

  /** Uses a loaded message without a request. The pin's own id is needed for unpinning only, which reads it. */
  onPinned(messageId: string, isPinned: boolean): void {
    const { get, channelId } = this.#parts;
    const message = isPinned ? get(messageId) : undefined;
    const pins = message ? [{ id: '', channelId, messageId, message }] : [];
    this.#list.apply((list) => [...pins, ...list.filter((pin) => pin.messageId !== messageId)]);
    if (isPinned && !message) void this.read();
  }

  async pin(messageId: string): Promise<void> {
    await this.#parts.api.pin(this.#parts.channelId, messageId);
  }

  async unpin(messageId: string): Promise<void> {
    const known = this.list.find((pin) => pin.messageId === messageId);
    const id =
      known?.id ||
      (await this.#parts.api.pins(this.#parts.channelId)).find((pin) => pin.messageId === messageId)?.id;
    if (id) await this.#parts.api.unpin(id);
  }

  change(messageId: string, change: (message: Message) => Message): void {
    this.#list.apply((list) =>
      list.map((pin) => (pin.messageId === messageId ? { ...pin, message: change(pin.message) } : pin)),
    );
  }

  drop(messageIds: readonly string[]): void {
    this.#list.apply((list) => list.filter((pin) => !messageIds.includes(pin.messageId)));
  }

  clear(): void {
    this.#list.apply(() => []);
  }

  end(): void {
    this.#list.end();
  }

  async #read(): Promise<readonly Pin[]> {
    const pins = await this.#parts.api.pins(this.#parts.channelId);
    this.#parts.people.request(pins.flatMap(({ message }) => message.userId ?? []));
    return pins;
  }
}
