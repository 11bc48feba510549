import type { Change, Channel, ChatUser, Message, Pin, Settings, SettingsChange } from './types.ts';

type OutgoingMessage = { channelId: string; text: string; clientMessageId: string; replyTo?: string };
export type PageRequest = { before: string; until?: string; limit?: number };

/** The server operations that the chat uses. The page passes the SDK's client, tests a fake. */
export type ChatApi = {
  socketToken: () => Promise<string>;
  join: (channelId: string) => Promise<Channel>;
  changes: (channelId: string, since: number) => Promise<Change[]>;
  page: (channelId: string, request: PageRequest) => Promise<Message[]>;
  send: (sending: OutgoingMessage) => Promise<Message>;
  edit: (messageId: string, text: string) => Promise<Message>;
  remove: (messageId: string) => Promise<void>;
  clear: (channelId: string) => Promise<void>;
  react: (messageId: string, emoji: string) => Promise<Message>;
  unreact: (messageId: string, emoji: string) => Promise<Message>;
  pins: (channelId: string) => Promise<Pin[]>;
  pin: (channelId: string, messageId: string) => Promise<Pin>;
  unpin: (pinId: string) => Promise<void>;
  users: (ids: string[]) => Promise<ChatUser[]>;
  userOf: (participantId: string) => Promise<ChatUser | undefined>;
  /** `seconds`: 0 unmutes, undefined mutes until further notice. */
  mute: (channelId: string, userId: string, seconds?: number) => Promise<void>;
  change: (channelId: string, settings: SettingsChange) => Promise<Settings>;
  directs: () => Promise<Channel[]>;
  openDirect: (userId: string) => Promise<Channel>;
};
