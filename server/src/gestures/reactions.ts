import { type ChatParts, publishWithoutNumber } from '../chat/chat.ts';
import { TimedBatches } from '../platform/concurrency/timed-batches.ts';
import { gatherMs } from './gather.ts';

/** A page shows no more names at once. */
const mostNamed = 30;

/** A person who sent a reaction. */
interface Sender {
  participantId: string;
  name: string;
}

interface SentReaction {
  emoji: string;
  sender: Sender | undefined;
}

/** Publishes the reactions of each channel, gathered: their counts, and the first senders who are named. */
export class FlyingReactions {
  readonly #parts: Pick<ChatParts, 'socket'>;
  readonly #batches = new TimedBatches<SentReaction>(gatherMs, (channelId, sent) =>
    this.#publish(channelId, sent),
  );

  constructor(parts: Pick<ChatParts, 'socket'>) {
    this.#parts = parts;
  }

  /** @param sender undefined: nobody learns who it is */
  add(channelId: string, emoji: string, sender?: Sender): void {
    this.#batches.add(channelId, { emoji, sender });
  }

  #publish(channelId: string, sent: SentReaction[]): void {
    const counts: Record<string, number> = {};
    for (const { emoji } of sent) counts[emoji] = (counts[emoji] ?? 0) + 1;
    const named = sent.flatMap(({ emoji, sender }) => (sender ? [{ emoji, ...sender }] : []));
    const payload = { counts, from: named.slice(0, mostNamed) };
    publishWithoutNumber(this.#parts, channelId, { event: 'reactions', payload });
  }

  stop(): void {
    this.#batches.stop();
  }
}
