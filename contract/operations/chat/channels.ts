import { Type } from 'typebox';
import { Empty, route } from '../../route.ts';
import { ChatId, Offset } from '../../shared.ts';
import {
  ApplicationSettings,
  Channel,
  ChannelSettings,
  ChatIdIn,
  ChatUser,
  MessageOrChange,
} from './objects.ts';

export const ById = Type.Object({ id: ChatIdIn });

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
    summary: 'Get the token with which the socket connects',
    source: 'interface 4.6, chat.md',
    status: 200,
    answer: Type.Object({ token: Type.String() }),
    errors: [],
  }),
  getInitial: route({
    summary: 'Read everything that a chat client needs at its start',
    source: 'chat.md',
    query: ChannelPage,
    status: 200,
    answer: Type.Object({
      channels: Type.Array(Channel),
      publics: Type.Array(Type.Object({ id: ChatId, name: Type.String() })),
      user: ChatUser,
      users: Type.Array(ChatUser),
      settings: ApplicationSettings,
    }),
    errors: [],
  }),
  joinChannel: route({
    summary: 'Join a channel; may be repeated',
    source: 'interface 4.6, chat.md',
    body: ById,
    status: 200,
    answer: Channel,
    errors: [],
  }),
  joinExternalChannel: route({
    summary: "Join a channel by its room's id",
    source: 'chat.md',
    status: 200,
    answer: Channel,
    errors: [],
  }),
  leaveChannel: route({
    summary: 'Leave a channel',
    source: 'chat.md',
    body: ById,
    status: 200,
    answer: Empty,
    errors: ['not_found'],
  }),
  listDirects: route({
    summary: "List the caller's direct conversations",
    source: 'chat.md',
    query: ChannelPage,
    status: 200,
    answer: Type.Array(Channel),
    errors: [],
  }),
  createDirect: route({
    summary: 'Open the direct conversation with a chat user; two people share one',
    source: 'chat.md',
    body: Type.Object({ userId: ChatIdIn }),
    status: 201,
    answer: Channel,
    errors: ['not_found'],
  }),
  listMessages: route({
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
    status: 200,
    answer: Type.Array(MessageOrChange),
    errors: [],
  }),
  muteChatUser: route({
    summary: 'Mute a chat user; `seconds` 0 unmutes them, absent: until further notice',
    source: 'chat.md',
    body: Type.Object({
      userId: ChatIdIn,
      seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 31_536_000 })),
    }),
    status: 200,
    answer: ChannelSettings,
    errors: [],
  }),
  updateChannelSettings: route({
    summary: 'Change whether people may write and send links, and the slow mode',
    source: 'chat.md',
    body: Type.Object({
      isChatAllowed: Type.Optional(Type.Boolean()),
      slowModeSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 3600 })),
      linksAllowed: Type.Optional(Type.Boolean()),
    }),
    status: 200,
    answer: ChannelSettings,
    errors: [],
  }),
};
