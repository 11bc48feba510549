import type { Clock } from '../../kit/clock.ts';
import { Events } from '../../kit/events.ts';
import { Replica } from '../../kit/replica.ts';
import { retryWhileJoining } from '../../kit/retries.ts';
import { createScope } from '../../kit/scope.ts';
import { createStore, type Store } from '../../kit/store.ts';
import type { Conversation } from '../chat/conversation.ts';
import { textIn } from '../chat/payloads.ts';
import type { Payload } from '../live/live.ts';
import type { GestureApi, Hand } from './api.ts';

export type HandParts = {
  api: GestureApi;
  /** The room's conversation, whose changes include hands. */
  conversation: Pick<Conversation, 'channel' | 'changes'>;
  /** The own participant id. */
  participantId: string;
  clock: Clock;
};

/** In ms. A successful response counts for this long without the change that it caused. */
const heardWithin = 3_000;

/** The raised hands, in the order in which they were raised. */
export class Hands {
  readonly #parts: HandParts;
  readonly #scope = createScope();
  readonly #list: Replica<readonly Hand[]>;
  readonly #mine = createStore(false);
  /** Whether the own hand is up. A request of the person shows at once. */
  readonly mine: Store<boolean> = this.#mine;
  readonly #events = new Events<Hand>();
  readonly #lowered = new Events<undefined>();
  readonly #failures = new Events<unknown>();
  #requested: boolean | undefined;
  #requests = 0;
  /** The requests that are being sent for the own hand. */
  #asking: Promise<boolean> | undefined;
  #heardOfMe = false;
  /** When the last hand of each person was raised. A person who returned has the same hand up again. */
  readonly #raisedAt = new Map<string, string>();

  constructor(parts: HandParts) {
    const { conversation } = parts;
    this.#parts = parts;
    this.#list = new Replica({ initial: [], read: () => this.#read(), clock: parts.clock });
    this.#scope.add(() => this.#list.end());
    this.#scope.add(conversation.channel.subscribe(() => void this.#list.read()));
    this.#scope.add(conversation.changes.on('hand', (payload) => this.#onHand(payload)));
    this.#scope.add(conversation.changes.on('hands-lowered', () => this.#onAllLowered()));
    this.#scope.add(this.#list.value.subscribe(() => this.#show()));
    if (conversation.channel.get()) void this.#list.read();
  }

  get list(): Store<readonly Hand[]> {
    return this.#list.value;
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
    return this.#failures.on('failure', listener);
  }

  toggle(): Promise<boolean> {
    return this.set(!this.#mine.get());
  }

  /** A change of mind while a request is being sent is sent after it. Resolves to whether the last one succeeded. */
  async set(isUp: boolean): Promise<boolean> {
    if (this.#mine.get() === isUp) return this.#asking ?? true;
    this.#requests += 1;
    this.#setRequested(isUp);
    this.#asking ??= this.#ask(isUp);
    return this.#asking;
  }

  async #ask(isUp: boolean): Promise<boolean> {
    this.#heardOfMe = false;
    const isDone = await this.#try(() =>
      isUp ? this.#raise() : this.#parts.api.lower(this.#parts.participantId),
    );
    if (isDone && this.#requested !== isUp && !this.#scope.ended) return this.#ask(!isUp);
    this.#asking = undefined;
    if (!isDone || this.#heardOfMe) this.#setRequested(undefined);
    else this.#checkLater(this.#requests);
    return isDone;
  }

  /** Lowers the hand of somebody else, as a moderator. */
  lower(participantId: string): Promise<boolean> {
    return this.#try(() => this.#parts.api.lower(participantId));
  }

  lowerAll(): Promise<boolean> {
    return this.#try(() => this.#parts.api.lowerAll());
  }

  end(): void {
    this.#scope.end();
    this.#events.clear();
    this.#lowered.clear();
    this.#failures.clear();
  }

  async #try(run: () => Promise<void>): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      if (!this.#scope.ended) this.#failures.emit('failure', error);
      return false;
    }
  }

  #raise(): Promise<void> {
    const { api, clock } = this.#parts;
    const code = 'participant_not_in_call';
    return retryWhileJoining(() => api.raise(), { code, clock, scope: this.#scope });
  }

  /** The server accepted the request and no change arrived: nothing changed, or the socket is down. */
  #checkLater(request: number): void {
    const look = (): void => {
      if (this.#requested !== undefined && request === this.#requests && !this.#asking)
        void this.#list.read();
    };
    this.#scope.add(this.#parts.clock.after(heardWithin, look));
  }

  async #read(): Promise<readonly Hand[]> {
    const list = await this.#parts.api.hands();
    if (!this.#asking) this.#requested = undefined;
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
    const isOthers = isByPerson && !isUp && !this.#asking && this.#requested !== false && this.#mine.get();
    // A late change says nothing of the request that was sent after its own.
    if (isUp === this.#requested || !this.#asking) this.#heardOfMe = true;
    if (!this.#asking) this.#requested = undefined;
    if (isOthers) this.#lowered.emit('lowered', undefined);
  }

  #setRequested(request: boolean | undefined): void {
    this.#requested = request;
    this.#show();
  }

  #show(): void {
    const { participantId } = this.#parts;
    this.#mine.set(
      this.#requested ?? this.#list.value.get().some((hand) => hand.participantId === participantId),
    );
  }
}

/** ISO times sort as text; hands of the same instant keep the server's order. */
function sortHands(list: readonly Hand[]): readonly Hand[] {
  return [...list].sort((a, b) => (a.raisedAt < b.raisedAt ? -1 : a.raisedAt > b.raisedAt ? 1 : 0));
}
