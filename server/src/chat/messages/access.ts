import type { Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import {
  admittedChatUser,
  type ChannelAccess,
  type ChannelRequest,
  type ChatCaller,
  type ChatRequest,
  findChannelFor,
  participantIdOf,
} from '../access.ts';
import { type SeenPart, seenPartsOf } from '../channels/earlier.store.ts';
import type { ChatParts } from '../parts.ts';
import { channelOfPin } from './pins.store.ts';
import { checkMayWrite } from './rules.ts';
import { type MessageHead, messageHeadById } from './store.ts';

/** The part of the channel that the caller sees; undefined: all of it. */
export const seenPartOf = async (
  db: Db,
  { caller, access: { user, channel } }: { caller: ChatCaller; access: ChannelAccess },
): Promise<SeenPart | undefined> =>
  (await seenPartsOf(db, { userId: user.id, participantId: participantIdOf(caller) }, [channel.id])).get(
    channel.id,
  );

export type MessageAccess = ChannelAccess & { message: MessageHead };

interface OfMessage extends ChatRequest {
  params: { messageId: string };
}

/** Finds the message in the path, deleted or not, if the caller joined its channel and sees this part of it. */
export const messageInPath =
  (parts: ChatParts) =>
  async ({ params, ...by }: OfMessage): Promise<MessageAccess> => {
    const message = await messageHeadById(by.db, params.messageId);
    // No channel has the id 0: callers who may use the chat get 404.
    const channelId = message?.channelId ?? '0';
    const access = await findChannelFor(parts, by, { channelId, least: 'join' });
    const part = await seenPartOf(by.db, { caller: by.caller, access });
    if (!message || (part && message.createdAt <= part.since)) return refuse('not_found');
    return { ...access, message };
  };

/** The same, but a deleted message is 404. */
export const liveMessageInPath = (parts: ChatParts) => async (request: OfMessage) => {
  const access = await messageInPath(parts)(request);
  return access.message.deletedAt ? refuse('not_found') : access;
};

interface OfPin extends ChannelRequest {
  params: { pinId: string };
}

/** Finds the channel of a pin; undefined if the pin does not exist and the caller may use the chat. */
export const channelOfPinInPath =
  (parts: ChatParts) =>
  async ({ params, least, ...by }: OfPin): Promise<ChannelAccess | undefined> => {
    const channelId = await channelOfPin(by.db, params.pinId);
    if (channelId !== undefined) return findChannelFor(parts, by, { channelId, least });
    await admittedChatUser(parts, by);
    return undefined;
  };

/** Refuses callers who did not join the channel, or may not write in it now. */
export async function requireWriter(parts: ChatParts, by: ChatRequest, channelId: string): Promise<void> {
  checkMayWrite((await findChannelFor(parts, by, { channelId, least: 'join' })).channel);
}
