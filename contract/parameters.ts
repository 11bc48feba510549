import { type TSchema, Type } from 'typebox';
import { alias, chatIds, externalUser, ids } from './examples/ids.ts';
import { ChatId, Id } from './shared.ts';

interface PathParameter {
  description: string;
  schema: TSchema;
  example: string;
}

const by =
  (schema: TSchema) =>
  (description: string, example: string): PathParameter => ({ description, schema, example });
const byId = by(Id);
const byChatId = by(ChatId);
const byText = by(Type.String());

/** The parameters of paths. Each means the same in every path. */
export const pathParameters: Readonly<Record<string, PathParameter>> = {
  alias: byText("The room's alias: the last part of its URL. Or its code, with or without hyphens.", alias),
  appId: byChatId('The chat application: chatApplicationId of a group, appId of a room.', chatIds.app),
  assetId: byId('The uploaded video.', ids.asset),
  callId: byId('The call.', ids.call),
  channelId: byChatId('The channel.', chatIds.channel),
  boardId: byId('The board.', ids.board),
  deliveryId: byId('The delivery to the webhook.', ids.delivery),
  callbackId: byId('The delivery to a program that uses the API of BigBlueButton.', ids.delivery),
  documentId: byId('The document of the room.', ids.document),
  emoji: byText('The emoji of the reaction, percent-encoded.', '👍'),
  externalId: byText(
    "The room's id where a channel is joined; otherwise the chat user's id in your own system.",
    externalUser,
  ),
  externalUserId: byText("The person's id in your own system.", externalUser),
  inviteId: byId('The invitation.', ids.invite),
  itemId: byId('The item of the timeline.', ids.offer),
  linkId: byId('The access link.', ids.link),
  messageId: byChatId('The message.', chatIds.question),
  participantId: byId('The participant.', ids.student),
  pinId: byChatId('The pin.', chatIds.pin),
  playbackEventId: byId('The event.', ids.playbackEvent),
  playbackEventSessionId: byId('The session.', ids.playbackSession),
  playbackId: byId('The automatic webinar.', ids.playback),
  pollId: byChatId('The poll.', chatIds.poll),
  questionId: byId('The question of a viewer.', ids.viewerQuestion),
  recordId: byId('The recording.', ids.record),
  recordLinkId: byId('The link to the recording.', ids.recordLink),
  reminderToken: byText(
    'The last part of the link in an email with which its reader unsubscribes.',
    'ae3FkUC3LtnRaKjzxDaXzpUxIkQ0qzvZ1m9rWgYc8Tn4hLsE',
  ),
  roomId: byId('The room.', ids.room),
  segmentId: byId('The segment of the transcript.', ids.segment),
  sessionId: byId('The sign-in.', ids.session),
  spaceId: byId('The group.', ids.space),
  spaceTokenId: byId('The token of the group.', ids.spaceToken),
  tokenId: byId('The personal token.', ids.token),
  userId: byId('The account.', ids.teacher),
  viewingId: byId('The viewing, of which each page of a viewer has its own.', ids.viewing),
  webhookId: byId('The webhook of the group.', ids.webhook),
};

/** Whether this path parameter is an id of the chat (decimal digits) instead of one of 24 hex characters. */
export const isChatParameter = (name: string): boolean => pathParameters[name]?.schema === ChatId;
