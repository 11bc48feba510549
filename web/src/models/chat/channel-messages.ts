import type { Clock } from '../../kit/clock.ts';
import type { ChatApi, PageRequest } from './api.ts';
import { History, type HistoryState } from './history.ts';
import { MessageLog } from './message-log.ts';
import { idsIn, messageIn, personIn, reactionsIn, textIn } from './payloads.ts';
import type { People } from './people.ts';
import { type PersonalMessage, PersonalMessages } from './personal-messages.ts';
import { Pins } from './pins.ts';
import { ReplayedPart } from './replayed-part.ts';
import type { Change, Channel, Message, Pin } from './types.ts';

type Parts = {
  channelId: string;
  api: ChatApi;
  people: People;
  clock: Clock;
  changed: () => void;
};

const noPins: readonly Pin[] = [];

/**
 * The messages of a channel: the loaded ones, the pinned ones and those that only this person gets. In a replay they
 * end at its moment.
 */
export class ChannelMessages {
  readonly pins: Pins;
  readonly #parts: Parts;
  readonly #log = new MessageLog();
  readonly #personal = new PersonalMessages();
  readonly #history: History;
  #replayed: ReplayedPart | undefined;

  constructor(parts: Parts) {
    const { api, channelId, people, clock, changed } = parts;
    this.#parts = parts;
    const page = async (request: PageRequest): Promise<Message[]> => {
      const messages = await api.page(channelId, request);
      this.#requestPeople(messages);
      return messages;
    };
    this.#history = new History({ log: this.#log, page, changed });
    this.pins = new Pins({ api, channelId, get: (id) => this.#log.get(id), changed, people, clock });
  }

  get shown(): readonly Message[] {
    const messages = this.#personal.among(this.#log.shown);
    return this.#replayed?.of(messages) ?? messages;
  }

  /** A pinned message may be later than the moment of a replay, so it shows none. */
  get shownPins(): readonly Pin[] {
    return this.#replayed ? noPins : this.pins.list;
  }

  get historyState(): HistoryState {
    return this.#history.state;
  }

  get isReplay(): boolean {
    return this.#replayed !== undefined;
  }

  get(id: string): Message | undefined {
    return this.#log.get(id);
  }

  isDeleted(id: string): boolean {
    return this.#log.isDeleted(id);
  }

  loadOlder = (): Promise<void> => this.#history.older();

  loadBackTo = (id: string): Promise<boolean> => this.#history.loadBackTo(id);

  loadAll = (isCancelled: () => boolean): Promise<void> => this.#history.loadAll(isCancelled);

  /** Returns the personal messages that are new. */
  setPersonal(messages: readonly PersonalMessage[]): readonly Message[] {
    const fresh = this.#personal.set(messages);
    this.#parts.changed();
    return fresh;
  }

  /** Ends the messages at this time in ms. */
  replayUntil(time: number): void {
    if (this.#replayed?.until === time) return;
    this.#replayed ??= new ReplayedPart(time);
    this.#replayed.until = time;
    this.#parts.changed();
  }

  /** Loads back to the moment of a replay, with as many messages in a request as the server allows. */
  loadReplayed(): void {
    const { oldest } = this.#log;
    if (!oldest || !this.#replayed?.isLater(oldest)) return;
    if (this.#history.state.loadOlder === 'idle') void this.#history.older(200);
  }

  reset({ messages, users }: Channel): void {
    this.#log.reset(messages);
    this.#history.reset();
    this.#parts.people.add(users);
    this.#requestPeople(messages);
  }

  /** Applies the next change. Returns the message that came with it. */
  apply({ event, payload }: Change): Message | undefined {
    const message = messageIn(payload);
    if ((event === 'message' || event === 'system:message') && message) {
      this.#log.add(message);
      this.#requestPeople([message]);
      return message;
    }
    if (event === 'message-edited' && message) {
      this.#change(message.id, (earlier) => ({ ...message, seq: earlier.seq }));
    } else if (event === 'delete-messages') {
      this.#log.remove(idsIn(payload));
      this.pins.drop(idsIn(payload));
    } else if (event === 'clean-channel-messages') {
      this.#log.clear();
      this.#history.reset();
      this.pins.clear();
    } else if (event === 'message-pinned') {
      this.pins.onPinned(textIn(payload, 'messageId') ?? '', payload.isPinned === true);
    } else if (event === 'message-reactions') {
      const reactions = reactionsIn(payload);
      this.#change(textIn(payload, 'messageId') ?? '', (earlier) => ({ ...earlier, reactions }));
    }
    return undefined;
  }

  end(): void {
    this.pins.end();
  }

  #change(id: string, change: (message: Message) => Message): void {
    if (this.#log.get(id)) this.#log.change(id, change);
    else this.#history.missed(id, change);
    this.pins.change(id, change);
  }

  #requestPeople(messages: readonly Message[]): void {
    this.#parts.people.request(messages.flatMap((message) => personIn(message) ?? []));
  }
}
