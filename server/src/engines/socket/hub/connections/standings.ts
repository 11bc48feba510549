import { gatherReads } from '../../../../platform/concurrency/gather-reads.ts';
import type { Logger } from '../../../../platform/logging/log.ts';
import type { SocketSource, SocketStanding } from '../../socket.ts';
import type { Channels } from '../channels/channels.ts';
import { push } from '../commands/frames.ts';
import { closings, unsubscribed } from '../commands/protocol.ts';
import { prepareSubscriptions, type SubscriptionRequest, takeSubscription } from '../commands/subscribing.ts';
import type { Connection } from './connection.ts';

/**
 * Readings at the same time, and users of each: after a restart, thousands connect at once. With more readings at a time
 * each has fewer users and costs more for each of them.
 */
const limits = { readings: 2, keys: 200 };

export interface StandingsParts {
  source: SocketSource;
  channels: Channels;
  log: Logger;
}

/** The channels to which the server subscribes this connection. */
export function serverSideChannelsOf(
  { subscribesItself }: Connection,
  { channels, personal }: SocketStanding,
): string[] {
  return subscribesItself ? [personal] : [...new Set([...channels, personal])];
}

/** The connections by user, and checks of what each user may hear. */
export class Standings {
  readonly #parts: StandingsParts;
  readonly #byUser = new Map<string, Set<Connection>>();
  readonly #read: (userId: string) => Promise<SocketStanding | undefined>;
  readonly #checks = new Map<string, { now: Promise<void>; next?: Promise<void> }>();
  /** Users whose standing could not be read. */
  readonly #failed = new Set<string>();

  constructor(parts: StandingsParts) {
    this.#parts = parts;
    this.#read = gatherReads((userIds) => parts.source.standingsOf(userIds), limits);
  }

  add(connection: Connection): void {
    const { userId } = connection;
    const connections = this.#byUser.get(userId);
    if (connections) connections.add(connection);
    else this.#byUser.set(userId, new Set([connection]));
  }

  remove(connection: Connection): void {
    const connections = this.#byUser.get(connection.userId);
    connections?.delete(connection);
    if (connections?.size === 0) this.#byUser.delete(connection.userId);
  }

  /** All connected users. */
  userIds(): string[] {
    return [...this.#byUser.keys()];
  }

  /** @returns undefined if this user may not connect */
  read(userId: string): Promise<SocketStanding | undefined> {
    return this.#read(userId);
  }

  /** Reads the standings of these users again, because what they may hear changed. */
  recheck(userIds: Iterable<string>): void {
    for (const userId of userIds) {
      for (const connection of this.#byUser.get(userId) ?? []) connection.isStandingOutdated = true;
      if (!this.#byUser.has(userId)) continue;
      this.check(userId).catch((error: unknown) => {
        this.#failed.add(userId);
        this.#parts.log.warn({ err: error }, 'could not read what a user may hear; the hub retries');
      });
    }
  }

  /** Repeats the failed checks. */
  retry(): void {
    const failed = [...this.#failed];
    this.#failed.clear();
    this.recheck(failed);
  }

  /** Reads this user's standing after this call began, and applies it to their connections. */
  check(userId: string): Promise<void> {
    const running = this.#checks.get(userId);
    if (!running) return this.#begin(userId);
    running.next ??= running.now.catch(() => undefined).then(() => this.#begin(userId));
    return running.next;
  }

  #begin(userId: string): Promise<void> {
    const begun = this.#checks.get(userId);
    if (begun) return begun.now;
    const now = this.#checkNow(userId).finally(() => this.#checks.delete(userId));
    this.#checks.set(userId, { now });
    return now;
  }

  async #checkNow(userId: string): Promise<void> {
    const standing = await this.read(userId);
    const open = [...(this.#byUser.get(userId) ?? [])].filter(({ state }) => state === 'open');
    if (!standing) {
      for (const connection of open) connection.close(closings.permissionDenied);
      return;
    }
    for (const connection of open) this.#endForbidden(connection, standing);
    await Promise.all(open.map((connection) => this.#startAllowed(connection)));
  }

  /** Ends the forbidden subscriptions at once, before anything else is awaited. */
  #endForbidden(connection: Connection, standing: SocketStanding): void {
    const allowed = new Set([...standing.channels, standing.personal]);
    connection.standing = standing;
    for (const [name, { channel }] of connection.subscriptions) {
      if (!allowed.has(name)) connection.unsubscribe(channel, unsubscribed.byServer);
    }
  }

  async #startAllowed(connection: Connection): Promise<void> {
    const { standing } = connection;
    if (!standing) return;
    const added = serverSideChannelsOf(connection, standing).filter(
      (name) => !connection.subscriptions.has(name),
    );
    const requests = subscriptionRequestsFor(this.#parts.channels, standing, added);
    await prepareSubscriptions(requests);
    for (const request of requests) {
      if (connection.isClosed || request.channel.isEnded) continue;
      if (connection.subscriptions.has(request.channel.name)) continue;
      const { result } = takeSubscription(request);
      connection.transport.queue(push(request.channel.name, 'subscribe', result));
      connection.listen({ channel: request.channel, isServerSide: true }, { wantsJoinLeave: false });
    }
    connection.transport.flush();
  }
}

export function subscriptionRequestsFor(
  channels: Channels,
  { personal }: SocketStanding,
  names: string[],
): SubscriptionRequest[] {
  return names.map((name) => ({ channel: channels.open(name, { isNumbered: name !== personal }) }));
}
