import { codeOf } from '../../kit/refusals.ts';
import { createStore, type Store, type WritableStore } from '../../kit/store.ts';
import type { ChatApi } from './api.ts';
import type { Pins } from './pins.ts';
import type { ChatUser, Message, SettingsChange } from './types.ts';

/** A failed action: `code` of the server's table of errors, `unreachable` if there was no response. */
export type ChatNotice = { id: number; code: string };

type ShownReaction = { emoji: string; count: number; isMine: boolean };

type Parts = {
  api: ChatApi;
  channelId: string;
  pins: Pins;
  me: () => ChatUser | undefined;
  notice: WritableStore<ChatNotice | undefined>;
};

/** Actions on messages, people and the channel. Their effect arrives as a change, as for everybody. */
export class ChatActions {
  readonly #parts: Parts;
  /** Own reactions that the server accepted. It lists only some of the people who reacted. */
  readonly #taken = new Map<string, boolean>();
  /** Own reactions in flight, by message and emoji: whether they are to be added. */
  readonly #requests = createStore<ReadonlyMap<string, boolean>>(new Map());

  readonly reactions: Store<ReadonlyMap<string, boolean>> = this.#requests;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  edit(messageId: string, text: string): Promise<boolean> {
    return this.#try(() => this.#parts.api.edit(messageId, text.trim()));
  }

  remove(messageId: string): Promise<boolean> {
    return this.#try(() => this.#parts.api.remove(messageId));
  }

  clear(): Promise<boolean> {
    return this.#try(() => this.#parts.api.clear(this.#parts.channelId));
  }

  pin(messageId: string): Promise<boolean> {
    return this.#try(() => this.#parts.pins.pin(messageId));
  }

  unpin(messageId: string): Promise<boolean> {
    return this.#try(() => this.#parts.pins.unpin(messageId));
  }

  mute(userId: string, seconds?: number): Promise<boolean> {
    return this.#try(() => this.#parts.api.mute(this.#parts.channelId, userId, seconds));
  }

  change(settings: SettingsChange): Promise<boolean> {
    return this.#try(() => this.#parts.api.change(this.#parts.channelId, settings));
  }

  /** Adds or removes an own reaction; shown at once, before the server responds. */
  async toggle(message: Message, emoji: string): Promise<void> {
    const { api } = this.#parts;
    const key = `${message.id} ${emoji}`;
    if (this.#requests.get().has(key)) return;
    const isThere = this.#hasReacted(message, emoji);
    this.#requests.set(new Map(this.#requests.get()).set(key, !isThere));
    const isTaken = await this.#try(() =>
      isThere ? api.unreact(message.id, emoji) : api.react(message.id, emoji),
    );
    if (isTaken) this.#taken.set(key, !isThere);
    const left = new Map(this.#requests.get());
    left.delete(key);
    this.#requests.set(left);
  }

  /** The reactions of a message as this person sees them. */
  reactionsOf(message: Message): readonly ShownReaction[] {
    const seen = (message.reactions ?? []).map(
      ({ emoji, count }): ShownReaction => ({ emoji, count, isMine: this.#hasReacted(message, emoji) }),
    );
    for (const [key, isWanted] of this.#requests.get()) {
      const [id, emoji = ''] = key.split(' ');
      if (id === message.id) apply(seen, emoji, isWanted);
    }
    return seen.filter(({ count }) => count > 0);
  }

  /** Runs another action and shows its failure in the same notice. */
  attempt(run: () => Promise<unknown>): Promise<boolean> {
    return this.#try(run);
  }

  /** Shows the notice of a failure elsewhere. */
  showNotice(code: string): void {
    this.#parts.notice.set({ id: (this.#parts.notice.get()?.id ?? 0) + 1, code });
  }

  dismiss(): void {
    this.#parts.notice.set(undefined);
  }

  #hasReacted({ id, reactions }: Message, emoji: string): boolean {
    const userId = this.#parts.me()?.id;
    const found = reactions?.find((reaction) => reaction.emoji === emoji);
    if (!found || userId === undefined) return false;
    if (found.userIds.includes(userId)) return true;
    return found.userIds.length < found.count && this.#taken.get(`${id} ${emoji}`) === true;
  }

  async #try(run: () => Promise<unknown>): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      this.showNotice(codeOf(error) ?? 'unreachable');
      return false;
    }
  }
}

function apply(seen: ShownReaction[], emoji: string, isWanted: boolean): void {
  const found = seen.find((reaction) => reaction.emoji === emoji);
  if (!found) {
    if (isWanted) seen.push({ emoji, count: 1, isMine: true });
  } else if (found.isMine !== isWanted) {
    found.isMine = isWanted;
    found.count += isWanted ? 1 : -1;
  }
}
