import type { Clock } from '../../kit/clock.ts';
import { Events } from '../../kit/events.ts';
import { codeOf } from '../../kit/refusals.ts';
import { createStore, keepIfSame, type Store } from '../../kit/store.ts';
import type { Live, Payload } from '../live/live.ts';
import { ChatActions, type ChatNotice } from './actions.ts';
import type { ChatApi } from './api.ts';
import { ChannelMessages } from './channel-messages.ts';
import { type ConversationState, initialState } from './conversation-state.ts';
import { Draft } from './draft.ts';
import { Facts } from './facts.ts';
import type { Memory } from './memory.ts';
import { Outbox } from './outbox.ts';
import { profileIn, textIn } from './payloads.ts';
import type { People } from './people.ts';
import type { PersonalMessage } from './personal-messages.ts';
import { ReadMarker } from './read-marker.ts';
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
  readonly #messages: ChannelMessages;
  readonly #facts: Facts;
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
    this.#messages = new ChannelMessages({ channelId, api, people: parts.people, clock, changed });
    this.#facts = new Facts({ channelId, clock, changed });
    this.#readMarker = new ReadMarker({
      memory: parts.visit,
      key: () => this.#keyOf('read'),
      isMine: (message) => this.#isMine(message),
    });
    const { pins } = this.#messages;
    this.actions = new ChatActions({ api, channelId, pins, me: parts.me, notice: this.#notice });
    this.#sync = new Sync({
      clock,
      random: parts.random,
      join: () => api.join(channelId),
      read: (since) => api.changes(channelId, since),
      reset: (channel) => this.#reset(channel),
      apply: (changes) => this.#apply(changes),
      refused: (error) => this.#facts.failed(codeOf(error)),
    });
    this.#releases = [
      this.outbox.list.subscribe(changed),
      this.actions.reactions.subscribe(changed),
      live.watch(this.topic, {
        news: ({ event, payload, seq = 0 }) => this.#sync.receive({ event, payload, seq }),
        subscribed: (how) => this.#sync.subscribed(how),
      }),
      live.onPersonal('muted', (payload) => this.#facts.onMuted(payload)),
      live.onPersonal('user-muted', (payload) => this.#facts.onUserMuted(payload)),
    ];
  }

  /** Joins, also after a failure. */
  start(): void {
    if (this.#facts.current.phase === 'failed') this.#facts.loading();
    this.#sync.start();
  }

  /** Begins with a channel that was read with others. */
  startFrom(channel: Channel): void {
    this.#sync.startFrom(channel);
  }

  /** Reads what has no number again after a reconnection. */
  async refresh(): Promise<void> {
    this.retryNow();
    if (this.#facts.current.phase !== 'ready') return;
    try {
      this.#facts.takeUnnumbered(await this.#parts.api.join(this.id));
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
    return this.#messages.get(id);
  }

  /** True while the person looks at this conversation. */
  get isVisible(): boolean {
    return this.#isVisible;
  }

  /** True if the message is known to be deleted. */
  isDeleted(id: string): boolean {
    return this.#messages.isDeleted(id);
  }

  send(text: string, replyTo?: string): void {
    this.outbox.add(text, replyTo);
    this.#readMarker.hideDivider();
    this.#changed();
  }

  /** The messages that only this person gets, in order of time. */
  setPersonal(messages: readonly PersonalMessage[]): void {
    const fresh = this.#messages.setPersonal(messages);
    if (fresh.length > 0) this.#parts.news(fresh);
  }

  /** Shows only what was written up to this time in ms, as a replay does. Nothing can be sent from now on. */
  replayUntil(time: number): void {
    this.#messages.replayUntil(time);
  }

  loadOlder = (): Promise<void> => this.#messages.loadOlder();

  /** Loads older messages up to one that was replied to or pinned. Returns whether it exists. */
  loadBackTo = (messageId: string): Promise<boolean> => this.#messages.loadBackTo(messageId);

  /** Loads all messages. Throws the error of a request that failed. */
  loadAll = (isCancelled: () => boolean): Promise<void> => this.#messages.loadAll(isCancelled);

  /** Whether the person was in this conversation before a reload of the page. */
  get isContinued(): boolean {
    return this.#readMarker.isKept;
  }

  setVisible(): void {
    this.#isVisible = true;
    this.#readMarker.showDivider(this.#messages.shown);
    this.#changed();
  }

  setHidden(): void {
    this.#isVisible = false;
    this.#readMarker.hideDivider();
    this.#changed();
  }

  /** Marks everything up to the newest message as read. */
  markRead(): void {
    const newest = this.#messages.shown.at(-1);
    if (newest && this.#readMarker.moveTo(newest.seq)) this.#changed();
  }

  end(): void {
    this.#ended = true;
    for (const release of this.#releases.splice(0)) release();
    this.#sync.end();
    this.#messages.end();
    this.outbox.end();
    this.changes.clear();
  }

  /** The key includes the person: another person at this browser has drafts of their own. */
  #keyOf(what: string): string {
    return `${what}.${this.id}.${this.#parts.me()?.id ?? ''}`;
  }

  #reset(channel: Channel): void {
    const isFirst = this.#channel.get() === undefined;
    const own = channel.messages.filter((message) => this.#isMine(message));
    this.#messages.reset(channel);
    const isNew = isFirst && this.#parts.isNew;
    if (isFirst) this.#readMarker.begin(channel.seq, isNew);
    else this.#readMarker.restart(channel.seq);
    this.#facts.reset(channel, own.at(-1));
    this.#channel.set(channel);
    void this.#messages.pins.read();
    this.outbox.arrived(own);
    this.outbox.start();
    this.draft.start();
    if (isNew && !this.isContinued) this.#tellNews(channel.messages);
  }

  #isMine(message: Message): boolean {
    return message.userId !== null && message.userId === this.#parts.me()?.id;
  }

  #apply(changes: Change[]): void {
    const came = changes.flatMap((change) => this.#applyOne(change) ?? []);
    this.outbox.arrived(came.filter((message) => this.#isMine(message)));
    this.#changed();
    this.#tellNews(came);
  }

  #tellNews(messages: readonly Message[]): void {
    const others = messages.filter((message) => message.type === 'user' && !this.#isMine(message));
    if (others.length > 0) this.#parts.news(others);
  }

  /** Returns the message that came with the change. */
  #applyOne(change: Change): Message | undefined {
    const { event, payload } = change;
    const message = this.#messages.apply(change);
    this.#facts.apply(change);
    if (event === 'user-update-profile')
      this.#parts.people.rename(textIn(payload, 'userId') ?? '', profileIn(payload));
    this.changes.emit(event, payload);
    return message;
  }

  #onSent(message: Message): void {
    this.#facts.noteSent();
    // The socket may have delivered the message before the response.
    if (this.#messages.get(message.id)) this.outbox.arrived([message]);
  }

  /** A refusal shows that our state is stale, so read it again. */
  #onRefused(code: string): void {
    if (code === 'not_joined') this.#sync.start();
    else if (code === 'muted' || code === 'chat_off') void this.refresh();
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
    this.#messages.loadReplayed();
    const messages = this.#messages.shown;
    const next: ConversationState = {
      ...this.#facts.current,
      ...this.#messages.historyState,
      isReplay: this.#messages.isReplay,
      messages,
      pending: this.outbox.list.get(),
      pins: this.#messages.shownPins,
      unread: this.#readMarker.unread(messages),
      divider: this.#readMarker.divider,
    };
    this.#state.set(keepIfSame(before, next));
  }
}
