import { Type } from 'typebox';
import { Empty, route } from '../route.ts';
import {
  Email,
  Id,
  KnownEmail,
  List,
  ListQuery,
  Name,
  Nullable,
  OneOf,
  OwnPath,
  Phone,
  Timestamp,
} from '../shared.ts';
import { CurrentPassword, OwnUser, Password, ProviderAddress, Username } from './users.ts';

const AnyText = Type.String({ maxLength: 4096 });

/** Documents the token endpoint, which parses its own body (forms too) and returns OAuth errors. */
export const TokenRequest = Type.Object({
  grant_type: OneOf('client_credentials', 'password', 'refresh_token'),
  client_id: AnyText,
  client_secret: AnyText,
  username: Type.Optional(Type.String({ description: 'The email address, for grant_type password.' })),
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
  participantName: Type.String({ description: 'The name of the person; empty if the link asks for it.' }),
  role: OneOf('user', 'moderator'),
  isNameAsked: Type.Boolean({ description: 'Whether people enter their own name.' }),
  known: Type.Array(Type.String(), {
    description: 'Slugs and ids of join fields that the form need not ask for.',
  }),
});

export const PersonalToken = Type.Object({
  id: Id,
  name: Type.String(),
  createdAt: Timestamp,
  lastUsedAt: Type.Union([Timestamp, Type.Null()]),
});

/** A parameter of the provider's redirect. */
const ProviderParameter = (description: string) =>
  Type.String({ minLength: 1, maxLength: 4096, description });

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
    summary: 'Read how people can get an account here',
    source: 'decisions 2 and 13',
    status: 200,
    answer: Type.Object({
      registration: OneOf('invited', 'open'),
      sendsMail: Type.Boolean({ description: 'Whether a forgotten password can be reset by email.' }),
      supportAddress: Nullable(Type.String({ description: 'The contact for questions.' })),
      provider: Nullable(
        Type.Object({ label: Type.String({ description: 'The name of the provider for people.' }) }),
        'The OpenID Connect provider by which people sign in; null: there is none.',
      ),
    }),
    errors: [],
  }),
  createSession: route({
    summary: 'Sign in on the web; the response sets the cookies accessToken and refreshToken',
    source: 'decisions 2',
    body: Type.Object({
      email: KnownEmail,
      password: Type.String({ minLength: 1, maxLength: 128 }),
      code: Type.Optional(
        Type.String({
          maxLength: 100,
          description: 'The code of requestPasswordReset, after the refusal sign_in_code_needed.',
        }),
      ),
    }),
    status: 200,
    answer: OwnUser,
    errors: ['sign_in_failed', 'account_disabled', 'sign_in_code_needed', 'code_wrong'],
  }),
  refreshSession: route({
    summary: 'Renew the cookies of a signed-in browser',
    source: 'decisions 2',
    status: 200,
    answer: OwnUser,
    errors: [],
  }),
  deleteSession: route({
    summary: 'Sign out: ends the session of the cookies and deletes them',
    source: 'decisions 2',
    status: 204,
    errors: [],
  }),
  signOut: route({
    summary: 'Sign out, and get the address at which the provider ends its own session',
    source: 'decisions 2',
    status: 200,
    answer: Type.Object({
      url: Nullable(Type.String(), 'Where the browser goes next; null: there is no such address.'),
    }),
    errors: [],
  }),
  beginProviderSignIn: route({
    summary: 'Begin a sign-in by the OpenID Connect provider; the response sets the cookie signInFlow',
    source: 'decisions 2',
    body: Type.Object({ next: Type.Optional(OwnPath) }),
    status: 200,
    answer: ProviderAddress,
    errors: ['provider_off', 'provider_away'],
  }),
  finishProviderSignIn: route({
    summary: 'Finish what began at the provider, with the parameters of its redirect; sets the cookies',
    source: 'decisions 2',
    body: Type.Object({
      state: ProviderParameter('The state of the visit to the provider.'),
      code: Type.Optional(ProviderParameter('The code for the tokens; absent after an error.')),
      iss: Type.Optional(ProviderParameter('The issuer, if the provider states it.')),
      error: Type.Optional(ProviderParameter('Why the provider did not sign the person in.')),
    }),
    status: 200,
    answer: Type.Object({
      user: OwnUser,
      next: Nullable(OwnPath, 'The page to show next; null: the start page.'),
    }),
    errors: [
      'provider_off',
      'provider_away',
      'provider_refused',
      'provider_sign_in_failed',
      'provider_sign_in_over',
      'provider_email_unverified',
      'account_disabled',
      'registration_by_invite',
      'link_needed',
      'identity_taken',
      'identity_linked',
      'invite_used',
      'invite_expired',
      'invite_revoked',
    ],
  }),
  register: route({
    summary: 'Create an account and sign in; an invitation is accepted in the same step',
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
      'Request a code by email to set a new password; the response does not reveal whether the account exists',
    source: 'decisions 2',
    body: Type.Object({ email: KnownEmail }),
    status: 202,
    answer: Empty,
    errors: ['mail_off'],
  }),
  resetPassword: route({
    summary:
      'Set a new password with the code from the email; revokes sign-ins, personal tokens and the client secret',
    source: 'decisions 2',
    body: Type.Object({
      email: KnownEmail,
      code: Type.String({ minLength: 1, maxLength: 20 }),
      password: Password,
    }),
    status: 204,
    errors: ['code_wrong'],
  }),
  createPersonalToken: route({
    summary: 'Create a personal token; its value is shown only once',
    source: 'decisions 2',
    body: Type.Object({ name: Name, currentPassword: CurrentPassword }),
    record: PersonalToken,
    status: 201,
    answer: Type.Object({ id: Id, name: Type.String(), token: Type.String(), createdAt: Timestamp }),
    errors: ['password_missing'],
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
