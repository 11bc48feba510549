import { type ChatParts, publishWithoutNumber } from '../chat/chat.ts';

const gatherMs = 500;
/** A page shows no more names at once. */
const mostNamed = 30;

/** A person who sent a reaction. */
interface Sender {
  participantId: string;
  name: string;
}

interface Gathering {
  counts: Record<string, number>;
  /** The first senders, one entry for each reaction. */
  from: (Sender & { emoji: string })[];
  timer: NodeJS.Timeout;
}

/** Gathers the stage reactions of each room for 500 ms and publishes their counts: there may be hundreds (chat.md). */
export class FlyingReactions {
  readonly #parts: Pick<ChatParts, 'socket'>;
  readonly #gathered = new Map<string, Gathering>();

  constructor(parts: Pick<ChatParts, 'socket'>) {
    this.#parts = parts;
  }

  add(channelId: string, emoji: string, { participantId, name }: Sender): void {
    let gathering = this.#gathered.get(channelId);
    if (!gathering) {
      gathering = { counts: {}, from: [], timer: setTimeout(() => this.#send(channelId), gatherMs) };
      this.#gathered.set(channelId, gathering);
    }
    gathering.counts[emoji] = (gathering.counts[emoji] ?? 0) + 1;
    if (gathering.from.length < mostNamed) gathering.from.push({ emoji, participantId, name });
  }

  #send(channelId: string): void {
    const gathering = this.#gathered.get(channelId);
    this.#gathered.delete(channelId);
    if (!gathering) return;
    const { counts, from } = gathering;
    publishWithoutNumber(this.#parts, channelId, { event: 'reactions', payload: { counts, from } });
  }

  stop(): void {
    for (const { timer } of this.#gathered.values()) clearTimeout(timer);
    this.#gathered.clear();
  }
}
