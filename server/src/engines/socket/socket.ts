import type { Upgrades } from '../../platform/http/connections/upgrades.ts';

/** A committed change of a channel, as its table holds it: the JSON text of `{event, payload, seq}`. */
export interface Entry {
  seq: number;
  data: string;
}

/** The latest of a channel's changes. `epoch` is stored with the channel and tells one life of it from another. */
export interface Stream {
  epoch: string;
  /** The number of the last change; 0 for none yet. */
  top: number;
  /** Ascending, without holes. */
  entries: Entry[];
}

/** What somebody may hear at this moment. */
export interface Standing {
  /** Channels whose changes are numbered: recoverable, with history and presence. */
  channels: string[];
  /** The channel of news for this person alone; not numbered, not recoverable. */
  personal: string;
  /** What others are told of them in presence, join and leave. */
  info?: unknown;
}

/**
 * What the socket asks of the program. The table is the truth: whatever the socket keeps in memory is a copy of it
 * that may be dropped at any moment.
 */
export interface SocketSource {
  /** Asked at every connect, refresh and recheck; null: this person may not be connected at all. */
  standingOf(userId: string): Promise<Standing | null>;
  /**
   * A channel's epoch and top, and the last `limit` changes after `after`, ascending and reaching up to the top.
   * @returns undefined where there is no such channel
   */
  read(channel: string, wanted: { after: number; limit: number }): Promise<Stream | undefined>;
  /** The tops of these channels; one that is not there any more is left out. */
  tops(channels: string[]): Promise<Map<string, number>>;
}

/** Who is connected and listens to a channel, by connection. */
export type Presence = Record<string, { client: string; user: string; conn_info?: unknown }>;

/**
 * What carries changes to those who listen (chat.md, "Instant events"). Adapters: our hub, alone or joined with those
 * of other nodes by Redis, and a Centrifugo of the operator's.
 *
 * None of the calls that hand something over throws or waits: what is lost on the way is made up for from the table.
 */
export interface SocketEngine {
  /** Where clients connect. */
  readonly url: string;
  start(source: SocketSource): Promise<void>;
  /** Takes the upgrades at the socket's path, where the engine is ours. */
  attach(upgrades: Upgrades): void;
  /** Closes every connection so that its client comes back by itself, and lets go of everything. */
  stop(): Promise<void>;
  /** The token with which this person connects: a JWT (HS256), for a client that names nobody else by it. */
  issueToken(userId: string): Promise<string>;
  /** Hands over a change that was committed. In any order, also more than once. */
  publish(channel: string, entry: Entry & { epoch: string }): void;
  /** The table holds other words for old changes of this channel (a deleted message): copies are dropped. */
  forget(channel: string): void;
  /** News without a number, for who listens at this moment: JSON text. */
  tell(channel: string, data: string): void;
  /** What these people may hear has changed: those connected are held to it at once. */
  recheck(userIds: string[]): void;
  presence(channel: string): Promise<Presence>;
  /**
   * Asks the server that carries what is said from node to node.
   * @returns the id of a Redis's run, where it tells; undefined for any other and for none
   * @throws while it does not answer
   */
  serverId(): Promise<string | undefined>;
  /** How many are connected to this node (for the figures of the operator). */
  connections(): number;
}

/** The path of the socket on our own server. */
export const socketPath = '/connection/websocket';

/** At most so many changes are given back in one reply; who missed more reads them by HTTP (chat.md). */
export const mostRecovered = 300;
