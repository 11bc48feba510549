import { type ChatParts, publishWithoutNumber } from '../chat/chat.ts';
import { Gathering } from './gathering.ts';

/** A page shows no more names at once. */
const mostNamed = 30;

/** A person who sent a reaction. */
interface Sender {
  participantId: string;
  name: string;
}

/** Publishes the stage reactions of each room, gathered: their counts, and who sent the first ones. */
export class FlyingReactions {
  readonly #parts: Pick<ChatParts, 'socket'>;
  readonly #gathering = new Gathering<Sender & { emoji: string }>((channelId, sent) =>
    this.#publish(channelId, sent),
  );

  constructor(parts: Pick<ChatParts, 'socket'>) {
    this.#parts = parts;
  }

  add(channelId: string, emoji: string, { participantId, name }: Sender): void {
    this.#gathering.add(channelId, { emoji, participantId, name });
  }

  #publish(channelId: string, sent: (Sender & { emoji: string })[]): void {
    const counts: Record<string, number> = {};
    for (const { emoji } of sent) counts[emoji] = (counts[emoji] ?? 0) + 1;
    const payload = { counts, from: sent.slice(0, mostNamed) };
    publishWithoutNumber(this.#parts, channelId, { event: 'reactions', payload });
  }

  stop(): void {
    this.#gathering.stop();
  }
}
