import type { ChatApi } from './api.ts';
import type { Change, Channel, ChatUser, Message, Pin } from './types.ts';

/** A refusal as the SDK throws it. */
export function refusal(status: number, code: string, retryAfter: number | null = null): Error {
  return Object.assign(new Error(code), { status, code, retryAfter });
}

export const unreachable = (): Error => new TypeError('fetch failed');

type Operation = keyof ChatApi;

export function userNamed(id: string, displayName: string): ChatUser {
  return {
    id,
    role: 'user',
    username: displayName,
    displayName,
    avatarUrl: null,
    lang: null,
    participantId: null,
  };
}

/** A fake server with one channel that numbers its changes as the real one does; a test can make it fail. */
export class FakeServer {
  readonly channelId = '7';
  readonly me = userNamed('100', 'Anna Petrova');
  readonly users = new Map([[this.me.id, this.me]]);
  /** The requests, in order. */
  readonly asked: string[] = [];
  messages: Message[] = [];
  changes: Change[] = [];
  pins: Pin[] = [];
  directs: Channel[] = [];
  seq = 0;
  role: Channel['role'] = 'user';
  mutedUntil: string | null = null;
  settings: Channel['settings'] = {
    ...{ isChatAllowed: true, slowModeSeconds: 0, linksAllowed: true },
    ...{ isOff: false, directMessages: 'everyone' },
  };
  /** Called before an operation is executed; an exception becomes the response. */
  before: (operation: Operation) => void | Promise<void> = () => undefined;
  /** Called after it was executed; an exception stands for a lost response. */
  after: (operation: Operation) => void | Promise<void> = () => undefined;
  /** Receives changes once they are stored. */
  publish: (change: Change) => void = () => undefined;
  #ids = 1_000;

  /** Holds back the next response of this kind until the returned function is called. */
  holdNext(operation: Operation): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.after = (done) => {
      if (done !== operation) return undefined;
      this.after = () => undefined;
      return promise;
    };
    return resolve;
  }

  change(event: string, payload: Record<string, unknown>): Change {
    this.seq += 1;
    const change = { event, payload: { channelId: this.channelId, ...payload }, seq: this.seq };
    this.changes.push(change);
    this.publish(change);
    return change;
  }

  write(userId: string, text: string, more: Partial<Message> = {}): Message {
    this.#ids += 1;
    const message: Message = {
      id: String(this.#ids),
      text,
      type: 'user',
      userId,
      createdAt: new Date(this.#ids * 1_000).toISOString(),
      meta: null,
      seq: this.seq + 1,
      ...more,
    };
    this.messages.push(message);
    this.change('message', { message });
    return message;
  }

  remove(ids: string[]): void {
    this.messages = this.messages.filter(({ id }) => !ids.includes(id));
    this.change('delete-messages', { ids });
  }

  channel(pageSize = 50): Channel {
    return {
      id: this.channelId,
      name: 'Room',
      externalId: null,
      type: 'public',
      users: [],
      messages: this.messages.slice(-pageSize),
      polls: [],
      seq: this.seq,
      role: this.role,
      isJoined: true,
      settings: this.settings,
      mutedUntil: this.mutedUntil,
    };
  }

  readonly api: ChatApi = {
    socketToken: () => this.#do('socketToken', () => 'token'),
    join: () => this.#do('join', () => this.channel()),
    changes: (_, since) =>
      this.#do('changes', () => this.changes.filter(({ seq }) => seq > since).slice(0, 1_000), `${since}`),
    page: (_, { before, until, limit = 50 }) =>
      this.#do(
        'page',
        () =>
          this.messages
            .filter(({ id }) => BigInt(id) < BigInt(before) && (!until || BigInt(id) >= BigInt(until)))
            .slice(until ? -1_000 : -limit),
        before,
      ),
    send: (sending) =>
      this.#do(
        'send',
        () => {
          const { text, clientMessageId, replyTo } = sending;
          const known = this.messages.find((message) => message.clientMessageId === clientMessageId);
          return known ?? this.write(this.me.id, text, { clientMessageId, ...(replyTo ? { replyTo } : {}) });
        },
        sending.text,
      ),
    edit: (id, text) => this.#do('edit', () => this.#edit(id, text), id),
    remove: (id) => this.#do('remove', () => this.remove([id]), id),
    clear: () => this.#do('clear', () => void this.change('clean-channel-messages', {})),
    react: (id, emoji) =>
      this.#do('react', () => this.#react(id, [{ emoji, count: 1, userIds: [this.me.id] }])),
    unreact: (id) => this.#do('unreact', () => this.#react(id, [])),
    pins: () => this.#do('pins', () => this.pins),
    pin: (channelId, messageId) =>
      this.#do('pin', () => {
        const pin: Pin = { id: `p${messageId}`, channelId, messageId, message: this.#find(messageId) };
        this.pins = [pin, ...this.pins];
        this.change('message-pinned', { messageId, isPinned: true });
        return pin;
      }),
    unpin: (pinId) => this.#do('unpin', () => this.#unpin(pinId), pinId),
    users: (ids) => this.#do('users', () => ids.flatMap((id) => this.users.get(id) ?? []), ids.join()),
    userOf: () => this.#do('userOf', () => this.me),
    mute: (_, userId, seconds) => this.#do('mute', () => undefined, `${userId} ${seconds}`),
    change: (_, settings) =>
      this.#do('change', () => {
        this.settings = { ...this.settings, ...settings };
        this.change('channel-settings', { settings: this.settings });
        return this.settings;
      }),
    directs: () => this.#do('directs', () => this.directs),
    openDirect: () => this.#do('openDirect', () => this.channel()),
  };

  async #do<T>(operation: Operation, answer: () => T, about?: string): Promise<T> {
    this.asked.push(about === undefined ? operation : `${operation} ${about}`);
    await this.before(operation);
    const result = answer();
    await this.after(operation);
    return result;
  }

  #unpin(pinId: string): void {
    const messageId = this.pins.find(({ id }) => id === pinId)?.messageId;
    this.pins = this.pins.filter(({ id }) => id !== pinId);
    if (messageId) this.change('message-pinned', { messageId, isPinned: false });
  }

  #find(id: string): Message {
    const found = this.messages.find((message) => message.id === id);
    if (!found) throw refusal(404, 'not_found');
    return found;
  }

  #replace(next: Message): Message {
    this.messages = this.messages.map((message) => (message.id === next.id ? next : message));
    return next;
  }

  #edit(id: string, text: string): Message {
    const message = this.#replace({ ...this.#find(id), text, editedAt: new Date(0).toISOString() });
    this.change('message-edited', { message });
    return message;
  }

  #react(id: string, reactions: Message['reactions']): Message {
    const message = this.#replace({ ...this.#find(id), reactions });
    this.change('message-reactions', { messageId: id, reactions });
    return message;
  }
}
