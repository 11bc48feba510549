import { type ChatParts, publishWithoutNumber } from '../chat/chat.ts';

const gatherMs = 500;

/** Gathers the stage reactions of each room for 500 ms and publishes their counts: there may be hundreds (chat.md). */
export class FlyingReactions {
  readonly #parts: Pick<ChatParts, 'socket'>;
  readonly #gathered = new Map<string, { counts: Record<string, number>; timer: NodeJS.Timeout }>();

  constructor(parts: Pick<ChatParts, 'socket'>) {
    this.#parts = parts;
  }

  add(channelId: string, emoji: string): void {
    let gathering = this.#gathered.get(channelId);
    if (!gathering) {
      gathering = { counts: {}, timer: setTimeout(() => this.#send(channelId), gatherMs) };
      this.#gathered.set(channelId, gathering);
    }
    gathering.counts[emoji] = (gathering.counts[emoji] ?? 0) + 1;
  }

  #send(channelId: string): void {
    const gathering = this.#gathered.get(channelId);
    this.#gathered.delete(channelId);
    if (!gathering) return;
    publishWithoutNumber(this.#parts, channelId, {
      event: 'reactions',
      payload: { counts: gathering.counts },
    });
  }

  stop(): void {
    for (const { timer } of this.#gathered.values()) clearTimeout(timer);
    this.#gathered.clear();
  }
}
