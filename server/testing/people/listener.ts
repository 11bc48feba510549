import { Centrifuge } from 'centrifuge';
import { WebSocket } from 'ws';
import type { Client } from '../../../contract/client/index.ts';
import type { Lectern } from '../lectern.ts';
import { patient } from '../patience.ts';
import { waitUntil } from '../wait.ts';

/** A change, or an event without a number, as the socket delivered it. */
export interface Heard {
  channel: string;
  event: string;
  payload: Record<string, unknown>;
  seq?: number;
}

/** A chat user's socket by the stock client: what it received and how it ended. */
export class SocketListener {
  readonly heard: Heard[] = [];
  /** Channels to which the server has subscribed the connection. */
  readonly channels = new Set<string>();
  /** Code of a final disconnection. */
  closedBy: number | undefined;
  readonly #client: Centrifuge;

  constructor(lectern: Lectern, api: Client) {
    this.#client = new Centrifuge(`${lectern.url.replace(/^http/, 'ws')}/connection/websocket`, {
      websocket: WebSocket,
      minReconnectDelay: 50,
      maxReconnectDelay: 500,
      timeout: patient(5_000),
      getToken: async () => (await api.getSocketToken()).token,
    });
    this.#client.on('subscribed', ({ channel }) => this.channels.add(channel));
    this.#client.on('unsubscribed', ({ channel }) => this.channels.delete(channel));
    this.#client.on('disconnected', ({ code }) => {
      this.closedBy = code;
      this.channels.clear();
    });
    this.#client.on('publication', ({ channel, data }) => this.heard.push({ channel, ...data }));
    // The deadlines of the tests report errors.
    this.#client.on('error', () => undefined);
    this.#client.connect();
  }

  /** Joins the channel, connects, and waits for the subscription. */
  static async of(lectern: Lectern, api: Client, channelId: string): Promise<SocketListener> {
    await api.joinChannel({ body: { id: channelId } });
    const listener = new SocketListener(lectern, api);
    try {
      await waitUntil(() => listener.channels.has(`chat:${channelId}`), {
        timeout: 30_000,
        message: 'the socket to be subscribed to the channel',
      });
    } catch (error) {
      listener.close();
      throw error;
    }
    return listener;
  }

  /** Resolves when the connection is established. */
  async connected(): Promise<void> {
    await this.#client.ready(10_000);
  }

  events(name: string): Heard[] {
    return this.heard.filter(({ event }) => event === name);
  }

  async hears(name: string, count = 1): Promise<Heard[]> {
    await waitUntil(() => this.events(name).length >= count, {
      timeout: 30_000,
      message: `${count} of ${name}; received: ${this.heard.map(({ event }) => event).join(' ')}`,
    });
    return this.events(name);
  }

  /** As many changes as the server gives. */
  history(channel: string) {
    return this.#client.history(channel, { limit: -1 });
  }

  /** Sends a message that nobody answers. */
  send(method: string, data: unknown): Promise<void> {
    return this.#client.send({ method, data });
  }

  /** Sends a message and returns its result. */
  async rpc(method: string, data: unknown): Promise<unknown> {
    return (await this.#client.rpc(method, data)).data;
  }

  /** As after a short network failure. */
  reconnect(): void {
    this.#client.disconnect();
    this.#client.connect();
  }

  close(): void {
    this.#client.disconnect();
  }
}
