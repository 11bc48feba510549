import { setTimeout as pause } from 'node:timers/promises';
import { Centrifuge, type ServerPublicationContext, type ServerSubscribedContext } from 'centrifuge';
import { WebSocket } from 'ws';
import { ApiError, type Client, createClient } from '../../../contract/client/index.ts';
import type { Answer } from '../../../contract/routes.ts';
import { checkedFetch } from '../../../server/testing/answers/checked-fetch.ts';
import type { NumberedChange } from '../../../server/testing/people/chat.ts';
import type { Ledger } from './chat-ledger.ts';

interface Sent {
  clientMessageId: string;
  text: string;
  answer: Answer<'sendMessage'>;
}

interface ChatPersonOptions {
  name: string;
  /** URLs of the nodes. Each request and connection goes to one of them, as behind a load balancer. */
  urls: string[];
  /** Session of a participant. */
  session: string;
  channelId: string;
  chance: () => number;
  ledger: Ledger;
}

/** Whether the server is away, as opposed to refusing the request. */
const isAway = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.status >= 500
    : error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');

/** As on our page: requests that take longer are repeated, and sockets whose ping is so late are closed. */
const requestMs = 15_000;
const pingLateMs = 3_500;
const attemptMs = 4_000;

const limitedFetch: typeof fetch = (input, init) =>
  checkedFetch(input, { ...init, signal: AbortSignal.timeout(requestMs) });

/**
 * A chat user with the stock socket client and the published workflow: connect, join, load the state, apply by
 * number, and read `?since=` where the socket could not recover. Writes, and drops the connection at times.
 */
export class ChatPerson {
  /** Number of the last applied change; undefined before the state is loaded. */
  seq: number | undefined;
  startedAt = 0;
  /** When the socket last received anything, including a ping, by `performance.now()`. */
  heardAt = 0;
  readonly sent: Sent[] = [];
  readonly counts = {
    connections: 0,
    recovered: 0,
    /** Subscriptions that could not be recovered. */
    lost: 0,
    sinceReadings: 0,
    /** Requests repeated because no answer came. */
    repeats: 0,
    /** Violations of the protocol: repeated, missing, and misnumbered publications (number and offset differ). */
    socketRepeats: 0,
    socketHoles: 0,
    misnumbered: 0,
    /** Changes that differ from what others received under this number. */
    differing: 0,
  };
  failure: unknown;
  readonly #options: ChatPersonOptions;
  readonly #socket: Centrifuge;
  readonly #channel: string;
  #transport: WebSocket | undefined;
  /** Offset of the socket. */
  #offset = 0;
  #waiting: NumberedChange[] = [];
  #catchingUp: Promise<void> | undefined;
  #writing: Promise<void> | undefined;
  #isStopped = false;
  #isGone = false;

  constructor(options: ChatPersonOptions) {
    this.#options = options;
    this.#channel = `chat:${options.channelId}`;
    const person = this;
    class ToSomeNode extends WebSocket {
      constructor(_url: string | URL, protocols?: string | string[]) {
        super(`${person.#node().replace('http', 'ws')}/connection/websocket`, protocols);
        person.#transport = this;
        this.on('message', () => {
          person.heardAt = performance.now();
        });
      }
    }
    this.#socket = new Centrifuge('ws://a-balancer', {
      websocket: ToSomeNode,
      getToken: async () => (await this.#api().getSocketToken()).token,
      minReconnectDelay: 50,
      maxReconnectDelay: 500,
      maxServerPingDelay: pingLateMs,
      timeout: attemptMs,
    });
    this.#socket.on('connected', () => {
      this.counts.connections += 1;
    });
    this.#socket.on('error', () => undefined);
    this.#socket.on('subscribed', (context) => this.#guard(() => this.#onSubscribed(context)));
    this.#socket.on('publication', (context) => this.#guard(() => this.#onPublication(context)));
    this.#socket.on('disconnected', ({ code, reason }) => {
      if (!this.#isStopped) this.failure ??= new Error(`the socket was closed for good: ${code} ${reason}`);
    });
  }

  get ledger(): Ledger {
    return this.#options.ledger;
  }

  #node(): string {
    const { urls, chance } = this.#options;
    return urls[Math.floor(chance() * urls.length)] ?? '';
  }

  #api(): Client {
    return createClient({ baseUrl: this.#node(), token: this.#options.session, fetch: limitedFetch });
  }

  /** Repeats a request, to any node, until there is an answer. */
  async #insist<T>(ask: (api: Client) => Promise<T>): Promise<T> {
    for (let most = 50; ; most = Math.min(most * 2, 500)) {
      try {
        return await ask(this.#api());
      } catch (error) {
        if (!isAway(error) || this.#isGone) throw error;
        this.counts.repeats += 1;
        await pause(20 + this.#options.chance() * most);
      }
    }
  }

  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.failure ??= error;
    }
  }

  #onSubscribed({ channel, wasRecovering, recovered, streamPosition }: ServerSubscribedContext): void {
    if (channel !== this.#channel) return;
    if (recovered) {
      this.counts.recovered += 1;
      return;
    }
    if (wasRecovering) this.counts.lost += 1;
    this.#offset = streamPosition?.offset ?? 0;
    // Also without a recovery: changes may have happened between the state and this subscription.
    if (this.seq !== undefined && this.#offset > this.seq) this.#catchUp();
  }

  #onPublication({ channel, offset, data }: ServerPublicationContext): void {
    if (channel !== this.#channel || offset === undefined) return;
    if (offset <= this.#offset) this.counts.socketRepeats += 1;
    else if (offset > this.#offset + 1) this.counts.socketHoles += 1;
    this.#offset = offset;
    const change: NumberedChange = data;
    if (change.seq !== offset) this.counts.misnumbered += 1;
    if (this.seq === undefined || this.#catchingUp) this.#waiting.push(change);
    else this.#apply(change);
  }

  #apply(change: NumberedChange): void {
    const at = this.seq ?? 0;
    if (change.seq <= at) return;
    if (change.seq > at + 1) {
      this.#waiting.push(change);
      this.#catchUp();
      return;
    }
    if (!this.#options.ledger.agrees(change)) this.counts.differing += 1;
    this.seq = change.seq;
  }

  #catchUp(): void {
    this.#catchingUp ??= this.#readSince()
      .catch((error: unknown) => {
        this.failure ??= error;
      })
      .finally(() => {
        this.#catchingUp = undefined;
        this.#applyWaiting();
      });
  }

  async #readSince(): Promise<void> {
    this.counts.sinceReadings += 1;
    for (;;) {
      const { channelId } = this.#options;
      const since = this.seq ?? 0;
      const changes = (await this.#insist((api) =>
        api.listMessages({ channelId, query: { since } }),
      )) as NumberedChange[];
      for (const change of changes) this.#apply(change);
      if (changes.length < 1000) return;
    }
  }

  #applyWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const change of waiting) this.#apply(change);
  }

  /** Joins the channel. Changes that the socket receives meanwhile wait for the state. */
  async begin(): Promise<void> {
    this.#socket.connect();
    const { id, seq } = await this.#insist((api) =>
      api.joinChannel({ body: { id: this.#options.channelId } }),
    );
    if (id !== this.#options.channelId) throw new Error('the server joined another channel');
    this.startedAt = seq;
    this.seq = seq;
    if (this.#offset > seq && this.#waiting.length === 0) this.#catchUp();
    else this.#applyWaiting();
    this.#writing = this.#live().catch((error: unknown) => {
      this.failure ??= error;
    });
  }

  async #live(): Promise<void> {
    const { chance } = this.#options;
    while (!this.#isStopped) {
      await this.#write();
      if (chance() < 0.03) this.dropSocket();
      await pause(chance() * 300);
    }
  }

  async #write(): Promise<void> {
    const { name, channelId } = this.#options;
    const clientMessageId = `${name}-${this.sent.length}`;
    const text = `${name} says ${this.sent.length}, "as it is" 🙂`;
    const answer = await this.#insist((api) =>
      api.sendMessage({ body: { channelId, text, clientMessageId } }),
    );
    this.sent.push({ clientMessageId, text, answer });
  }

  /** Drops the connection without a closing frame, as a lost network does. */
  dropSocket(): void {
    this.#transport?.terminate();
  }

  /** Stops writing; resolves once every message was acknowledged. */
  async finishWriting(): Promise<void> {
    this.#isStopped = true;
    await this.#writing;
  }

  leave(): void {
    this.#isStopped = true;
    this.#isGone = true;
    this.#socket.disconnect();
  }
}
