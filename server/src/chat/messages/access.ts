import { refuse } from '../../platform/errors.ts';
import {
  admittedChatUser,
  type ChannelAccess,
  type ChannelRequest,
  type ChatRequest,
  findChannelFor,
} from '../access.ts';
import type { ChatParts } from '../parts.ts';
import { channelOfPin } from './pins.store.ts';
import { type MessageHead, messageHeadById } from './store.ts';

export type MessageAccess = ChannelAccess & { message: MessageHead };

interface OfMessage extends ChatRequest {
  params: { messageId: string };
}

/** The message that a path names, deleted or not, where the caller joined its channel. */
export const messageInPath =
  (parts: ChatParts) =>
  async ({ params, ...by }: OfMessage): Promise<MessageAccess> => {
    const message = await messageHeadById(by.db, params.messageId);
    // No channel has this id: who may be in the chat at all hears that there is nothing.
    const channelId = message?.channelId ?? '0';
    const access = await findChannelFor(parts, by, { channelId, least: 'join' });
    return { ...access, message: message ?? refuse('not_found') };
  };

/** The same; one that was deleted is not there. */
export const liveMessageInPath = (parts: ChatParts) => async (request: OfMessage) => {
  const access = await messageInPath(parts)(request);
  return access.message.deletedAt ? refuse('not_found') : access;
};

interface OfPin extends ChannelRequest {
  params: { pinId: string };
}

/** The channel of a pin; undefined where nothing has this id any more, for whoever may be in the chat at all. */
export const channelOfPinInPath =
  (parts: ChatParts) =>
  async ({ params, least, ...by }: OfPin): Promise<ChannelAccess | undefined> => {
    const channelId = await channelOfPin(by.db, params.pinId);
    if (channelId !== undefined) return findChannelFor(parts, by, { channelId, least });
    await admittedChatUser(parts, by);
    return undefined;
  };
