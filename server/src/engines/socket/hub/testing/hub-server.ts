import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Centrifuge, type Options } from 'centrifuge';
import { WebSocket } from 'ws';
import { quietLog } from '../../../../../testing/quiet-log.ts';
import { waitUntil } from '../../../../../testing/wait.ts';
import { Keyring } from '../../../../platform/crypto.ts';
import { Upgrades } from '../../../../platform/http/connections/upgrades.ts';
import { type SocketEngine, type SocketInbox, socketPath } from '../../socket.ts';
import type { Bus } from '../bus.ts';
import { createHub } from '../hub.ts';
import type { Limits } from '../limits.ts';
import { FakeTable } from './table.ts';

/** The events of one client, in order, as one line each. */
export class RecordingClient {
  readonly client: Centrifuge;
  readonly seen: string[] = [];
  /** The offsets of the publications in the order of their arrival. */
  readonly offsets: number[] = [];

  constructor(client: Centrifuge) {
    this.client = client;
    client.on('connected', () => this.seen.push('connected'));
    client.on('connecting', ({ code }) => this.seen.push(`connecting ${code}`));
    client.on('disconnected', ({ code, reason }) => this.seen.push(`disconnected ${code} ${reason}`));
    client.on('subscribed', ({ channel, wasRecovering, recovered }) => {
      this.seen.push(`subscribed ${channel}${wasRecovering ? (recovered ? ' recovered' : ' lost') : ''}`);
    });
    client.on('unsubscribed', ({ channel }) => this.seen.push(`unsubscribed ${channel}`));
    client.on('publication', ({ channel, offset, data }) => {
      this.seen.push(`${channel} ${offset ?? 'news'} ${lineOf(data)}`);
      if (offset !== undefined) this.offsets.push(offset);
    });
    client.on('error', () => undefined);
  }

  async until(line: string): Promise<void> {
    await waitUntil(() => this.seen.includes(line), {
      timeout: 5_000,
      message: () => `"${line}" among: ${this.seen.join(' | ')}`,
    });
  }

  async untilCount(line: string, count: number): Promise<void> {
    await waitUntil(() => this.seen.filter((seen) => seen === line).length >= count, {
      timeout: 8_000,
      message: () => `${count} times "${line}" among: ${this.seen.join(' | ')}`,
    });
  }

  async untilOffset(offset: number): Promise<void> {
    await waitUntil(() => this.offsets.at(-1) === offset, {
      timeout: 5_000,
      message: () => `offset ${offset} among: ${this.offsets.join(' ')}`,
    });
  }
}

export function lineOf(data: unknown): string {
  const { payload, text } = data as { payload?: { text?: string }; text?: string };
  return payload?.text ?? text ?? JSON.stringify(data);
}

export interface HubServerOptions {
  limits?: Partial<Limits>;
  tokenSeconds?: number;
  bus?: Bus;
  table?: FakeTable;
  keyring?: Keyring;
  inbox?: SocketInbox;
}

/** A hub on a real HTTP server, with a table in memory and stock clients. */
export class HubServer {
  readonly http: Server;
  readonly engine: SocketEngine;
  readonly table: FakeTable;
  readonly keyring: Keyring;
  readonly #inbox: SocketInbox | undefined;
  readonly #clients: Centrifuge[] = [];
  readonly #sockets: WebSocket[] = [];
  port = 0;

  constructor({ limits, tokenSeconds = 600, bus, table, keyring, inbox }: HubServerOptions) {
    this.#inbox = inbox;
    this.http = createServer((_request, response) => response.writeHead(404).end());
    this.table = table ?? new FakeTable();
    this.keyring = keyring ?? new Keyring(['the key of the tests']);
    this.engine = createHub({
      keyring: this.keyring,
      url: 'ws://unused',
      tokenSeconds,
      log: quietLog,
      ...(bus ? { bus } : {}),
      ...(limits ? { limits } : {}),
    });
  }

  async open(port = 0): Promise<this> {
    await this.engine.start(this.table, this.#inbox);
    const upgrades = new Upgrades(quietLog);
    upgrades.attach(this.http);
    this.engine.attach(upgrades);
    await new Promise<void>((done) => this.http.listen(port, '127.0.0.1', done));
    this.port = (this.http.address() as AddressInfo).port;
    return this;
  }

  get url(): string {
    return `ws://127.0.0.1:${this.port}${socketPath}`;
  }

  /** A stock client of this user, not connected yet. */
  client(userId: string, options: Partial<Options> = {}): RecordingClient {
    const client = new Centrifuge(this.url, {
      websocket: WebSocket,
      getToken: () => this.engine.issueToken(userId),
      minReconnectDelay: 20,
      maxReconnectDelay: 100,
      ...options,
    });
    this.#clients.push(client);
    return new RecordingClient(client);
  }

  /** A stock client of this user, connected. */
  async connected(userId: string, options: Partial<Options> = {}): Promise<RecordingClient> {
    const listener = this.client(userId, options);
    listener.client.connect();
    await listener.until('connected');
    return listener;
  }

  /** A connection without a client library. */
  async raw(): Promise<RawClient> {
    const socket = new WebSocket(this.url);
    this.#sockets.push(socket);
    const raw = new RawClient(socket);
    await new Promise<void>((done, failed) => {
      socket.once('open', done);
      socket.once('error', failed);
    });
    return raw;
  }

  /** A raw connection after connect as this user. */
  async opened(userId: string): Promise<RawClient> {
    const raw = await this.raw();
    raw.send({ id: 1, connect: { token: await this.engine.issueToken(userId) } });
    await raw.reply(1);
    return raw;
  }

  async close(): Promise<void> {
    for (const client of this.#clients) client.disconnect();
    for (const socket of this.#sockets) socket.terminate();
    await this.engine.stop();
    await new Promise((done) => {
      this.http.close(done);
      this.http.closeAllConnections();
    });
  }
}

export const openHubServer = (options: HubServerOptions = {}): Promise<HubServer> =>
  new HubServer(options).open();

export class RawClient {
  readonly socket: WebSocket;
  /** Whole frames. */
  readonly frames: string[] = [];
  closed: { code: number; reason: string } | undefined;

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => this.frames.push(data.toString()));
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() };
    });
    socket.on('error', () => undefined);
  }

  send(...commands: unknown[]): void {
    const lines = commands.map((command) =>
      typeof command === 'string' ? command : JSON.stringify(command),
    );
    this.socket.send(lines.join('\n'));
  }

  /** Every seen object of the protocol. */
  get lines(): Record<string, unknown>[] {
    return this.frames.flatMap((frame) => frame.split('\n')).map((line) => JSON.parse(line));
  }

  async reply(id: number): Promise<Record<string, unknown>> {
    return waitUntil(() => this.lines.find((line) => line.id === id), {
      timeout: 5_000,
      message: () =>
        `the reply to ${id}; closed: ${JSON.stringify(this.closed)}; got: ${this.frames.join(' | ')}`,
    });
  }

  async end(): Promise<{ code: number; reason: string }> {
    return waitUntil(() => this.closed, {
      timeout: 5_000,
      message: () => `the connection to be closed; got: ${this.frames.join(' | ')}`,
    });
  }
}
