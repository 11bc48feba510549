import type { Clock } from '../../kit/clock.ts';
import { Events } from '../../kit/events.ts';
import { codeOf } from '../../kit/refusals.ts';
import { createStore, keepIfSame, type Store } from '../../kit/store.ts';
import type { Live, Payload } from '../live/live.ts';
import { ChatActions, type ChatNotice } from './actions.ts';
import type { ChatApi, PageRequest } from './api.ts';
import { withStarted } from './calls.ts';
import {
  type ChannelFacts,
  type ConversationState,
  factsOf,
  initialState,
  muteOf,
  unnumberedFactsOf,
} from './conversation-state.ts';
import { Draft } from './draft.ts';
import { History } from './history.ts';
import type { Memory } from './memory.ts';
import { MessageLog } from './message-log.ts';
import { Outbox } from './outbox.ts';
import { idsIn, messageIn, personIn, profileIn, reactionsIn, settingsIn, textIn } from './payloads.ts';
import type { People } from './people.ts';
import { type PersonalMessage, PersonalMessages } from './personal-messages.ts';
import { Pins } from './pins.ts';
import { ReadMarker } from './read-marker.ts';
import { ReplayedPart } from './replayed-part.ts';
import { Sync } from './sync.ts';
import type { Change, Channel, ChatUser, Message } from './types.ts';

type ConversationParts = {
  channelId: string;
  api: ChatApi;
  live: Live;
  people: People;
  clock: Clock;
  /** Storage that stays: the draft and unsent messages. */
  memory: Memory;
  /** Storage for this visit: the read position. */
  visit: Memory;
  /** The own chat user, once the server knows it. */
  me: () => ChatUser | undefined;
  newId: () => string;
  /** True if the channel began during the visit, so that nobody has read its first messages. */
  isNew: boolean;
  /** Called with new messages of others. */
  news: (messages: readonly Message[]) => void;
  random?: (() => number) | undefined;
};

/**
 * One channel as the person sees it, without its view. `changes` passes every change on in the same strict order, for
 * polls, hands and recordings.
 */
export class Conversation {
  readonly id: string;
  /** The channel's name on the socket. */
  readonly topic: string;
  readonly draft: Draft;
  readonly outbox: Outbox;
  readonly actions: ChatActions;
  /** Every change of the channel by the name of its event, in the order of its numbers. */
  readonly changes = new Events<Payload>();
  readonly #parts: ConversationParts;
  readonly #log = new MessageLog();
  readonly #personal = new PersonalMessages();
  readonly #history: History;
  readonly #pins: Pins;
  readonly #readMarker: ReadMarker;
  readonly #sync: Sync;
  readonly #state = createStore<ConversationState>(initialState);
  readonly state: Store<ConversationState> = this.#state;
  readonly #channel = createStore<Channel | undefined>(undefined);
  /** The channel as it was last read whole; polls, hands and recordings start from it. */
  readonly channel: Store<Channel | undefined> = this.#channel;
  readonly #notice = createStore<ChatNotice | undefined>(undefined);
  /** The latest failure. */
  readonly notice: Store<ChatNotice | undefined> = this.#notice;
  readonly #releases: (() => void)[];
  #facts: ChannelFacts = initialState;
  #replayed: ReplayedPart | undefined;
  #isVisible = false;
  #isPending = false;
  #ended = false;

  constructor(parts: ConversationParts) {
    const { api, clock, live, channelId } = parts;
    this.#parts = parts;
    this.id = channelId;
    this.topic = `chat:${channelId}`;
    const changed = (): void => this.#changed();
    this.draft = new Draft(parts.memory, () => this.#keyOf('draft'));
    this.outbox = new Outbox({
      clock,
      memory: parts.memory,
      key: () => this.#keyOf('outbox'),
      newId: parts.newId,
      random: parts.random,
      send: ({ text, clientMessageId, replyTo }) =>
        api.send({ channelId, text, clientMessageId, ...(replyTo === undefined ? {} : { replyTo }) }),
      sent: (message) => this.#onSent(message),
      refused: (code) => this.#onRefused(code),
    });
    const page = async (request: PageRequest): Promise<Message[]> => {
      const messages = await api.page(channelId, request);
      this.#requestPeople(messages);
      return messages;
    };
    this.#history = new History({ log: this.#log, page, changed });
    const { people } = parts;
    this.#pins = new Pins({ api, channelId, get: (id) => this.#log.get(id), changed, people, clock });
    this.#readMarker = new ReadMarker({
      memory: parts.visit,
      key: () => this.#keyOf('read'),
      isMine: (message) => message.userId === parts.me()?.id,
    });
    this.actions = new ChatActions({ api, channelId, pins: this.#pins, me: parts.me, notice: this.#notice });
    this.#sync = new Sync({
      clock,
      random: parts.random,
      join: () => api.join(channelId),
      read: (since) => api.changes(channelId, since),
      reset: (channel) => this.#reset(channel),
      apply: (changes) => this.#apply(changes),
      refused: (error) => this.#setFacts({ phase: 'failed', reason: codeOf(error) }),
    });
    this.#releases = [
      this.outbox.list.subscribe(changed),
      this.actions.reactions.subscribe(changed),
      live.watch(this.topic, {
        news: ({ event, payload, seq = 0 }) => this.#sync.receive({ event, payload, seq }),
        subscribed: (how) => this.#sync.subscribed(how),
      }),
      live.onPersonal('muted', (payload) => this.#onMuted(payload)),
      live.onPersonal('user-muted', (payload) => this.#onUserMuted(payload)),
    ];
  }

  /** Joins, also after a failure. */
  start(): void {
    if (this.#facts.phase === 'failed') this.#setFacts({ phase: 'loading', reason: undefined });
    this.#sync.start();
  }

  /** Begins with a channel that was read with others. */
  startFrom(channel: Channel): void {
    this.#sync.startFrom(channel);
  }

  /** Reads what has no number again after a reconnection. */
  async refresh(): Promise<void> {
    this.retryNow();
    if (this.#facts.phase !== 'ready') return;
    try {
      const channel = await this.#parts.api.join(this.id);
      // Take only these: changes of the others have numbers, and the ones applied meanwhile are newer.
      this.#setFacts(unnumberedFactsOf(channel, this.#parts.clock.now()));
    } catch {
      // The next reconnection asks again; the server checks each message anyway.
    }
  }

  /** Ends the current pauses, for example when the network is back. */
  retryNow(): void {
    this.#sync.retryNow();
    this.outbox.retryNow();
  }

  /** A loaded message by its id. */
  messageOf(id: string): Message | undefined {
    return this.#log.get(id);
  }

  /** True while the person looks at this conversation. */
  get isVisible(): boolean {
    return this.#isVisible;
  }

  /** True if the message is known to be deleted. */
  isDeleted(id: string): boolean {
    return this.#log.isDeleted(id);
  }

  send(text: string, replyTo?: string): void {
    this.outbox.add(text, replyTo);
    this.#readMarker.hideDivider();
    this.#changed();
  }

  /** The messages that only this person gets, in order of time. */
  setPersonal(messages: readonly PersonalMessage[]): void {
    const fresh = this.#personal.set(messages);
    this.#changed();
    if (fresh.length > 0) this.#parts.news(fresh);
  }

  /** Shows only what was written up to this time in ms, as a replay does. Nothing can be sent from now on. */
  replayUntil(time: number): void {
    if (this.#replayed?.until === time) return;
    this.#replayed ??= new ReplayedPart(time);
    this.#replayed.until = time;
    this.#changed();
  }

  loadOlder = (): Promise<void> => this.#history.older();

  /** Loads older messages up to one that was replied to or pinned. Returns whether it exists. */
  loadBackTo = (messageId: string): Promise<boolean> => this.#history.loadBackTo(messageId);

  /** Loads all messages. Throws the error of a request that failed. */
  loadAll = (isCancelled: () => boolean): Promise<void> => this.#history.loadAll(isCancelled);

  setVisible(): void {
    this.#isVisible = true;
    this.#readMarker.showDivider(this.#shown);
    this.#changed();
  }

  setHidden(): void {
    this.#isVisible = false;
    this.#readMarker.hideDivider();
    this.#changed();
  }

  /** Marks everything up to the newest message as read. */
  markRead(): void {
    const newest = this.#shown.at(-1);
    if (newest && this.#readMarker.moveTo(newest.seq)) this.#changed();
  }

  end(): void {
    this.#ended = true;
    for (const release of this.#releases.splice(0)) release();
    this.#sync.end();
    this.#pins.end();
    this.outbox.end();
    this.changes.clear();
  }

  get #shown(): readonly Message[] {
    const messages = this.#personal.among(this.#log.shown);
    return this.#replayed?.of(messages) ?? messages;
  }

  /** The key includes the person: another person at this browser has drafts of their own. */
  #keyOf(what: string): string {
    return `${what}.${this.id}.${this.#parts.me()?.id ?? ''}`;
  }

  #reset(channel: Channel): void {
    const isFirst = this.#channel.get() === undefined;
    this.#log.reset(channel.messages);
    this.#history.reset();
    this.#parts.people.add(channel.users);
    this.#requestPeople(channel.messages);
    const isNew = isFirst && this.#parts.isNew;
    if (isFirst) this.#readMarker.begin(channel.seq, isNew);
    else this.#readMarker.restart(channel.seq);
    this.#setFacts({
      phase: 'ready',
      reason: undefined,
      ...factsOf(channel, this.#parts.clock.now()),
      mayWriteAt: Math.max(this.#facts.mayWriteAt, this.#slowedUntil(channel)),
    });
    this.#channel.set(channel);
    void this.#pins.read();
    this.outbox.arrived(channel.messages.filter((message) => this.#isMine(message)));
    this.outbox.start();
    this.draft.start();
    if (isNew) this.#tellNews(channel.messages);
  }

  #slowedUntil({ messages, settings }: Channel): number {
    const own = messages.findLast((message) => this.#isMine(message));
    return own ? Date.parse(own.createdAt) + settings.slowModeSeconds * 1_000 : 0;
  }

  #isMine(message: Message): boolean {
    return message.userId !== null && message.userId === this.#parts.me()?.id;
  }

  #requestPeople(messages: readonly Message[]): void {
    this.#parts.people.request(messages.flatMap((message) => personIn(message) ?? []));
  }

  #apply(changes: Change[]): void {
    const came: Message[] = [];
    for (const change of changes) this.#applyOne(change, came);
    this.#requestPeople(came);
    this.outbox.arrived(came.filter((message) => this.#isMine(message)));
    this.#changed();
    this.#tellNews(came);
  }

  #tellNews(messages: readonly Message[]): void {
    const others = messages.filter((message) => message.type === 'user' && !this.#isMine(message));
    if (others.length > 0) this.#parts.news(others);
  }

  #applyOne({ event, payload }: Change, came: Message[]): void {
    const message = messageIn(payload);
    if ((event === 'message' || event === 'system:message') && message) {
      this.#log.add(message);
      came.push(message);
    } else if (event === 'message-edited' && message) {
      this.#change(message.id, (earlier) => ({ ...message, seq: earlier.seq }));
    } else if (event === 'delete-messages') {
      this.#log.remove(idsIn(payload));
      this.#pins.drop(idsIn(payload));
    } else if (event === 'clean-channel-messages') {
      this.#log.clear();
      this.#history.reset();
      this.#pins.clear();
    } else if (event === 'message-pinned') {
      this.#pins.onPinned(textIn(payload, 'messageId') ?? '', payload.isPinned === true);
    } else if (event === 'message-reactions') {
      const reactions = reactionsIn(payload);
      this.#change(textIn(payload, 'messageId') ?? '', (earlier) => ({ ...earlier, reactions }));
    } else if (event === 'user-update-profile') {
      this.#parts.people.rename(textIn(payload, 'userId') ?? '', profileIn(payload));
    } else if (event === 'channel-settings') {
      this.#setFacts({ settings: { ...this.#facts.settings, ...settingsIn(payload) } });
    } else if (event === 'call-started') {
      this.#setFacts({ calls: withStarted(this.#facts.calls, payload) });
    }
    this.changes.emit(event, payload);
  }

  #change(id: string, change: (message: Message) => Message): void {
    if (this.#log.get(id)) this.#log.change(id, change);
    else this.#history.missed(id, change);
    this.#pins.change(id, change);
  }

  #onMuted(payload: Payload): void {
    if (String(payload.channelId) !== this.id) return;
    this.#setFacts({ mutedUntil: muteOf(payload.mutedUntil, this.#parts.clock.now()) });
  }

  #onUserMuted({ channelId, userId, mutedUntil }: Payload): void {
    if (String(channelId) !== this.id) return;
    const until = muteOf(mutedUntil, this.#parts.clock.now()) ?? 0;
    this.#setFacts({ muted: new Map(this.#facts.muted).set(String(userId), until) });
  }

  #onSent(message: Message): void {
    const { settings, role } = this.#facts;
    const pause = role === 'moderator' ? 0 : settings.slowModeSeconds * 1_000;
    this.#setFacts({ mayWriteAt: pause > 0 ? this.#parts.clock.now() + pause : 0 });
    // The socket may have delivered the message before the response.
    if (this.#log.get(message.id)) this.outbox.arrived([message]);
  }

  /** A refusal shows that our state is stale, so read it again. */
  #onRefused(code: string): void {
    if (code === 'not_joined') this.#sync.start();
    else if (code === 'muted' || code === 'chat_off') void this.refresh();
  }

  #setFacts(facts: Partial<ConversationState>): void {
    this.#facts = { ...this.#facts, ...facts };
    this.#changed();
  }

  /** Loads back to the moment of a replay, with as many messages in a request as the server allows. */
  #loadReplayed(): void {
    const { oldest } = this.#log;
    if (!oldest || !this.#replayed?.isLater(oldest)) return;
    if (this.#history.state.loadOlder === 'idle') void this.#history.older(200);
  }

  /** Updates the state once for a burst of changes. */
  #changed(): void {
    if (this.#isPending) return;
    this.#isPending = true;
    queueMicrotask(() => {
      this.#isPending = false;
      if (!this.#ended) this.#refresh();
    });
  }

  #refresh(): void {
    const before = this.#state.get();
    this.#loadReplayed();
    const messages = this.#shown;
    const next: ConversationState = {
      ...this.#facts,
      ...this.#history.state,
      isReplay: this.#replayed !== undefined,
      messages,
      pending: this.outbox.list.get(),
      // A pinned message may be a later one.
      pins: this.#replayed ? initialState.pins : this.#pins.list,
      unread: this.#readMarker.unread(messages),
      divider: this.#readMarker.divider,
    };
    this.#state.set(keepIfSame(before, next));
  }
}
