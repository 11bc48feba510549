import type { AttemptLimits } from '../auth/auth.ts';
import type { SocketEngine } from '../engines/socket/socket.ts';
import type { Keyring } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import type { Effects } from '../platform/effects.ts';

/** A poll that somebody starts or votes in. */
export interface PollByPerson {
  channelId: string;
  pollId: string;
  /** The chat user. */
  userId: string;
}

/** Events of channels, in the transaction of the change. */
export interface ChatEffects {
  onMessageSent: Effects<{ channelId: string; id: string }>;
  onPollStarted: Effects<PollByPerson>;
  onVoted: Effects<PollByPerson & { optionIds: string[] }>;
}

export interface ChatParts extends ChatEffects {
  db: Db;
  socket: SocketEngine;
  keyring: Keyring;
  /** The public base URL: pictures of people must have it. */
  webUrl: URL;
  /** How many messages a participant may send in 5 s; 0 for no limit. */
  messagesPer5Seconds: number;
  attempts: AttemptLimits;
}

/** The parts that a function needs which only publishes. */
export type SocketPart = Pick<ChatParts, 'socket'>;

/** Names of channels on the socket (chat.md, "Instant events"). */
export const socketChannelOf = (channelId: string): string => `chat:${channelId}`;
export const personalChannelOf = (userId: string): string => `user:${userId}`;

/** The channel id in a socket channel's name; undefined for channels of other features. */
export const channelIdIn = (socketChannel: string): string | undefined =>
  /^chat:([1-9][0-9]{0,17})$/.exec(socketChannel)?.[1];
