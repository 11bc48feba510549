import { Type } from 'typebox';
import { chatIds } from '../../examples/ids.ts';
import { About, Sample, sampleOf } from '../../model.ts';
import { chatters, inChannel, message, moderatingChannel } from '../../permissions/permission.ts';
import { route, section } from '../../route.ts';
import { Filled, VisibleText } from '../../shared.ts';
import { ChatIdIn, Message, Pin } from './objects.ts';

/** Trimmed; 1 to 4,000 characters must remain. */
const MessageText = VisibleText(8000, '1 to 4,000 characters after trimming.');
const Emoji = Type.String({ minLength: 1, maxLength: 16, description: 'One emoji.' });

/** Messages, reactions and pins. */
export const chatMessageRoutes = section('Chat', 'chat.md', {
  sendMessage: route({
    path: 'POST /v1/messages/send',
    permission: inChannel,
    summary: 'Send a message; the same clientMessageId returns the same message',
    source: 'interface 4.6, chat.md',
    body: Type.Object({
      channelId: About(ChatIdIn, 'The chat channel.', chatIds.channel),
      text: Sample(MessageText, 'Could you explain the second step again, please?'),
      clientMessageId: Type.Optional(
        Filled(
          64,
          'Chosen by the sender: sending it again returns the same message. Absent if none was sent.',
          'a7c1e5f0-22',
        ),
      ),
      replyTo: Type.Optional(
        About(ChatIdIn, 'The message to which this one replies; absent if there is none.'),
      ),
    }),
    status: 201,
    answer: Message,
    errors: ['muted', 'chat_off', 'links_not_allowed', 'slow_mode'],
  }),
  editMessage: route({
    path: 'PATCH /v1/messages/:messageId',
    permission: message('ownOrModerate', chatters),
    summary: "Edit your own message within 15 minutes, or as a moderator anybody's",
    body: Type.Object({ text: MessageText }),
    answer: Message,
    errors: ['muted', 'chat_off', 'links_not_allowed', 'edit_time_over'],
    example: {
      body: { text: sampleOf(Message).text },
      answer: { ...sampleOf(Message), seq: 42, editedAt: '2026-03-17T14:12:58.390Z' },
    },
  }),
  deleteMessage: route({
    path: 'DELETE /v1/messages/:messageId',
    permission: message('ownOrModerate', chatters),
    summary:
      'Delete an own message within 15 minutes, or as moderator anybody’s; one that is deleted already too',
    errors: ['edit_time_over'],
  }),
  clearChannel: route({
    path: 'DELETE /v1/messages/channel/:channelId',
    permission: moderatingChannel,
    summary: 'Delete all messages of a channel',
  }),
  addReaction: route({
    path: 'POST /v1/messages/:messageId/reactions',
    permission: message('join', chatters),
    summary: 'React to a message; repeating a reaction changes nothing',
    body: Type.Object({ emoji: Emoji }),
    answer: Message,
    errors: ['muted', 'chat_off'],
    example: { body: { emoji: '👍' } },
  }),
  removeReaction: route({
    path: 'DELETE /v1/messages/:messageId/reactions/:emoji',
    permission: message('join', chatters),
    summary: 'Remove your own reaction',
    answer: Message,
    example: { answer: { ...sampleOf(Message), reactions: [] } },
  }),
  pinMessage: route({
    path: 'POST /v1/messages-pinned',
    permission: moderatingChannel,
    summary: 'Pin a message; may be repeated',
    body: Type.Object({
      channelId: About(ChatIdIn, 'The chat channel.'),
      messageId: About(ChatIdIn, 'The message.'),
    }),
    status: 201,
    answer: Pin,
    example: { body: { channelId: chatIds.channel, messageId: chatIds.question } },
  }),
  unpinMessage: route({
    path: 'DELETE /v1/messages-pinned/:pinId',
    permission: moderatingChannel,
    summary: 'Unpin a message by the id of the pin',
  }),
  listPinnedMessages: route({
    path: 'GET /v1/messages-pinned/channel/:channelId',
    permission: inChannel,
    summary: 'List the pinned messages of a channel, newest pin first',
    answer: Type.Array(Pin),
  }),
});
