import { Type } from 'typebox';
import { chatIds, externalUser, ids, student } from '../../examples/ids.ts';
import { About, sampleOf } from '../../model.ts';
import { byMachine, forAnybody, ofChatter, people, space } from '../../permissions/permission.ts';
import { route, section } from '../../route.ts';
import { ChatId, ExternalId, Nullable, OneOf, Text, VisibleText } from '../../shared.ts';
import { ApplicationSettings, ChatIdIn, ChatToken, ChatUser, sampleTeacher } from './objects.ts';

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

const credentials = { app_id: chatIds.app, username: 'amelia.clarke', password: 'blue-paper-kite' };

/** Chat users, their tokens, and the application that they belong to. */
export const chatPeopleRoutes = section('Chat', 'chat.md', {
  fetchChatUsers: route({
    path: 'POST /v1/users/fetch',
    permission: ofChatter,
    allowedFor: 'a chat user, for people of the same group',
    summary: 'Read chat users of channels that the caller can see, by their ids; others are omitted',
    body: Type.Object({
      ids: Type.Optional(
        Type.Array(ChatIdIn, { maxItems: 100, description: 'The ids of the chat users, at most 100.' }),
      ),
      participantIds: Type.Optional(
        Type.Array(Type.String({ pattern: '^[0-9a-f]{24}$' }), {
          maxItems: 100,
          description: 'Their participant in a room.',
        }),
      ),
    }),
    answer: Type.Array(ChatUser),
    example: {
      body: { ids: [chatIds.student], participantIds: [ids.teacherParticipant] },
      answer: [sampleOf(ChatUser), sampleTeacher],
    },
  }),
  updateProfile: route({
    path: 'PATCH /v1/profile',
    permission: ofChatter,
    summary: 'Change your own display name or picture',
    body: Type.Object({
      displayName: Type.Optional(About(DisplayName, 'The name that others see.')),
      avatarUrl: Type.Optional(
        Nullable(AvatarUrl, 'The URL of the picture, in our own storage; null: none.'),
      ),
    }),
    answer: ChatUser,
    example: { body: { displayName: student.name } },
  }),
  createChatUser: route({
    path: 'POST /v1/m2m/:appId/users/create',
    permission: byMachine,
    summary: "Create a chat user of the integrator's, or change the one with this externalId",
    body: Type.Object({
      externalId: About(ExternalId, "The person's id in your own system.", externalUser),
      username: Type.Optional(
        Nullable(
          VisibleText(100),
          'The name of the chat user, 1 to 100 characters; null or absent: not given.',
          'amelia.clarke',
        ),
      ),
      displayName: Type.Optional(Nullable(DisplayName, 'The name that others see.', student.name)),
      avatarUrl: Type.Optional(
        Nullable(AvatarUrl, 'The URL of the picture, in our own storage; null: none.'),
      ),
      role: Type.Optional(
        Nullable(
          OneOf('user', 'moderator'),
          'moderator: moderates every channel of the application; null or absent: user.',
          'user',
        ),
      ),
    }),
    status: 201,
    answer: ChatUser,
  }),
  issueChatToken: route({
    path: 'GET /v1/m2m/:appId/token/:externalId',
    permission: byMachine,
    summary: "Get a chat user's token",
    answer: ChatToken,
  }),
  signUp: route({
    path: 'POST /v1/signup',
    permission: forAnybody,
    summary: 'Sign up as a chat user; without a password as a guest',
    body: Type.Object({
      app_id: About(ChatIdIn, "The chat application to enter: a group's chatApplicationId."),
      username: Username,
      password: Type.Optional(
        Nullable(
          Password,
          '6 to 128 characters; null or absent: the user is a guest and cannot log in again.',
        ),
      ),
    }),
    status: 201,
    answer: ChatToken,
    errors: ['registration_off', 'username_taken', 'not_found'],
    example: { body: credentials },
    ignoresKey: true,
  }),
  logIn: route({
    path: 'POST /v1/login',
    permission: forAnybody,
    summary: 'Log in as a chat user who signed up with a password',
    body: Type.Object({
      app_id: About(ChatIdIn, "The chat application to enter: a group's chatApplicationId."),
      username: Type.String({ maxLength: 100, description: 'The username of the sign-up.' }),
      password: Type.String({ maxLength: 128, description: 'The password of the sign-up.' }),
    }),
    answer: ChatToken,
    errors: ['wrong_password', 'not_found'],
    example: { body: credentials },
    ignoresKey: true,
  }),
  getChatApplicationSettings: route({
    path: 'GET /v1/applications/:appId/settings',
    permission: forAnybody,
    summary: "Read what a chat client of this application shows, and the socket's URL",
    answer: ApplicationSettings,
  }),
  updateChatSettings: route({
    path: 'PUT /v1/spaces/:spaceId/chat/settings',
    permission: space('owner', people),
    summary: "Change the settings of a group's chat application",
    body: Type.Partial(Type.Omit(ApplicationSettings, ['socketUrl'])),
    answer: ApplicationSettings,
  }),
  createChatM2mToken: route({
    path: 'POST /v1/spaces/:spaceId/chat/m2m-token',
    permission: space('owner', people),
    audited: 'token',
    summary:
      "Create the token with which the integrator's server creates chat users; revokes the previous one",
    status: 201,
    answer: Type.Object({
      appId: About(ChatId, 'The chat application of the group: its chatApplicationId.', chatIds.app),
      token: Text(
        "The bearer token for your server's M2M requests; shown only once.",
        'lam_R5wXn2TqVk8YzLc7BmPd4SgHf9JuEa3o',
      ),
    }),
    ignoresKey: true,
  }),
});
