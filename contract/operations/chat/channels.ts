import { Type } from 'typebox';
import { chatIds, ids, teacher } from '../../examples/ids.ts';
import { About, Model, Sample, sampleOf } from '../../model.ts';
import { channel, chatters, inChannel, moderatingChannel, ofChatter } from '../../permissions/permission.ts';
import { Empty, route, section } from '../../route.ts';
import { Offset, OwnChatId, Text, Whole } from '../../shared.ts';
import {
  ApplicationSettings,
  Channel,
  ChannelSettings,
  ChatIdIn,
  ChatIdInQuery,
  ChatUser,
  Message,
  MessageOrChange,
  sampleReply,
  sampleTeacher,
} from './objects.ts';

const ById = Model('ChannelRequest', { id: About(ChatIdIn, 'The chat channel.', chatIds.channel) });

const sampleDirect = {
  ...sampleOf(Channel),
  id: '48377',
  name: teacher.username,
  externalId: null,
  type: 'direct',
  messages: [],
  polls: [],
  seq: 0,
} as const;

/** Channels are listed in the order of their ids; each page of 20 of them has 50 messages in total. */
const ChannelPage = Type.Object({
  limit: Type.Optional(
    Whole(
      { minimum: 1, maximum: 1000, default: 1000 },
      'The most channels to return; each 20 of them come with 50 latest messages in total.',
    ),
  ),
  offset: Offset,
});

/** Channels: joining, catching up, and the settings for moderators. */
export const chatChannelRoutes = section('Chat', 'chat.md', {
  getSocketToken: route({
    path: 'GET /v1/centrifuge-token',
    permission: ofChatter,
    allowedFor: 'a chat user',
    summary: 'Get the token with which the socket connects',
    source: 'interface 4.6, chat.md',
    answer: Type.Object({
      token: Text(
        'The token with which the socket connects.',
        'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI5MDUzMyJ9.Vq8mTz2kR5xLw7YcNb4SpHd9GjFa1UeA',
      ),
    }),
  }),
  getInitial: route({
    path: 'GET /v1/get-initial',
    permission: ofChatter,
    allowedFor: 'a chat user',
    summary: 'Read everything that a chat client needs at its start',
    query: ChannelPage,
    answer: Type.Object({
      channels: Type.Array(Channel, {
        description: 'The channels that the person has joined, each with its latest messages.',
      }),
      publics: Type.Array(
        Type.Object({
          id: Sample(OwnChatId, '48102'),
          name: Text('The name of the channel.', 'Announcements'),
        }),
        {
          description: 'The public channels of the application.',
        },
      ),
      user: About(ChatUser, 'The caller.'),
      users: Type.Array(ChatUser, {
        description: 'The people of these channels.',
        sample: [sampleOf(ChatUser), sampleTeacher],
      }),
      settings: About(ApplicationSettings, 'The settings of the chat application.'),
    }),
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
    answer: Channel,
    example: { path: { externalId: ids.room } },
  }),
  leaveChannel: route({
    path: 'POST /v1/channels/leave',
    permission: ofChatter,
    summary: 'Leave a channel',
    body: ById,
    answer: Empty,
    errors: ['not_found'],
  }),
  listDirects: route({
    path: 'GET /v1/channels/directs',
    permission: ofChatter,
    summary: "List the caller's direct conversations",
    query: ChannelPage,
    answer: Type.Array(Channel),
    example: { answer: [sampleDirect] },
  }),
  createDirect: route({
    path: 'POST /v1/channels/create-direct',
    permission: ofChatter,
    allowedFor: 'a chat user',
    summary: 'Open the direct conversation with a chat user; two people share one',
    body: Type.Object({ userId: About(ChatIdIn, 'The chat user to talk with.') }),
    status: 201,
    answer: Channel,
    errors: ['not_found'],
    example: { body: { userId: chatIds.teacher }, answer: sampleDirect },
  }),
  listMessages: route({
    path: 'GET /v1/channels/:channelId/messages',
    permission: inChannel,
    summary: 'Read a page of messages, or with `since` all changes after a number',
    query: Type.Object({
      before: Type.Optional(ChatIdInQuery('The page before this message.')),
      until: Type.Optional(ChatIdInQuery('With `before`: from this message on, at most 1,000.')),
      after: Type.Optional(ChatIdInQuery('The page after this message.')),
      since: Type.Optional(
        Whole({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, 'All changes after this number, in order.'),
      ),
      limit: Type.Optional(
        Whole(
          { minimum: 1, maximum: 1000 },
          '1 to 200, default 50; with `since` up to 1,000, which is its default.',
        ),
      ),
    }),
    answer: Type.Array(MessageOrChange),
    example: {
      answer: [sampleOf(Message), sampleReply],
      query: { before: chatIds.answer, until: chatIds.question, after: chatIds.question },
    },
  }),
  muteChatUser: route({
    path: 'POST /v1/channels/:channelId/mute',
    permission: moderatingChannel,
    summary: 'Mute a chat user; `seconds` 0 unmutes them, absent: until further notice',
    body: Type.Object({
      userId: About(ChatIdIn, 'The chat user who may not write.'),
      seconds: Type.Optional(
        Whole(
          { minimum: 0, maximum: 31_536_000 },
          'For how many seconds; 0: the person may write again; absent: until further notice.',
        ),
      ),
    }),
    answer: ChannelSettings,
    example: { body: { userId: chatIds.student, seconds: 300 } },
  }),
  updateChannelSettings: route({
    path: 'PUT /v1/channels/:channelId/settings',
    permission: moderatingChannel,
    summary: 'Change whether people may write and send links, and the slow mode',
    body: Type.Object({
      isChatAllowed: Type.Optional(ChannelSettings.properties.isChatAllowed),
      slowModeSeconds: Type.Optional(
        Whole(
          { minimum: 0, maximum: 3600 },
          'Seconds between two messages of one person; 0: no slow mode.',
          10,
        ),
      ),
      linksAllowed: Type.Optional(ChannelSettings.properties.linksAllowed),
    }),
    answer: ChannelSettings,
  }),
});
