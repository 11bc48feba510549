import { Type } from 'typebox';
import {
  sampleApplicationSettings,
  sampleChannel,
  sampleChannelSettings,
  sampleChatTeacher,
  sampleChatUser,
  sampleDirect,
  sampleMessage,
  sampleReply,
} from '../../examples/chat.ts';
import { chatIds, ids } from '../../examples/ids.ts';
import { About, giveExample, Model } from '../../model.ts';
import { channel, chatters, inChannel, moderatingChannel, ofChatter } from '../../permissions/permission.ts';
import { Empty, route } from '../../route.ts';
import { Offset, OwnChatId, Text } from '../../shared.ts';
import {
  ApplicationSettings,
  Channel,
  ChannelSettings,
  ChatIdIn,
  ChatUser,
  MessageOrChange,
} from './objects.ts';

const ById = Model('ChannelRequest', { id: About(ChatIdIn, 'The chat channel.') });
giveExample(ById, { id: sampleChannel.id });

/** Channels are listed in the order of their ids; each page of 20 of them has 50 messages in total. */
const ChannelPage = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: 1000,
      description: 'The most channels to return; each 20 of them come with 50 latest messages in total.',
    }),
  ),
  offset: Offset,
});

/** Channels: joining, catching up, and the settings for moderators. */
export const chatChannelRoutes = {
  getSocketToken: route({
    path: 'GET /v1/centrifuge-token',
    permission: ofChatter,
    allowedFor: 'a chat user',
    summary: 'Get the token with which the socket connects',
    source: 'interface 4.6, chat.md',
    answer: Type.Object({ token: Text('The token with which the socket connects.') }),
    example: {
      answer: { token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI5MDUzMyJ9.Vq8mTz2kR5xLw7YcNb4SpHd9GjFa1UeA' },
    },
  }),
  getInitial: route({
    path: 'GET /v1/get-initial',
    permission: ofChatter,
    allowedFor: 'a chat user',
    summary: 'Read everything that a chat client needs at its start',
    source: 'chat.md',
    query: ChannelPage,
    answer: Type.Object({
      channels: Type.Array(Channel, {
        description: 'The channels that the person has joined, each with its latest messages.',
      }),
      publics: Type.Array(Type.Object({ id: OwnChatId, name: Text('The name of the channel.') }), {
        description: 'The public channels of the application.',
      }),
      user: About(ChatUser, 'The caller.'),
      users: Type.Array(ChatUser, { description: 'The people of these channels.' }),
      settings: About(ApplicationSettings, 'The settings of the chat application.'),
    }),
    example: {
      answer: {
        channels: [sampleChannel],
        publics: [{ id: '48102', name: 'Announcements' }],
        user: sampleChatUser,
        users: [sampleChatUser, sampleChatTeacher],
        settings: sampleApplicationSettings,
      },
    },
  }),
  joinChannel: route({
    path: 'POST /v1/channels/join',
    permission: channel('see', chatters),
    summary: 'Join a channel; may be repeated',
    source: 'interface 4.6, chat.md',
    body: ById,
    answer: Channel,
  }),
  joinExternalChannel: route({
    path: 'POST /v1/channels/join-external/:externalId',
    permission: channel('see', chatters),
    summary: "Join a channel by its room's id",
    source: 'chat.md',
    answer: Channel,
    example: { path: { externalId: ids.room } },
  }),
  leaveChannel: route({
    path: 'POST /v1/channels/leave',
    permission: ofChatter,
    summary: 'Leave a channel',
    source: 'chat.md',
    body: ById,
    answer: Empty,
    errors: ['not_found'],
  }),
  listDirects: route({
    path: 'GET /v1/channels/directs',
    permission: ofChatter,
    summary: "List the caller's direct conversations",
    source: 'chat.md',
    query: ChannelPage,
    answer: Type.Array(Channel),
    example: { answer: [sampleDirect] },
  }),
  createDirect: route({
    path: 'POST /v1/channels/create-direct',
    permission: ofChatter,
    allowedFor: 'a chat user',
    summary: 'Open the direct conversation with a chat user; two people share one',
    source: 'chat.md',
    body: Type.Object({ userId: About(ChatIdIn, 'The chat user to talk with.') }),
    status: 201,
    answer: Channel,
    errors: ['not_found'],
    example: { body: { userId: sampleChatTeacher.id }, answer: sampleDirect },
  }),
  listMessages: route({
    path: 'GET /v1/channels/:channelId/messages',
    permission: inChannel,
    summary: 'Read a page of messages, or with `since` all changes after a number',
    source: 'chat.md',
    query: Type.Object({
      before: Type.Optional(
        Type.String({ pattern: '^[1-9][0-9]{0,17}$', description: 'The page before this message.' }),
      ),
      until: Type.Optional(
        Type.String({
          pattern: '^[1-9][0-9]{0,17}$',
          description: 'With `before`: from this message on, at most 1,000.',
        }),
      ),
      after: Type.Optional(
        Type.String({ pattern: '^[1-9][0-9]{0,17}$', description: 'The page after this message.' }),
      ),
      since: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'All changes after this number, in order.',
        }),
      ),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 1000,
          description: '1 to 200, default 50; with `since` up to 1,000, which is its default.',
        }),
      ),
    }),
    answer: Type.Array(MessageOrChange),
    example: {
      answer: [sampleMessage, sampleReply],
      query: { before: chatIds.answer, until: chatIds.question, after: chatIds.question },
    },
  }),
  muteChatUser: route({
    path: 'POST /v1/channels/:channelId/mute',
    permission: moderatingChannel,
    summary: 'Mute a chat user; `seconds` 0 unmutes them, absent: until further notice',
    source: 'chat.md',
    body: Type.Object({
      userId: About(ChatIdIn, 'The chat user who may not write.'),
      seconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 31_536_000,
          description: 'For how many seconds; 0: the person may write again; absent: until further notice.',
        }),
      ),
    }),
    answer: ChannelSettings,
    example: { body: { userId: sampleChatUser.id, seconds: 300 } },
  }),
  updateChannelSettings: route({
    path: 'PUT /v1/channels/:channelId/settings',
    permission: moderatingChannel,
    summary: 'Change whether people may write and send links, and the slow mode',
    source: 'chat.md',
    body: Type.Object({
      isChatAllowed: Type.Optional(ChannelSettings.properties.isChatAllowed),
      slowModeSeconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 3600,
          description: 'Seconds between two messages of one person; 0: no slow mode.',
        }),
      ),
      linksAllowed: Type.Optional(ChannelSettings.properties.linksAllowed),
    }),
    answer: ChannelSettings,
    example: { body: sampleChannelSettings },
  }),
};
