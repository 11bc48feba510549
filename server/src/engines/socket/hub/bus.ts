import type { ChangeEntry, Presence } from '../socket.ts';

/** A committed change, as the program publishes it. */
export interface BusChange extends ChangeEntry {
  epoch: string;
}

/** One connection that listens to a channel, as presence shows it to others. */
export type PresentMember = Presence[string];

/** A message of one hub to those of the other nodes. */
export type BusMessage =
  | { kind: 'publish'; change: BusChange }
  | { kind: 'forget' }
  | { kind: 'tell'; data: string }
  /** As `tell`, but outdated in a moment. */
  | { kind: 'pass'; data: string }
  /** For numbered channels only. A member must disappear when its node dies: see `Node.present`. */
  | { kind: 'joined' | 'left'; member: PresentMember }
  /** Concerns all channels: it is sent with an empty name. */
  | { kind: 'recheck'; userIds: string[] };

/** The hub of this node, as the bus calls it with what other nodes send. No call throws or blocks. */
export interface Node {
  deliver(channel: string, message: BusMessage): void;
  /** The bus may have lost messages: compare every channel with the table now. */
  compare(): void;
  /** The members who listen to the channel on this node now. */
  present(channel: string): Presence;
  /** The numbered channels that have a listener on this node. */
  heard(): string[];
}

/**
 * Connects the hubs of several nodes. A hub serves its own connections directly, whether the bus works or not: the
 * bus delivers to the *other* nodes only and must never deliver to the sender. It may lose and reorder messages (the
 * table supplies what is missing) and never throws.
 */
export interface Bus {
  start(node: Node): Promise<void>;
  stop(): Promise<void>;
  /**
   * Subscribes this node to what others publish in the channel. The hub waits for it before it reads the channel's
   * table, so that no change falls in between; a bus that cannot guarantee it calls `compare` later.
   */
  subscribe(channel: string): Promise<void>;
  /** The channel has no listener on this node any more. */
  unsubscribe(channel: string): void;
  send(channel: string, message: BusMessage): void;
  /** The members who listen on the other nodes. */
  presence(channel: string): Promise<Presence>;
  /** See `SocketEngine.serverId`. */
  serverId(): Promise<string | undefined>;
}

/** The bus of a single node: it has no other node to reach. */
export const noBus: Bus = {
  start: async () => undefined,
  stop: async () => undefined,
  subscribe: async () => undefined,
  unsubscribe: () => undefined,
  send: () => undefined,
  presence: async () => ({}),
  serverId: async () => undefined,
};
