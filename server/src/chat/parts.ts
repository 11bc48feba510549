import type { SocketEngine } from '../engines/socket/socket.ts';
import type { Keyring } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';

export interface ChatParts {
  db: Db;
  socket: SocketEngine;
  keyring: Keyring;
  /** `{web_url}`: pictures of people are served from here alone. */
  webUrl: URL;
  /** How much a participant may write in 5 s; 0: as much as they like. */
  messagesPer5Seconds: number;
  /** The installation's one figure for all request limits; 0 for none; undefined for the figures by kind. */
  limitPerMinute: number | undefined;
}

/** Names of channels on the socket (chat.md, "Instant events"). */
export const socketChannelOf = (channelId: string): string => `chat:${channelId}`;
export const personalChannelOf = (userId: string): string => `user:${userId}`;

/** The id in a socket channel's name; undefined for a channel that is not of the chat. */
export const channelIdIn = (socketChannel: string): string | undefined =>
  /^chat:([1-9][0-9]{0,17})$/.exec(socketChannel)?.[1];
