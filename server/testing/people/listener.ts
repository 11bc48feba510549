import { Centrifuge } from 'centrifuge';
import { WebSocket } from 'ws';
import type { Client } from '../../../contract/client/index.ts';
import type { Lectern } from '../lectern.ts';
import { waitUntil } from '../wait.ts';

/** A change or a piece of news, as the socket brought it. */
export interface Heard {
  channel: string;
  event: string;
  payload: Record<string, unknown>;
  seq?: number;
}

/** Somebody's socket, by the stock client: what it heard and what became of it. */
export class Listener {
  readonly heard: Heard[] = [];
  /** Channels in which the server holds the connection now. */
  readonly channels = new Set<string>();
  /** Code of a disconnection for good. */
  closedBy: number | undefined;
  readonly #client: Centrifuge;

  constructor(lectern: Lectern, api: Client) {
    this.#client = new Centrifuge(`${lectern.url.replace(/^http/, 'ws')}/connection/websocket`, {
      websocket: WebSocket,
      minReconnectDelay: 50,
      maxReconnectDelay: 500,
      getToken: async () => (await api.getSocketToken()).token,
    });
    this.#client.on('subscribed', ({ channel }) => this.channels.add(channel));
    this.#client.on('unsubscribed', ({ channel }) => this.channels.delete(channel));
    this.#client.on('disconnected', ({ code }) => {
      this.closedBy = code;
      this.channels.clear();
    });
    this.#client.on('publication', ({ channel, data }) => this.heard.push({ channel, ...data }));
    // Told by the tests' own deadlines.
    this.#client.on('error', () => undefined);
    this.#client.connect();
  }

  /** Connects somebody and has them join, so that they hear the channel. */
  static async of(lectern: Lectern, api: Client, channelId: string): Promise<Listener> {
    await api.joinChannel({ body: { id: channelId } });
    const listener = new Listener(lectern, api);
    try {
      await waitUntil(() => listener.channels.has(`chat:${channelId}`), {
        timeout: 30_000,
        message: 'the socket to hear the channel',
      });
    } catch (error) {
      listener.close();
      throw error;
    }
    return listener;
  }

  /** Until the server holds the connection. */
  async connected(): Promise<void> {
    await this.#client.ready(10_000);
  }

  events(name: string): Heard[] {
    return this.heard.filter(({ event }) => event === name);
  }

  async hears(name: string, count = 1): Promise<Heard[]> {
    await waitUntil(() => this.events(name).length >= count, {
      timeout: 30_000,
      message: `${count} of ${name}, where ${this.heard.map(({ event }) => event).join(' ')} was heard`,
    });
    return this.events(name);
  }

  /** As after a network that was away for a moment. */
  reconnect(): void {
    this.#client.disconnect();
    this.#client.connect();
  }

  close(): void {
    this.#client.disconnect();
  }
}
