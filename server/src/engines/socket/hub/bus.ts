import type { Entry, Presence } from '../socket.ts';

/** A committed change, as it is handed over. */
export interface Change extends Entry {
  epoch: string;
}

/** One connection that listens to a channel, as others are told of it. */
export type Member = Presence[string];

/** This node's hub, to whom the bus brings what other nodes said. None of these throws or waits. */
export interface Node {
  publish(channel: string, change: Change): void;
  forget(channel: string): void;
  tell(channel: string, data: string): void;
  recheck(userIds: string[]): void;
  joined(channel: string, member: Member): void;
  left(channel: string, member: Member): void;
  /** Words of other nodes may have been lost: the table is read for every channel at once. */
  doubt(): void;
  /** Who listens to the channel on this node at this moment. */
  present(channel: string): Presence;
  /** The numbered channels that somebody listens to on this node. */
  heard(): string[];
}

/**
 * The way from one node's hub to those of the others. A hub serves its own connections itself, at once and whether the
 * bus works or not: the bus carries its words to the *other* nodes only and must never bring a node its own.
 * It may lose and reorder words (the table makes up for that), and it never throws.
 */
export interface Bus {
  start(node: Node): Promise<void>;
  stop(): Promise<void>;
  /**
   * From now on this node wants to hear what others say of the channel. The hub waits for it before it reads the
   * channel's table, so that nothing falls in between; a bus that cannot promise it calls `doubt` later.
   */
  carry(channel: string): Promise<void>;
  /** Nobody listens here any more. */
  drop(channel: string): void;
  publish(channel: string, change: Change): void;
  forget(channel: string): void;
  tell(channel: string, data: string): void;
  recheck(userIds: string[]): void;
  /** Of numbered channels only. A member whose node died must not stay: see `Node.present`. */
  joined(channel: string, member: Member): void;
  left(channel: string, member: Member): void;
  /** Who listens on the other nodes. */
  presence(channel: string): Promise<Presence>;
  /** See `SocketEngine.serverId`. */
  serverId(): Promise<string | undefined>;
}

/** For the only node there is: nobody else to tell. */
export const noBus: Bus = {
  start: async () => undefined,
  stop: async () => undefined,
  carry: async () => undefined,
  drop: () => undefined,
  publish: () => undefined,
  forget: () => undefined,
  tell: () => undefined,
  recheck: () => undefined,
  joined: () => undefined,
  left: () => undefined,
  presence: async () => ({}),
  serverId: async () => undefined,
};
