import { Type } from 'typebox';
import { route } from '../../route.ts';
import { VisibleText } from '../../shared.ts';
import { ChatIdIn, Message, Pin } from './objects.ts';

/** Trimmed; 1 to 4,000 characters must remain. */
const Text = VisibleText(8000, '1 to 4,000 characters after trimming.');
const Emoji = Type.String({ minLength: 1, maxLength: 16, description: 'One emoji.' });

/** Messages, reactions and pins. */
export const chatMessageRoutes = {
  sendMessage: route({
    summary: 'Send a message; the same clientMessageId returns the same message',
    source: 'interface 4.6, chat.md',
    body: Type.Object({
      channelId: ChatIdIn,
      text: Text,
      clientMessageId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      replyTo: Type.Optional(ChatIdIn),
    }),
    status: 201,
    answer: Message,
    errors: ['muted', 'chat_off', 'links_not_allowed', 'slow_mode'],
  }),
  editMessage: route({
    summary: "Edit your own message within 15 minutes, or as a moderator anybody's",
    source: 'chat.md',
    body: Type.Object({ text: Text }),
    status: 200,
    answer: Message,
    errors: ['muted', 'chat_off', 'links_not_allowed', 'edit_time_over'],
  }),
  deleteMessage: route({
    summary:
      'Delete an own message within 15 minutes, or as moderator anybody’s; one that is deleted already too',
    source: 'chat.md',
    status: 204,
    errors: ['edit_time_over'],
  }),
  clearChannel: route({
    summary: 'Delete all messages of a channel',
    source: 'chat.md',
    status: 204,
    errors: [],
  }),
  addReaction: route({
    summary: 'React to a message; repeating a reaction changes nothing',
    source: 'chat.md',
    body: Type.Object({ emoji: Emoji }),
    status: 200,
    answer: Message,
    errors: ['muted', 'chat_off'],
  }),
  removeReaction: route({
    summary: 'Remove your own reaction',
    source: 'chat.md',
    status: 200,
    answer: Message,
    errors: [],
  }),
  pinMessage: route({
    summary: 'Pin a message; may be repeated',
    source: 'chat.md',
    body: Type.Object({ channelId: ChatIdIn, messageId: ChatIdIn }),
    status: 201,
    answer: Pin,
    errors: [],
  }),
  unpinMessage: route({
    summary: 'Unpin a message by the id of the pin',
    source: 'chat.md',
    status: 204,
    errors: [],
  }),
  listPinnedMessages: route({
    summary: 'List the pinned messages of a channel, newest pin first',
    source: 'chat.md',
    status: 200,
    answer: Type.Array(Pin),
    errors: [],
  }),
};
