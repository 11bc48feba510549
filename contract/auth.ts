import { Type } from 'typebox';
import { route } from './route.ts';
import { Id, Name, OneOf, Timestamp } from './shared.ts';

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
    errors: ['invalid_client', 'invalid_grant', 'invalid_request', 'unsupported_grant_type', 'rate_limited'],
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
  createPersonalToken: route({
    summary: 'Make a personal token; its value is shown this once',
    source: 'decisions 2',
    body: Type.Object({ name: Name }),
    status: 201,
    answer: Type.Object({ id: Id, name: Type.String(), token: Type.String(), createdAt: Timestamp }),
    errors: [],
  }),
  listPersonalTokens: route({
    summary: 'List your personal tokens',
    source: 'decisions 2',
    status: 200,
    answer: Type.Object({ items: Type.Array(PersonalToken), total: Type.Integer() }),
    errors: [],
  }),
  deletePersonalToken: route({
    summary: 'Revoke a personal token at once',
    source: 'decisions 2',
    status: 204,
    errors: [],
  }),
};
