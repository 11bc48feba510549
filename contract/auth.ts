import { Type } from 'typebox';
import { Empty, route } from './route.ts';
import { Email, Id, List, ListQuery, Name, Nullable, OneOf, Phone, Timestamp } from './shared.ts';
import { CurrentPassword, OwnUser, Password, Username } from './users.ts';

const AnyText = Type.String({ maxLength: 4096 });

/** The token endpoint reads its own body (forms too) and answers errors as OAuth does; this documents it. */
export const TokenRequest = Type.Object({
  grant_type: OneOf('client_credentials', 'password', 'refresh_token'),
  client_id: AnyText,
  client_secret: AnyText,
  username: Type.Optional(Type.String({ description: 'The e-mail address, for grant_type password.' })),
  password: Type.Optional(AnyText),
  refresh_token: Type.Optional(AnyText),
});

export const TokenAnswer = Type.Object({
  token_type: Type.Literal('Bearer'),
  access_token: Type.String(),
  refresh_token: Type.String(),
  expires_in: Type.Integer({ description: 'Seconds: 604,800 (7 days).' }),
});

export const LinkSession = Type.Object({
  access_token: Type.String({ description: 'The bearer token of this tab.' }),
  expires_in: Type.Integer({ description: 'Seconds.' }),
  spaceId: Id,
  roomId: Id,
  participantName: Type.String(),
  role: OneOf('user', 'moderator'),
  known: Type.Array(Type.String(), { description: 'Slugs and ids of join fields that need not be asked.' }),
});

export const PersonalToken = Type.Object({
  id: Id,
  name: Type.String(),
  createdAt: Timestamp,
  lastUsedAt: Type.Union([Timestamp, Type.Null()]),
});

export const authRoutes = {
  issueToken: route({
    summary: 'Get a client token, a user token, or renew one',
    source: 'decisions 2',
    body: TokenRequest,
    status: 200,
    answer: TokenAnswer,
    errors: ['invalid_client', 'invalid_grant', 'invalid_request', 'unsupported_grant_type'],
  }),
  openAccessLink: route({
    summary: "Turn an access link's token into the session of one tab",
    source: 'decisions 2 and 4',
    body: Type.Object({
      accessToken: Type.String({ minLength: 1, maxLength: 4096 }),
      clientUniqueId: Type.String({ minLength: 1, maxLength: 200 }),
    }),
    status: 200,
    answer: LinkSession,
    errors: ['link_expired', 'link_used', 'link_revoked'],
  }),
  getSignInOptions: route({
    summary: 'Read how people come to an account here',
    source: 'decisions 2 and 13',
    status: 200,
    answer: Type.Object({
      registration: OneOf('invited', 'open'),
      sendsMail: Type.Boolean({ description: 'Can a forgotten password be replaced by mail?' }),
      supportAddress: Nullable(Type.String({ description: 'Whom people may ask.' })),
    }),
    errors: [],
  }),
  createSession: route({
    summary: 'Sign in on the web; the answer sets the cookies accessToken and refreshToken',
    source: 'decisions 2',
    body: Type.Object({
      email: Type.String({ minLength: 1, maxLength: 254 }),
      password: Type.String({ minLength: 1, maxLength: 128 }),
    }),
    status: 200,
    answer: OwnUser,
    errors: ['sign_in_failed', 'account_disabled'],
  }),
  refreshSession: route({
    summary: 'Renew the cookies of a signed-in browser',
    source: 'decisions 2',
    status: 200,
    answer: OwnUser,
    errors: [],
  }),
  deleteSession: route({
    summary: 'Sign out: the session of the cookies ends, and they are taken away',
    source: 'decisions 2',
    status: 204,
    errors: [],
  }),
  register: route({
    summary: 'Make an account and sign in; an invitation is used in the same step',
    source: 'decisions 2, 3 and 13',
    body: Type.Object({
      email: Email,
      password: Password,
      username: Username,
      phone: Type.Optional(Phone),
      spaceId: Type.Optional(Id),
      inviteId: Type.Optional(Id),
    }),
    status: 201,
    answer: OwnUser,
    errors: ['email_taken', 'registration_by_invite', 'invite_used', 'invite_expired', 'invite_revoked'],
  }),
  requestPasswordReset: route({
    summary:
      'Ask for a code by mail with which to set a new password; the answer tells nobody who has an account',
    source: 'decisions 2',
    body: Type.Object({ email: Email }),
    status: 202,
    answer: Empty,
    errors: ['mail_off'],
  }),
  resetPassword: route({
    summary:
      'Set a new password with the code of the mail; sign-ins, personal tokens and the client secret end',
    source: 'decisions 2',
    body: Type.Object({
      email: Email,
      code: Type.String({ minLength: 1, maxLength: 20 }),
      password: Password,
    }),
    status: 204,
    errors: ['code_wrong'],
  }),
  createPersonalToken: route({
    summary: 'Make a personal token; its value is shown this once',
    source: 'decisions 2',
    body: Type.Object({ name: Name, currentPassword: CurrentPassword }),
    record: PersonalToken,
    status: 201,
    answer: Type.Object({ id: Id, name: Type.String(), token: Type.String(), createdAt: Timestamp }),
    errors: [],
  }),
  listPersonalTokens: route({
    summary: 'List your personal tokens',
    source: 'decisions 2',
    query: ListQuery({}),
    status: 200,
    answer: List(PersonalToken),
    errors: [],
  }),
  deletePersonalToken: route({
    summary: 'Revoke a personal token at once',
    source: 'decisions 2',
    status: 204,
    errors: [],
  }),
};
