import type { Clock } from '../../kit/clock.ts';
import { Events } from '../../kit/events.ts';
import { Replica } from '../../kit/replica.ts';
import { retryWhileJoining } from '../../kit/retries.ts';
import { createScope } from '../../kit/scope.ts';
import type { Store } from '../../kit/store.ts';
import type { Conversation } from '../chat/conversation.ts';
import { textIn } from '../chat/payloads.ts';
import type { Payload } from '../live/live.ts';
import type { GestureApi, Hand } from './api.ts';
import { Attempts } from './attempts.ts';
import { OwnGesture } from './own-gesture.ts';

export type HandParts = {
  api: GestureApi;
  /** The room's conversation, whose changes include hands. */
  conversation: Pick<Conversation, 'channel' | 'changes'>;
  /** The own participant id. */
  participantId: string;
  clock: Clock;
};

/** The raised hands, in the order in which they were raised. */
export class Hands {
  readonly #parts: HandParts;
  readonly #scope = createScope();
  readonly #list: Replica<readonly Hand[]>;
  readonly #own: OwnGesture<boolean>;
  readonly #events = new Events<Hand>();
  readonly #lowered = new Events<undefined>();
  readonly #attempts = new Attempts(this.#scope);
  /** When the last hand of each person was raised. A person who returned has the same hand up again. */
  readonly #raisedAt = new Map<string, string>();

  constructor(parts: HandParts) {
    const { conversation, clock, participantId } = parts;
    this.#parts = parts;
    this.#list = new Replica({ initial: [], read: () => this.#read(), clock });
    this.#own = new OwnGesture({
      send: (isUp) => this.#attempts.make(() => (isUp ? this.#raise() : parts.api.lower(participantId))),
      known: () => this.#list.value.get().some((hand) => hand.participantId === participantId),
      read: () => void this.#list.read(),
      ...{ clock, scope: this.#scope },
    });
    this.#scope.add(() => this.#list.end());
    this.#scope.add(conversation.channel.subscribe(() => void this.#list.read()));
    this.#scope.add(conversation.changes.on('hand', (payload) => this.#onHand(payload)));
    this.#scope.add(conversation.changes.on('hands-lowered', () => this.#onAllLowered()));
    this.#scope.add(this.#list.value.subscribe(() => this.#own.show()));
    if (conversation.channel.get()) void this.#list.read();
  }

  get list(): Store<readonly Hand[]> {
    return this.#list.value;
  }

  /** Whether the own hand is up. A request of the person shows at once. */
  get mine(): Store<boolean> {
    return this.#own.shown;
  }

  /** Called when somebody else raised a hand. */
  onRaised(listener: (hand: Hand) => void): () => void {
    return this.#events.on('raised', listener);
  }

  /** Called when a moderator lowered the own hand. */
  onLowered(listener: () => void): () => void {
    return this.#lowered.on('lowered', listener);
  }

  /** Called with the error of a failed request. */
  onFailure(listener: (error: unknown) => void): () => void {
    return this.#attempts.onFailure(listener);
  }

  toggle(): Promise<boolean> {
    return this.set(!this.mine.get());
  }

  /** Resolves to whether it succeeded, or the last change of mind meanwhile. */
  set(isUp: boolean): Promise<boolean> {
    return this.#own.set(isUp);
  }

  /** Lowers the hand of somebody else, as a moderator. */
  lower(participantId: string): Promise<boolean> {
    return this.#attempts.make(() => this.#parts.api.lower(participantId));
  }

  lowerAll(): Promise<boolean> {
    return this.#attempts.make(() => this.#parts.api.lowerAll());
  }

  end(): void {
    this.#scope.end();
    this.#events.clear();
    this.#lowered.clear();
  }

  #raise(): Promise<void> {
    const { api, clock } = this.#parts;
    const code = 'participant_not_in_call';
    return retryWhileJoining(() => api.raise(), { code, clock, scope: this.#scope });
  }

  async #read(): Promise<readonly Hand[]> {
    const list = await this.#parts.api.hands();
    this.#own.settle();
    for (const { participantId, raisedAt } of list) this.#raisedAt.set(participantId, raisedAt);
    return sortHands(list);
  }

  #onHand(payload: Payload): void {
    const participantId = textIn(payload, 'participantId');
    const raisedAt = textIn(payload, 'raisedAt');
    if (participantId === undefined) return;
    const isMe = participantId === this.#parts.participantId;
    if (isMe) this.#heardMine(raisedAt !== undefined, payload.hasLeft !== true);
    if (raisedAt === undefined) {
      this.#list.apply((list) => list.filter((hand) => hand.participantId !== participantId));
      return;
    }
    const hand = { participantId, raisedAt, name: textIn(payload, 'name') ?? '' };
    this.#list.apply((list) =>
      sortHands([...list.filter((other) => other.participantId !== participantId), hand]),
    );
    const isNew = this.#raisedAt.get(participantId) !== raisedAt;
    this.#raisedAt.set(participantId, raisedAt);
    if (!isMe && isNew) this.#events.emit('raised', hand);
  }

  #onAllLowered(): void {
    this.#heardMine(false);
    this.#list.apply(() => []);
  }

  /** @param isByPerson false if a hand fell because this person lost the connection to the call */
  #heardMine(isUp: boolean, isByPerson = true): void {
    const isOthers = this.#own.heard(isUp);
    if (isOthers && isByPerson && !isUp) this.#lowered.emit('lowered', undefined);
  }
}

/** ISO times sort as text; hands of the same instant keep the server's order. */
function sortHands(list: readonly Hand[]): readonly Hand[] {
  return [...list].sort((a, b) => (a.raisedAt < b.raisedAt ? -1 : a.raisedAt > b.raisedAt ? 1 : 0));
}
