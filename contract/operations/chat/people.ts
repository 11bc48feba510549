import { Type } from 'typebox';
import { route } from '../../route.ts';
import { ChatId, ExternalId, Nullable, OneOf, VisibleText } from '../../shared.ts';
import { ApplicationSettings, ChatIdIn, ChatToken, ChatUser } from './objects.ts';

const Username = Type.String({
  minLength: 3,
  maxLength: 100,
  pattern: '\\S[\\s\\S]+\\S',
  description: '3 to 100 characters after trimming.',
});
const Password = Type.String({ minLength: 6, maxLength: 128 });
const DisplayName = VisibleText(100);
const AvatarUrl = Type.String({
  maxLength: 2000,
  format: 'web-address',
  description: 'A URL of our own storage only.',
});

/** Chat users, their tokens, and the application that they belong to. */
export const chatPeopleRoutes = {
  fetchChatUsers: route({
    summary: 'Read chat users of channels that the caller can see, by their ids; others are omitted',
    source: 'chat.md',
    body: Type.Object({
      ids: Type.Optional(Type.Array(ChatIdIn, { maxItems: 100 })),
      participantIds: Type.Optional(
        Type.Array(Type.String({ pattern: '^[0-9a-f]{24}$' }), {
          maxItems: 100,
          description: 'Their participant in a room.',
        }),
      ),
    }),
    status: 200,
    answer: Type.Array(ChatUser),
    errors: [],
  }),
  updateProfile: route({
    summary: 'Change your own display name or picture',
    source: 'chat.md',
    body: Type.Object({
      displayName: Type.Optional(DisplayName),
      avatarUrl: Type.Optional(Nullable(AvatarUrl)),
    }),
    status: 200,
    answer: ChatUser,
    errors: [],
  }),
  createChatUser: route({
    summary: "Create a chat user of the integrator's, or change the one with this externalId",
    source: 'chat.md',
    body: Type.Object({
      externalId: ExternalId,
      username: Type.Optional(Nullable(VisibleText(100))),
      displayName: Type.Optional(Nullable(DisplayName)),
      avatarUrl: Type.Optional(Nullable(AvatarUrl)),
      role: Type.Optional(Nullable(OneOf('user', 'moderator'))),
    }),
    status: 201,
    answer: ChatUser,
    errors: [],
  }),
  issueChatToken: route({
    summary: "Get a chat user's token",
    source: 'chat.md',
    status: 200,
    answer: ChatToken,
    errors: [],
  }),
  signUp: route({
    summary: 'Sign up as a chat user; without a password as a guest',
    source: 'chat.md',
    body: Type.Object({ app_id: ChatIdIn, username: Username, password: Type.Optional(Nullable(Password)) }),
    status: 201,
    answer: ChatToken,
    errors: ['registration_off', 'username_taken', 'not_found'],
  }),
  logIn: route({
    summary: 'Log in as a chat user who signed up with a password',
    source: 'chat.md',
    body: Type.Object({
      app_id: ChatIdIn,
      username: Type.String({ maxLength: 100 }),
      password: Type.String({ maxLength: 128 }),
    }),
    status: 200,
    answer: ChatToken,
    errors: ['wrong_password', 'not_found'],
  }),
  getChatApplicationSettings: route({
    summary: "Read what a chat client of this application shows, and the socket's URL",
    source: 'chat.md',
    status: 200,
    answer: ApplicationSettings,
    errors: [],
  }),
  updateChatSettings: route({
    summary: "Change the settings of a group's chat application",
    source: 'chat.md',
    body: Type.Partial(Type.Omit(ApplicationSettings, ['socketUrl'])),
    status: 200,
    answer: ApplicationSettings,
    errors: [],
  }),
  createChatM2mToken: route({
    summary:
      "Create the token with which the integrator's server creates chat users; revokes the previous one",
    source: 'chat.md',
    status: 201,
    answer: Type.Object({ appId: ChatId, token: Type.String() }),
    errors: [],
  }),
};
