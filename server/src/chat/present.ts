import type { Answer } from '../../../contract/routes.ts';
import { timestamp, timestampOrNull } from '../platform/clock.ts';
import type { ChannelSettings, SeenChannel } from './channels/channel.ts';
import type { Message } from './messages/store.ts';

type Channel = Answer<'joinChannel'>;

export const presentMessage = (message: Message): Answer<'sendMessage'> => ({
  id: message.id,
  text: message.text,
  type: message.type,
  userId: message.userId,
  createdAt: timestamp(message.createdAt),
  meta: message.meta,
  seq: message.seq,
  ...(message.replyTo !== null && { replyTo: message.replyTo }),
  ...(message.reactions.length > 0 && { reactions: message.reactions }),
  ...(message.editedAt && { editedAt: timestamp(message.editedAt) }),
  ...(message.clientMessageId !== null && { clientMessageId: message.clientMessageId }),
});

export const presentSettings = (channel: ChannelSettings): Channel['settings'] => ({
  isChatAllowed: channel.isChatAllowed,
  slowModeSeconds: channel.slowModeSeconds,
  linksAllowed: channel.linksAllowed,
  isOff: channel.isOff,
  directMessages: channel.directMessages,
});

/** The contents of a channel besides its own fields. */
export type ChannelContents = Pick<Channel, 'users' | 'messages' | 'polls'>;

export const presentChannel = (channel: SeenChannel, inside: ChannelContents): Channel => ({
  id: channel.id,
  name: channel.name,
  externalId: channel.sessionId ?? channel.roomId,
  type: channel.directOf ? 'direct' : channel.isPublic ? 'public' : 'private',
  ...inside,
  seq: channel.top,
  role: channel.isModerator ? 'moderator' : 'user',
  isJoined: channel.isJoined,
  settings: presentSettings(channel),
  mutedUntil: timestampOrNull(channel.mutedUntil),
});
