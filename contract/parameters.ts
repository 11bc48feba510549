import { type TSchema, Type } from 'typebox';
import { ChatId, Id } from './shared.ts';

interface PathParameter {
  description: string;
  schema: TSchema;
}

const by =
  (schema: TSchema) =>
  (description: string): PathParameter => ({ description, schema });
const byId = by(Id);
const byChatId = by(ChatId);
const byText = by(Type.String());

/** The parameters of paths. Each means the same in every path. */
export const pathParameters: Readonly<Record<string, PathParameter>> = {
  alias: byText("The room's alias: the last part of its URL. Or its code, with or without hyphens."),
  appId: byChatId('The chat application: chatApplicationId of a group, appId of a room.'),
  assetId: byId('The uploaded video.'),
  callId: byId('The call.'),
  channelId: byChatId('The channel.'),
  deliveryId: byId('The delivery to the webhook.'),
  emoji: byText('The emoji of the reaction, percent-encoded.'),
  externalId: byText(
    "The room's id where a channel is joined; otherwise the chat user's id in your own system.",
  ),
  externalUserId: byText("The person's id in your own system."),
  inviteId: byId('The invitation.'),
  itemId: byId('The item of the timeline.'),
  linkId: byId('The access link.'),
  messageId: byChatId('The message.'),
  participantId: byId('The participant.'),
  pinId: byChatId('The pin.'),
  playbackEventId: byId('The event.'),
  playbackEventSessionId: byId('The session.'),
  playbackId: byId('The automatic webinar.'),
  pollId: byChatId('The poll.'),
  recordId: byId('The recording.'),
  reminderToken: byText('The last part of the link in an email with which its reader unsubscribes.'),
  roomId: byId('The room.'),
  segmentId: byId('The segment of the transcript.'),
  sessionId: byId('The sign-in.'),
  spaceId: byId('The group.'),
  tokenId: byId('The personal token.'),
  userId: byId('The account.'),
  viewingId: byId('The viewing, of which each page of a viewer has its own.'),
  webhookId: byId('The webhook of the group.'),
};

/** Whether this path parameter is an id of the chat (decimal digits) instead of one of 24 hex characters. */
export const isChatParameter = (name: string): boolean => pathParameters[name]?.schema === ChatId;
