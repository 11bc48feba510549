import type { AttemptLimits } from '../auth/auth.ts';
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
  attempts: AttemptLimits;
}

/** Names of channels on the socket (chat.md, "Instant events"). */
export const socketChannelOf = (channelId: string): string => `chat:${channelId}`;
export const personalChannelOf = (userId: string): string => `user:${userId}`;

/** The id in a socket channel's name; undefined for a channel that is not of the chat. */
export const channelIdIn = (socketChannel: string): string | undefined =>
  /^chat:([1-9][0-9]{0,17})$/.exec(socketChannel)?.[1];
