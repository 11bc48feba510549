import type { Clock } from '../../kit/clock.ts';
import { Replica } from '../../kit/replica.ts';
import { createScope } from '../../kit/scope.ts';
import { createStore, type Store, type WritableStore } from '../../kit/store.ts';
import { Live } from '../live/live.ts';
import type { OpenSocket } from '../live/socket.ts';
import type { ChatApi } from './api.ts';
import { Conversation } from './conversation.ts';
import { type Addressee, DirectOpening } from './direct-opening.ts';
import type { Memory } from './memory.ts';
import { People } from './people.ts';
import { Saving } from './saving.ts';
import type { Channel, ChatUser, Message } from './types.ts';

export type ChatParts = {
  /** The id of the room's channel. */
  channelId: string;
  /** The own participant id. */
  participantId: string;
  api: ChatApi;
  open: OpenSocket;
  clock: Clock;
  memory: Memory;
  visit: Memory;
  newId: () => string;
  /** The window, for its `online` event. */
  page?: EventTarget | undefined;
  random?: (() => number) | undefined;
};

export type NewMessages = { conversation: Conversation; messages: readonly Message[] };

const isWith = (conversation: Conversation, to: Addressee): boolean =>
  (conversation.channel.get()?.users ?? []).some((user) =>
    'userId' in to ? user.id === to.userId : user.participantId === to.participantId,
  );

/** Jitter in ms, so that a class that lost the same server does not send its requests at once. */
const spread = 15_000;

/** The conversations of a person in a room, over the one socket of the page. The chat needs no media. */
export class Chat {
  readonly live: Live;
  readonly people: People;
  /** The room's conversation. */
  readonly room: Conversation;
  /** The private conversation that is being opened. */
  readonly opening: DirectOpening;
  readonly saving: Saving;
  readonly #parts: ChatParts;
  readonly #scope = createScope();
  readonly #me = createStore<ChatUser | undefined>(undefined);
  /** The own chat user. */
  readonly me: Store<ChatUser | undefined> = this.#me;
  readonly #directs = createStore<readonly Conversation[]>([]);
  /** Direct conversations, in the order in which they appeared. */
  readonly directs: Store<readonly Conversation[]> = this.#directs;
  readonly #shown: WritableStore<Conversation>;
  readonly #listeners = new Set<(news: NewMessages) => void>();
  /** The channels of the direct conversations. */
  readonly #channels: Replica<readonly Channel[]>;
  #isConnected = false;

  constructor(parts: ChatParts) {
    const { api, clock } = parts;
    this.#parts = parts;
    this.live = new Live({ open: parts.open, token: () => api.socketToken(), clock });
    this.people = new People({ clock, fetch: (ids) => api.users(ids) });
    this.saving = new Saving(this.people);
    this.room = this.#conversation(parts.channelId);
    this.#shown = createStore(this.room);
    this.opening = new DirectOpening({
      find: (to) => this.#find(to),
      show: (conversation) => this.show(conversation),
    });
    this.#channels = new Replica<readonly Channel[]>({ initial: [], read: () => api.directs(), clock });
    this.#scope.add(() => this.#channels.end());
    this.#scope.add(
      this.#channels.value.subscribe(() => {
        // The first list is from before the visit, unless the page was reloaded during it.
        const isNew = this.#channels.state.get().phase === 'ready' || this.room.isContinued;
        for (const channel of this.#channels.value.get()) this.#adopt(channel, isNew);
      }),
    );
    this.#scope.add(this.live.onReturn(() => this.#onReturn()));
    this.#scope.add(this.live.onPersonal('new-direct', () => this.#channels.readSoon()));
    this.#scope.add(this.live.onChannel((channel) => this.#onChannel(channel)));
    if (parts.page) this.#scope.listen(parts.page, 'online', () => this.#retryNow());
  }

  /** The conversation on the page, or the one to show when the chat is opened. */
  get shown(): Store<Conversation> {
    return this.#shown;
  }

  /** Ends the opening of another conversation. */
  show(conversation: Conversation): void {
    this.opening.cancel();
    this.#shown.set(conversation);
  }

  /** Shows the conversation with one person, at once if it is known. */
  write(to: Addressee): void {
    const known = this.#directs.get().find((direct) => isWith(direct, to));
    if (known) this.show(known);
    else this.opening.begin(to);
  }

  /** Calls the listener for new messages of others in any conversation. */
  onNewMessages(listener: (news: NewMessages) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  start(): void {
    this.room.start();
  }

  /** Tries again after the server refused. */
  retry(): void {
    this.room.start();
    this.live.retry();
  }

  end(): void {
    this.#scope.end();
    this.live.end();
    this.saving.cancel();
    this.people.end();
    for (const conversation of this.#all()) conversation.end();
    this.#listeners.clear();
  }

  #all(): Conversation[] {
    return [this.room, ...this.#directs.get()];
  }

  #conversation(channelId: string, isNew = false): Conversation {
    const { api, clock, memory, visit, newId, random } = this.#parts;
    const conversation: Conversation = new Conversation({
      channelId,
      api: { ...api, join: (id) => this.#join(id) },
      live: this.live,
      people: this.people,
      clock,
      memory,
      visit,
      newId,
      isNew,
      random,
      me: () => this.#me.get(),
      news: (messages) => {
        for (const listener of [...this.#listeners]) listener({ conversation, messages });
      },
    });
    return conversation;
  }

  /** Joins before the socket connects, so that the first subscription covers everything after the join. */
  async #join(channelId: string): Promise<Channel> {
    const { api, participantId } = this.#parts;
    const channel = await api.join(channelId);
    if (!this.#me.get()) {
      const me = await api.userOf(participantId);
      if (me) this.people.add([me]);
      this.#me.set(me);
    }
    if (!this.#isConnected && !this.#scope.ended) {
      this.#isConnected = true;
      this.live.start();
      void this.#channels.read();
    }
    return channel;
  }

  /** Opens the conversation with a person; undefined if they have not joined the chat yet. */
  async #find(to: Addressee): Promise<Conversation | undefined> {
    const { api } = this.#parts;
    const userId = 'userId' in to ? to.userId : (await api.userOf(to.participantId))?.id;
    return userId === undefined ? undefined : this.#adopt(await api.openDirect(userId));
  }

  #adopt(channel: Channel, isNew = false): Conversation {
    const known = this.#directs.get().find(({ id }) => id === channel.id);
    if (known) return known;
    const conversation = this.#conversation(channel.id, isNew);
    this.people.add(channel.users);
    if (channel.isJoined) conversation.startFrom(channel);
    else conversation.start();
    this.#directs.set([...this.#directs.get(), conversation]);
    return conversation;
  }

  /** A channel that is not known began during a break; the server subscribes this person to it on reconnection. */
  #onChannel(channel: string): void {
    if (!this.#all().some(({ topic }) => topic === channel)) this.#channels.readSoon();
  }

  #retryNow(): void {
    for (const conversation of this.#all()) conversation.retryNow();
  }

  #onReturn(): void {
    this.#retryNow();
    const pause = (this.#parts.random ?? Math.random)() * spread;
    this.#scope.add(this.#parts.clock.after(pause, () => void this.room.refresh()));
  }
}
