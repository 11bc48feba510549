/**
 * The interface of the socket. Adapters: our hub (`hub/`; `redis/` joins the hubs of several nodes) and
 * Centrifugo (`centrifugo.ts`). `startup/socket.ts` chooses; all pass `socket.contract.test.ts`.
 */

import type { Upgrades } from '../../platform/http/connections/upgrades.ts';

/** A committed change of a channel; `data` is the JSON text of `{event, payload, seq}` in its table. */
export interface ChangeEntry {
  seq: number;
  data: string;
}

/** The latest changes of a channel. `epoch` is stored with the channel and differs if the channel was created anew. */
export interface ChannelChanges {
  epoch: string;
  /** The number of the last change; 0 if there is none yet. */
  top: number;
  /** Ascending, without gaps. */
  entries: ChangeEntry[];
}

/** The channels that a user may listen to now. */
export interface SocketStanding {
  /** Channels whose changes are numbered: recoverable, with history and presence. */
  channels: string[];
  /** The user's own channel of unnumbered events, which cannot be recovered. */
  personal: string;
  /** Presence, join and leave show it to the others. */
  info?: unknown;
}

/**
 * The data that the socket reads from the program. The database is the source of truth: everything that the socket
 * keeps in memory is a copy that may be dropped at any moment.
 */
export interface SocketSource {
  /** Called at every connect, refresh and recheck. Users who may not connect are left out. */
  standingsOf(userIds: string[]): Promise<Map<string, SocketStanding>>;
  /**
   * A channel's epoch and top, and the last `limit` changes after `after`, ascending and up to the top.
   * @returns undefined if the channel does not exist
   */
  read(channel: string, wanted: { after: number; limit: number }): Promise<ChannelChanges | undefined>;
  /** The tops of these channels; channels that no longer exist are left out. */
  tops(channels: string[]): Promise<Map<string, number>>;
}

/** A message of a client to the program, by the protocol's `send` or `rpc`. */
export interface ClientMessage {
  userId: string;
  method: string;
  /** The client's JSON, unchecked. */
  data: unknown;
  /** The length of its JSON text. */
  size: number;
}

/** An error of the protocol (socket-protocol.md, section 9); codes of the program are 400 to 1999. */
export interface ProtocolFault {
  code: number;
  message: string;
  /** The client may try again. */
  temporary?: true;
}

/** The reply to an `rpc`. */
export type MessageReply = { data: unknown } | { error: ProtocolFault };

/** Takes the messages of clients. The socket knows no method, and no call throws. */
export interface SocketInbox {
  /** Takes a `send`, which nobody answers. */
  take(message: ClientMessage): void;
  /** Answers an `rpc`. */
  answer(message: ClientMessage): Promise<MessageReply>;
}

/** The connections that listen to a channel, by connection id. */
export type Presence = Record<string, { client: string; user: string; conn_info?: unknown }>;

/**
 * Delivers changes to connected clients (chat.md, "Instant events"). Adapters: our hub, alone or joined with those of
 * other nodes by Redis, and a Centrifugo of the operator's.
 *
 * No call that publishes something throws or waits: what gets lost is supplied from the table.
 */
export interface SocketEngine {
  /** The URL for clients. */
  readonly url: string;
  /** @param inbox undefined: `send` is ignored, and every `rpc` is refused */
  start(source: SocketSource, inbox?: SocketInbox): Promise<void>;
  /** Handles upgrades at the socket's path, if this server runs the engine. */
  attach(upgrades: Upgrades): void;
  /** Closes every connection so that its client reconnects by itself, and frees everything. */
  stop(): Promise<void>;
  /** A token for this user to connect with: a JWT (HS256) that binds the connection to them. */
  issueToken(userId: string): Promise<string>;
  /** Publishes a committed change. Calls may come in any order and be repeated. */
  publish(channel: string, entry: ChangeEntry & { epoch: string }): void;
  /** Drops the copies of this channel, because the table changed the content of old changes (a deleted message). */
  forget(channel: string): void;
  /** Publishes JSON text without a number to the current listeners. */
  tell(channel: string, data: string): void;
  /** The same for what is outdated in a moment, such as a pointer: it is lost if it cannot be delivered now. */
  pass(channel: string, data: string): void;
  /** Reads the rights of these users again and applies them to their connections at once. */
  recheck(userIds: string[]): void;
  presence(channel: string): Promise<Presence>;
  /**
   * Checks the server that connects the nodes.
   * @returns the run id of a Redis, if it shows one; undefined for any other server and for none
   * @throws while it does not answer
   */
  serverId(): Promise<string | undefined>;
  /** The number of connections to this node, for the operator's metrics. */
  connections(): number;
}

/** The socket's path on our own server. */
export const socketPath = '/connection/websocket';

/** Most changes in one reply; a client that missed more reads them by HTTP (chat.md). */
export const mostRecovered = 300;
