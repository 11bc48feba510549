import type { Clock } from '../../kit/clock.ts';
import { Events, runSafely } from '../../kit/events.ts';
import { pauseBefore } from '../../kit/retries.ts';
import { createStore, type Store } from '../../kit/store.ts';
import type { OpenSocket, Socket, SocketEvent, Subscribed } from './socket.ts';

type LinkState = 'connecting' | 'up' | 'down' | 'refused';

export type Payload = Readonly<Record<string, unknown>>;

/** A publication; it has a number if it is part of a channel's history. */
type ChannelEvent = { event: string; payload: Payload; seq?: number };

type ChannelListener = {
  news: (news: ChannelEvent) => void;
  subscribed: (how: Subscribed) => void;
};

type Parts = {
  open: OpenSocket;
  token: () => Promise<string>;
  clock: Clock;
};

const personalPrefix = 'user:';
/**
 * In ms. A first connection that takes longer counts as a return: what the page read when it began may be outdated, for
 * example if the server was replaced meanwhile.
 */
const lateAfter = 1_000;
const reconnectPauses = [5_000, 10_000, 20_000, 40_000, 60_000];

/** The one socket of the page. Models listen here by channel or by event. */
export class Live {
  readonly #parts: Parts;
  readonly #socket: Socket;
  readonly #state = createStore<LinkState>('connecting');
  readonly #channels = new Events<{ news: ChannelEvent } | { subscribed: Subscribed }>();
  readonly #signals = new Events<Payload>();
  readonly #personal = new Events<Payload>();
  /** Events of the connection: `return`, and `channel` with the name of a new subscription. */
  readonly #link = new Events<string>();
  /** The last number of each channel, for listeners that begin later. */
  readonly #heard = new Map<string, { epoch?: string | undefined; top: number }>();
  #wasUp = false;
  #startedAt: number | undefined;
  #closings = 0;
  #cancel: (() => void) | undefined;
  #ended = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#socket = parts.open({ token: parts.token, tell: (event) => runSafely(() => this.#on(event)) });
  }

  get state(): Store<LinkState> {
    return this.#state;
  }

  /** Passes on everything of one channel as it arrives; the listener handles order and gaps. */
  watch(channel: string, { news, subscribed }: ChannelListener): () => void {
    const heard = this.#heard.get(channel);
    if (heard) runSafely(() => subscribed({ ...heard, recovered: false }));
    return this.#channels.on(channel, (event) => {
      if ('news' in event) news(event.news);
      else subscribed(event.subscribed);
    });
  }

  /** Events without a number, which are lost if missed, like a flying reaction. */
  onSignal(channel: string, event: string, listener: (payload: Payload) => void): () => void {
    return this.#signals.on(`${channel} ${event}`, listener);
  }

  /** Events for this person alone. After a return the listener reads again what it may have missed. */
  onPersonal(event: string, listener: (payload: Payload) => void): () => void {
    return this.#personal.on(event, listener);
  }

  /** Called when the connection is back after a break, or there for the first time but late. */
  onReturn(listener: () => void): () => void {
    return this.#link.on('return', listener);
  }

  /** Called for each channel that the server subscribes this person to, also if the page does not know it. */
  onChannel(listener: (channel: string) => void): () => void {
    return this.#link.on('channel', listener);
  }

  /** Sends a message that is outdated in a moment: it is lost while the connection is down. */
  send(method: string, data: unknown): void {
    if (this.#state.get() === 'up') this.#socket.send(method, data);
  }

  /** Sends a message that the server answers. @throws MessageRefused */
  rpc(method: string, data: unknown): Promise<unknown> {
    return this.#socket.rpc(method, data);
  }

  start(): void {
    this.#startedAt = this.#parts.clock.now();
    this.#socket.connect();
  }

  /** Tries again after the server refused. */
  retry(): void {
    if (this.#ended || this.#state.get() !== 'refused') return;
    this.#state.set('down');
    this.#socket.connect();
  }

  end(): void {
    this.#ended = true;
    this.#cancel?.();
    this.#socket.disconnect();
    for (const events of [this.#channels, this.#signals, this.#personal, this.#link]) events.clear();
  }

  #on(event: SocketEvent): void {
    if (this.#ended) return;
    if (event.kind === 'up') this.#onUp();
    else if (event.kind === 'down') this.#state.set(this.#wasUp ? 'down' : 'connecting');
    else if (event.kind === 'closed') this.#onClosed(event.refused);
    else if (event.kind === 'subscribed') this.#onSubscribed(event.channel, event);
    else if (event.kind === 'publication') this.#onPublication(event.channel, event.data);
  }

  #onUp(): void {
    const now = this.#parts.clock.now();
    const isLate = now - (this.#startedAt ?? now) > lateAfter;
    const isReturn = this.#wasUp || isLate;
    this.#wasUp = true;
    this.#closings = 0;
    this.#state.set('up');
    if (isReturn) this.#link.emit('return', '');
  }

  /** Reconnects later: a server that was just replaced may refuse once. */
  #onClosed(refused: boolean): void {
    if (refused) {
      this.#state.set('refused');
      return;
    }
    this.#state.set('down');
    const pause = pauseBefore(this.#closings, reconnectPauses);
    this.#closings += 1;
    this.#cancel?.();
    this.#cancel = this.#parts.clock.after(pause, () => this.#socket.connect());
  }

  #onSubscribed(channel: string, how: Subscribed): void {
    const top = how.top ?? this.#heard.get(channel)?.top ?? 0;
    this.#heard.set(channel, { epoch: how.epoch, top });
    this.#channels.emit(channel, { subscribed: how });
    this.#link.emit('channel', channel);
  }

  #onPublication(channel: string, data: unknown): void {
    const news = newsIn(data);
    if (!news) return;
    if (channel.startsWith(personalPrefix)) this.#personal.emit(news.event, news.payload);
    else if (news.seq === undefined) this.#signals.emit(`${channel} ${news.event}`, news.payload);
    else {
      this.#heard.set(channel, { ...this.#heard.get(channel), top: news.seq });
      this.#channels.emit(channel, { news });
    }
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Undefined for an unknown shape: a newer server may send more than we know. */
function newsIn(data: unknown): ChannelEvent | undefined {
  if (!isRecord(data) || typeof data.event !== 'string') return undefined;
  const payload = isRecord(data.payload) ? data.payload : {};
  const { seq } = data;
  if (seq === undefined) return { event: data.event, payload };
  return typeof seq === 'number' && Number.isSafeInteger(seq) && seq > 0
    ? { event: data.event, payload, seq }
    : undefined;
}
