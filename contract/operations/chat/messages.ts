import { Type } from 'typebox';
import { sampleChannel, sampleMessage, samplePin } from '../../examples/chat.ts';
import { About } from '../../model.ts';
import { chatters, inChannel, message, moderatingChannel } from '../../permissions/permission.ts';
import { route } from '../../route.ts';
import { VisibleText } from '../../shared.ts';
import { ChatIdIn, Message, Pin } from './objects.ts';

/** Trimmed; 1 to 4,000 characters must remain. */
const MessageText = VisibleText(8000, '1 to 4,000 characters after trimming.');
const Emoji = Type.String({ minLength: 1, maxLength: 16, description: 'One emoji.' });

/** Messages, reactions and pins. */
export const chatMessageRoutes = {
  sendMessage: route({
    path: 'POST /v1/messages/send',
    permission: inChannel,
    summary: 'Send a message; the same clientMessageId returns the same message',
    source: 'interface 4.6, chat.md',
    body: Type.Object({
      channelId: About(ChatIdIn, 'The chat channel.'),
      text: MessageText,
      clientMessageId: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 64,
          description:
            'Chosen by the sender: sending it again returns the same message. Absent if none was sent.',
        }),
      ),
      replyTo: Type.Optional(
        About(ChatIdIn, 'The message to which this one replies; absent if there is none.'),
      ),
    }),
    status: 201,
    answer: Message,
    errors: ['muted', 'chat_off', 'links_not_allowed', 'slow_mode'],
    example: {
      body: {
        channelId: sampleChannel.id,
        text: sampleMessage.text,
        clientMessageId: sampleMessage.clientMessageId,
      },
    },
  }),
  editMessage: route({
    path: 'PATCH /v1/messages/:messageId',
    permission: message('ownOrModerate', chatters),
    summary: "Edit your own message within 15 minutes, or as a moderator anybody's",
    source: 'chat.md',
    body: Type.Object({ text: MessageText }),
    answer: Message,
    errors: ['muted', 'chat_off', 'links_not_allowed', 'edit_time_over'],
    example: {
      body: { text: sampleMessage.text },
      answer: { ...sampleMessage, seq: 42, editedAt: '2026-03-17T14:12:58.390Z' },
    },
  }),
  deleteMessage: route({
    path: 'DELETE /v1/messages/:messageId',
    permission: message('ownOrModerate', chatters),
    summary:
      'Delete an own message within 15 minutes, or as moderator anybody’s; one that is deleted already too',
    source: 'chat.md',
    errors: ['edit_time_over'],
  }),
  clearChannel: route({
    path: 'DELETE /v1/messages/channel/:channelId',
    permission: moderatingChannel,
    summary: 'Delete all messages of a channel',
    source: 'chat.md',
  }),
  addReaction: route({
    path: 'POST /v1/messages/:messageId/reactions',
    permission: message('join', chatters),
    summary: 'React to a message; repeating a reaction changes nothing',
    source: 'chat.md',
    body: Type.Object({ emoji: Emoji }),
    answer: Message,
    errors: ['muted', 'chat_off'],
    example: { body: { emoji: '👍' } },
  }),
  removeReaction: route({
    path: 'DELETE /v1/messages/:messageId/reactions/:emoji',
    permission: message('join', chatters),
    summary: 'Remove your own reaction',
    source: 'chat.md',
    answer: Message,
    example: { answer: { ...sampleMessage, reactions: [] } },
  }),
  pinMessage: route({
    path: 'POST /v1/messages-pinned',
    permission: moderatingChannel,
    summary: 'Pin a message; may be repeated',
    source: 'chat.md',
    body: Type.Object({
      channelId: About(ChatIdIn, 'The chat channel.'),
      messageId: About(ChatIdIn, 'The message.'),
    }),
    status: 201,
    answer: Pin,
    example: { body: { channelId: sampleChannel.id, messageId: sampleMessage.id } },
  }),
  unpinMessage: route({
    path: 'DELETE /v1/messages-pinned/:pinId',
    permission: moderatingChannel,
    summary: 'Unpin a message by the id of the pin',
    source: 'chat.md',
  }),
  listPinnedMessages: route({
    path: 'GET /v1/messages-pinned/channel/:channelId',
    permission: inChannel,
    summary: 'List the pinned messages of a channel, newest pin first',
    source: 'chat.md',
    answer: Type.Array(Pin),
    example: { answer: [samplePin] },
  }),
};
