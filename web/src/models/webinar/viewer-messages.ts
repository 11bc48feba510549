import { createStore, type Store } from '../../kit/store.ts';
import type { ViewingAnswer } from './types.ts';

export type ViewerMessage = NonNullable<ViewingAnswer['messages']>[number];

/** A message that the viewer has reached. */
type ReachedMessage = ViewerMessage & {
  /** When it appeared, in ms of the server's clock. */
  appearedAt: number;
};

/** In seconds. A player that adjusts itself steps back by less than a viewer who seeks. */
const stepBack = 2;

/**
 * The messages of a permanent session, which each viewer gets at a second of their own (docs/decisions/0067).
 * The server sends them some seconds ahead with the response to a report.
 */
export class ViewerMessages {
  readonly #now: () => number;
  readonly #received = new Map<string, ViewerMessage>();
  readonly #appeared = new Map<string, number>();
  readonly #reached = createStore<readonly ReachedMessage[]>([]);
  /** The messages up to the present second, in the order of the video. */
  readonly reached: Store<readonly ReachedMessage[]> = this.#reached;
  #second = 0;
  #from = 0;

  /** @param now the server's clock in ms */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The second up to which everything was received: the next report names it. */
  get from(): number {
    return this.#from;
  }

  /** Takes the response to a report that named the second `asked`. */
  take({ messages = [], messagesUntil }: ViewingAnswer, asked: number): void {
    for (const message of messages) this.#received.set(message.id, message);
    // After a jump back meanwhile, all is requested anew.
    if (messagesUntil !== undefined && asked === this.#from) this.#from = messagesUntil;
    if (messages.length > 0) this.#look();
  }

  /** The player shows this second of the video. */
  moveTo(second: number): void {
    // A response holds a hundred messages at most: a jump forward may have left some out.
    if (second < this.#second - stepBack) this.#from = 0;
    this.#second = second;
    this.#look();
  }

  #look(): void {
    const reached = [...this.#received.values()]
      .filter(({ at }) => at <= this.#second)
      .sort((a, b) => a.at - b.at);
    const before = this.#reached.get();
    if (reached.length === before.length && reached.every(({ id }, index) => id === before[index]?.id))
      return;
    const now = this.#now();
    const known = new Map(this.#appeared);
    this.#appeared.clear();
    for (const { id, at } of reached) {
      this.#appeared.set(id, known.get(id) ?? now - (this.#second - at) * 1_000);
    }
    this.#reached.set(
      reached.map((message) => ({ ...message, appearedAt: this.#appeared.get(message.id) ?? now })),
    );
  }
}
