import { Type } from 'typebox';
import { About } from '../../model.ts';
import { chatters, inChannel, message, moderatingChannel } from '../../permissions/permission.ts';
import { route } from '../../route.ts';
import { VisibleText } from '../../shared.ts';
import { ChatIdIn, Message, Pin } from './objects.ts';

/** Trimmed; 1 to 4,000 characters must remain. */
const Text = VisibleText(8000, '1 to 4,000 characters after trimming.');
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
      text: Text,
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
  }),
  editMessage: route({
    path: 'PATCH /v1/messages/:messageId',
    permission: message('ownOrModerate', chatters),
    summary: "Edit your own message within 15 minutes, or as a moderator anybody's",
    source: 'chat.md',
    body: Type.Object({ text: Text }),
    status: 200,
    answer: Message,
    errors: ['muted', 'chat_off', 'links_not_allowed', 'edit_time_over'],
  }),
  deleteMessage: route({
    path: 'DELETE /v1/messages/:messageId',
    permission: message('ownOrModerate', chatters),
    summary:
      'Delete an own message within 15 minutes, or as moderator anybody’s; one that is deleted already too',
    source: 'chat.md',
    status: 204,
    errors: ['edit_time_over'],
  }),
  clearChannel: route({
    path: 'DELETE /v1/messages/channel/:channelId',
    permission: moderatingChannel,
    summary: 'Delete all messages of a channel',
    source: 'chat.md',
    status: 204,
  }),
  addReaction: route({
    path: 'POST /v1/messages/:messageId/reactions',
    permission: message('join', chatters),
    summary: 'React to a message; repeating a reaction changes nothing',
    source: 'chat.md',
    body: Type.Object({ emoji: Emoji }),
    status: 200,
    answer: Message,
    errors: ['muted', 'chat_off'],
  }),
  removeReaction: route({
    path: 'DELETE /v1/messages/:messageId/reactions/:emoji',
    permission: message('join', chatters),
    summary: 'Remove your own reaction',
    source: 'chat.md',
    status: 200,
    answer: Message,
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
  }),
  unpinMessage: route({
    path: 'DELETE /v1/messages-pinned/:pinId',
    permission: moderatingChannel,
    summary: 'Unpin a message by the id of the pin',
    source: 'chat.md',
    status: 204,
  }),
  listPinnedMessages: route({
    path: 'GET /v1/messages-pinned/channel/:channelId',
    permission: inChannel,
    summary: 'List the pinned messages of a channel, newest pin first',
    source: 'chat.md',
    status: 200,
    answer: Type.Array(Pin),
  }),
};
