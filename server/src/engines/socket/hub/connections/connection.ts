import { ticks } from '../../../../platform/clock.ts';
import { randomToken } from '../../../../platform/crypto.ts';
import type { ProtocolFault, SocketStanding } from '../../socket.ts';
import type { PresentMember } from '../bus.ts';
import type { HubChannel, HubListener } from '../channels/channel.ts';
import { ping, push, reply } from '../commands/frames.ts';
import {
  type Closing,
  closings,
  readCommand,
  type SocketCommand,
  unsubscribed,
} from '../commands/protocol.ts';
import type { Limits } from '../limits.ts';
import type { Transport } from './transport.ts';

export interface Subscription {
  channel: HubChannel;
  /** Subscribed by the server, not by a command of the client. */
  isServerSide: boolean;
}

/** Shared by all connections. */
export interface ConnectionParts {
  limits: Limits;
  /** Answers a command; the next one waits for the promise. */
  onCommand(connection: Connection, command: SocketCommand): void | Promise<void>;
  onFailed(error: unknown): void;
  onClosed(connection: Connection): void;
}

/** Bytes that may wait behind a command in progress before the socket is paused. */
const mostWaiting = 65_536;

/** One client: its identity, its subscriptions, and its commands, which are answered in order. */
export class Connection implements HubListener {
  readonly id = randomToken(12);
  readonly transport: Transport;
  readonly subscriptions = new Map<string, Subscription>();
  readonly #parts: ConnectionParts;
  #lines: string[] = [];
  #next = 0;
  #waiting = 0;
  #isBusy = false;
  /** `refused`: connect was answered with an error, and the client is about to close. */
  state: 'new' | 'connecting' | 'open' | 'refused' | 'closed' = 'new';
  userId = '';
  standing: SocketStanding | undefined;
  /** The client subscribes to numbered channels with commands of its own. */
  subscribesItself = false;
  /** The user's standing changed while they were connecting. */
  isStandingOutdated = false;
  /** The rest of the command budget, and the tick at which it was computed. */
  #budget: number;
  #budgetAt = ticks();
  /** When a forbidden subscription last caused a standing check, in ticks. */
  standingCheckedAt = Number.NEGATIVE_INFINITY;
  /** In ticks, as are the three below. */
  staleAt: number;
  expiresAt = Number.POSITIVE_INFINITY;
  pingAt = Number.POSITIVE_INFINITY;
  pongBy = Number.POSITIVE_INFINITY;

  constructor(transport: Transport, parts: ConnectionParts) {
    this.#parts = parts;
    this.transport = transport;
    this.#budget = parts.limits.burst;
    this.staleAt = ticks() + parts.limits.staleMs;
  }

  get isClosed(): boolean {
    return this.state === 'closed' || this.transport.isClosed;
  }

  get member(): PresentMember {
    const { id: client, userId: user, standing } = this;
    return standing?.info === undefined ? { client, user } : { client, user, conn_info: standing.info };
  }

  /** Handles a text frame of the client. */
  receive(text: string): void {
    if (this.isClosed) return;
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    if (lines.length === 0) {
      this.close(closings.badRequest);
    } else if (this.#isBusy) {
      this.#lines = this.#lines.concat(lines);
      this.#waiting += text.length;
      if (this.#waiting > mostWaiting) this.transport.pause();
    } else {
      this.#lines = lines;
      this.#next = 0;
      this.#work();
    }
  }

  #work(): void {
    while (this.#next < this.#lines.length && !this.isClosed) {
      const line = this.#lines[this.#next] ?? '';
      this.#next += 1;
      const answering = this.#answer(line);
      if (answering) {
        this.#isBusy = true;
        this.transport.flush();
        answering.then(() => this.#goOn()).catch((error: unknown) => this.fail(error));
        return;
      }
    }
    this.#lines = [];
    this.transport.flush();
  }

  #goOn(): void {
    this.#isBusy = false;
    this.#waiting = 0;
    this.transport.resume();
    this.#work();
  }

  #answer(line: string): void | Promise<void> {
    const command = readCommand(line);
    if (command === undefined) return this.close(closings.badRequest);
    if (command === 'pong') return this.#onPong();
    try {
      return this.#parts.onCommand(this, command);
    } catch (error) {
      this.fail(error);
    }
  }

  #onPong(): void {
    if (this.pongBy === Number.POSITIVE_INFINITY) this.close(closings.badRequest);
    this.pongBy = Number.POSITIVE_INFINITY;
  }

  /** Spreads the pings of all connections over the interval, by the random id. */
  startPings(moment: number): void {
    const { pingMs } = this.#parts.limits;
    this.pingAt = moment + pingMs * (0.5 + Buffer.from(this.id, 'base64url').readUInt16BE(0) / 65_536);
  }

  /** Closes or pings if due. The deadlines move by `heldUp`, the ms for which our own event loop read no frame. */
  sweep(moment: number, heldUp: number): void {
    const { limits } = this.#parts;
    this.pongBy += heldUp;
    this.staleAt += heldUp;
    const isAnonymous = this.state === 'new' || this.state === 'refused';
    if (isAnonymous && moment > this.staleAt) this.close(closings.stale);
    else if (moment > this.pongBy) this.close(closings.noPong);
    else if (moment > this.expiresAt + limits.graceMs) this.close(closings.expired);
    else if (moment >= this.pingAt && this.pongBy === Number.POSITIVE_INFINITY) {
      // A late ping does not move the next ones: after a blocked event loop they are spread as before.
      const late = Math.floor((moment - this.pingAt) / limits.pingMs);
      this.pingAt += (late + 1) * limits.pingMs;
      this.pongBy = moment + limits.pongMs;
      this.transport.queue(ping);
      this.transport.flush();
    }
  }

  /** @returns false if the client's budget is used up */
  spend(cost: number): boolean {
    const { burst, burstPerSecond } = this.#parts.limits;
    const moment = ticks();
    this.#budget = Math.min(burst, this.#budget + ((moment - this.#budgetAt) / 1000) * burstPerSecond);
    this.#budgetAt = moment;
    if (this.#budget < cost) return false;
    this.#budget -= cost;
    return true;
  }

  reply(name: string, id: number, body: string): void {
    this.transport.queue(reply(id, name, body));
  }

  refuse(id: number, refusal: ProtocolFault): void {
    this.transport.queue(reply(id, 'error', JSON.stringify(refusal)));
  }

  write(frame: Buffer): void {
    this.transport.write(frame);
    // `write` closes a connection that does not read.
    if (this.transport.isClosed) this.onClosed();
  }

  listen(subscription: Subscription, { wantsJoinLeave }: { wantsJoinLeave: boolean }): void {
    this.subscriptions.set(subscription.channel.name, subscription);
    subscription.channel.add(this, wantsJoinLeave);
  }

  /** Removes the connection from the channel; the caller informs the client. */
  leave(channel: HubChannel): void {
    this.subscriptions.delete(channel.name);
    channel.remove(this);
  }

  /** Ends a subscription from the server's side. */
  unsubscribe(channel: HubChannel, why: string): void {
    this.leave(channel);
    this.transport.queue(push(channel.name, 'unsubscribe', why));
    this.transport.flush();
  }

  onLost(channel: HubChannel): void {
    // The client treats an unsubscribe of a server-side subscription as final; a new connection recovers it.
    if (this.subscriptions.get(channel.name)?.isServerSide) this.close(closings.insufficientState);
    else this.unsubscribe(channel, unsubscribed.insufficientState);
  }

  onGone(channel: HubChannel): void {
    this.unsubscribe(channel, unsubscribed.byServer);
  }

  fail(error: unknown): void {
    this.#parts.onFailed(error);
    this.close(closings.serverError);
  }

  close(closing: Closing): void {
    this.transport.close(closing);
    this.onClosed();
  }

  /** Cleans up after a connection that either side ended. */
  onClosed(): void {
    if (this.state === 'closed') return;
    this.state = 'closed';
    this.transport.isClosed = true;
    this.#lines = [];
    for (const { channel } of this.subscriptions.values()) channel.remove(this);
    this.subscriptions.clear();
    this.#parts.onClosed(this);
  }
}
