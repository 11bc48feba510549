import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { ticks } from '../../../platform/clock.ts';
import type { SocketSource } from '../socket.ts';
import type { Bus, BusMessage } from './bus.ts';
import { Channels } from './channels/channels.ts';
import { handleCommand } from './commands/commands.ts';
import { closings } from './commands/protocol.ts';
import { Connection, type ConnectionParts } from './connections/connection.ts';
import { Standings } from './connections/standings.ts';
import { Sweeper } from './connections/sweeper.ts';
import { Transport } from './connections/transport.ts';
import type { Context } from './context.ts';

export interface HubRunParts extends Omit<Context, 'channels' | 'standings'> {
  source: SocketSource;
  bus: Bus;
}

/** How many connections a stopping hub closes at once, and how long it waits for the last close frames. */
const closedAtOnce = 200;
const goodbyeMs = 1_000;

/** The hub between start and stop. */
export class HubRun {
  readonly context: Context;
  readonly connections = new Set<Connection>();
  readonly #parts: HubRunParts;
  readonly #sweeper: Sweeper;
  readonly #transports = new Set<Transport>();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #connectionParts: ConnectionParts;
  #onEmpty: (() => void) | undefined;

  constructor(parts: HubRunParts) {
    const { source, bus, limits, log, tokens, inbox } = parts;
    this.#parts = parts;
    this.#sweeper = new Sweeper(limits.sweepMs, ticks());
    const channels = new Channels({ source, bus, limits, log });
    const standings = new Standings({ source, channels, log });
    this.context = { limits, tokens, log, channels, standings, inbox };
    this.#connectionParts = {
      limits,
      onCommand: (connection, command) => handleCommand(this.context, connection, command),
      onFailed: (error) => log.error({ err: error }, 'closed a socket after an unexpected error'),
      onClosed: (connection) => {
        this.connections.delete(connection);
        this.#sweeper.delete(connection);
        standings.remove(connection);
      },
    };
  }

  async start(): Promise<void> {
    const { channels, standings, limits } = this.context;
    await this.#parts.bus.start({
      deliver: (channel, message) => this.deliver(channel, message),
      compare: () => {
        void channels.compare();
        standings.recheck(standings.userIds());
      },
      present: (channel) => channels.presenceHere(channel),
      heard: () => channels.heard().map(({ name }) => name),
    });
    const every = (milliseconds: number, work: () => void) =>
      this.#timers.push(setInterval(work, milliseconds));
    every(this.#sweeper.everyMs, () => this.#sweeper.sweep(ticks()));
    every(limits.compareMs, () => {
      void channels.compare();
      standings.retry();
    });
  }

  /** Applies a message of this node or another one. */
  deliver(name: string, message: BusMessage): void {
    const { channels, standings } = this.context;
    const channel = channels.find(name);
    if (message.kind === 'publish') channel?.stream?.offer(message.change);
    else if (message.kind === 'forget') channel?.stream?.forget();
    else if (message.kind === 'tell' || message.kind === 'pass') channel?.tell(message.data);
    else if ('member' in message)
      channel?.announce(message.kind === 'joined' ? 'join' : 'leave', message.member);
    else standings.recheck(message.userIds);
  }

  open(ws: WebSocket, socket: Duplex): void {
    const transport = new Transport(ws, socket, this.context.limits);
    const connection = new Connection(transport, this.#connectionParts);
    this.connections.add(connection);
    this.#sweeper.add(connection);
    this.#transports.add(transport);
    ws.on('message', (data, isBinary) => {
      if (isBinary) connection.close(closings.inappropriateProtocol);
      else connection.receive(data.toString());
    });
    // The frame was too large or malformed: ws closes by itself.
    ws.on('error', () => connection.onClosed());
    ws.on('close', () => {
      connection.onClosed();
      this.#transports.delete(transport);
      if (this.#transports.size === 0) this.#onEmpty?.();
    });
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    const { channels, limits } = this.context;
    const open = [...this.connections];
    const portions = Math.ceil(open.length / closedAtOnce);
    for (let portion = 0; portion < portions; portion += 1) {
      if (portion > 0) await pause(Math.min(50, limits.stopMs / portions));
      for (const connection of open.slice(portion * closedAtOnce, (portion + 1) * closedAtOnce)) {
        connection.close(closings.shutdown);
      }
    }
    await this.#goodbye();
    channels.end();
    await this.#parts.bus.stop();
  }

  async #goodbye(): Promise<void> {
    if (this.#transports.size === 0) return;
    const late = new AbortController();
    const empty = new Promise<void>((done) => {
      this.#onEmpty = done;
    });
    await Promise.race([empty, pause(goodbyeMs, undefined, { signal: late.signal })]);
    late.abort();
    for (const transport of this.#transports) transport.destroy();
  }
}
