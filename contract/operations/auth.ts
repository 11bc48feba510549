import { Type } from 'typebox';
import {
  sampleClientId,
  sampleClientSecret,
  sampleLinkSession,
  sampleOwnUser,
  samplePassword,
  samplePersonalToken,
  sampleRegisterRequest,
} from '../examples/accounts.ts';
import { owner } from '../examples/ids.ts';
import { About, giveExample, Model } from '../model.ts';
import { account, forAnybody, forBrowsers, ofSelf, people } from '../permissions/permission.ts';
import { Empty, route } from '../route.ts';
import {
  CreatedAt,
  Flag,
  Id,
  KnownEmail,
  List,
  ListQuery,
  Name,
  Nullable,
  OneOf,
  OwnPath,
  PersonEmail,
  PersonPhone,
  RoomId,
  SpaceId,
  StoredName,
  Text,
  TextOrNull,
  Timestamp,
} from '../shared.ts';
import { CurrentPassword, OwnUser, Password, ProviderAddress, Username } from './users.ts';

const AnyText = Type.String({ maxLength: 4096 });

/** Documents the token endpoint, which parses its own body (forms too) and returns OAuth errors. */
export const TokenRequest = Model('TokenRequest', {
  grant_type: About(
    OneOf('client_credentials', 'password', 'refresh_token'),
    "Which credentials are exchanged for tokens: those of a client, a user's password, or a refresh token.",
  ),
  client_id: About(AnyText, 'The clientId of the account.'),
  client_secret: About(AnyText, 'The clientSecret of the account.'),
  username: Type.Optional(Text('The email address, for grant_type password.')),
  password: Type.Optional(About(AnyText, 'The password of the user, for grant_type password.')),
  refresh_token: Type.Optional(About(AnyText, 'The refresh token to renew, for grant_type refresh_token.')),
});
giveExample(TokenRequest, {
  grant_type: 'password',
  client_id: sampleClientId,
  client_secret: sampleClientSecret,
  username: owner.email,
  password: samplePassword,
});

const TokenAnswer = Model('TokenAnswer', {
  token_type: Type.Literal('Bearer', { description: 'How the token is sent.' }),
  access_token: Text('The bearer token; send it as Authorization: Bearer.'),
  refresh_token: Text('Renews the access token; valid for 21 days and replaced at each use.'),
  expires_in: Type.Integer({ description: 'Seconds: 604,800 (7 days).' }),
});
giveExample(TokenAnswer, {
  token_type: 'Bearer',
  access_token: 'lus_q3V9sT6yRk1XwPz8LbN2cHf5Jm0DgAe4',
  refresh_token: 'lrt_Zb7Kd2MxQv9TnWc4GjYp6RsHf1LuEa3o',
  expires_in: 604_800,
});

export const LinkSession = Model('LinkSession', {
  access_token: Text('The bearer token of this tab.'),
  expires_in: Type.Integer({ description: 'Seconds.' }),
  spaceId: SpaceId,
  roomId: RoomId,
  participantName: Text('The name of the person; empty if the link asks for it.'),
  role: About(OneOf('user', 'moderator'), 'user: a guest; moderator: moderates the meeting.'),
  isNameAsked: Flag('Whether people enter their own name.'),
  known: Type.Array(Type.String(), {
    description: 'Slugs and ids of join fields that the form need not ask for.',
  }),
});
giveExample(LinkSession, sampleLinkSession);

const PersonalToken = Model('PersonalToken', {
  id: About(Id, 'The personal token, as tokenId in paths.'),
  name: StoredName,
  createdAt: CreatedAt,
  lastUsedAt: Type.Union([Timestamp, Type.Null()], { description: 'When it was last used; null: never.' }),
});
giveExample(PersonalToken, samplePersonalToken);

/** A parameter of the provider's redirect. */
const ProviderParameter = (description: string) =>
  Type.String({ minLength: 1, maxLength: 4096, description });

export const authRoutes = {
  issueToken: route({
    path: 'POST /v1/auth/token',
    permission: forAnybody,
    summary: 'Get a client token, a user token, or renew one',
    source: 'decisions 2',
    body: TokenRequest,
    answer: TokenAnswer,
    errors: ['invalid_client', 'invalid_grant', 'invalid_request', 'unsupported_grant_type'],
    ignoresKey: true,
  }),
  openAccessLink: route({
    path: 'POST /v1/auth/access-link',
    permission: forAnybody,
    summary: "Turn an access link's token into the session of one tab",
    source: 'decisions 2 and 4',
    body: Type.Object({
      accessToken: Type.String({
        minLength: 1,
        maxLength: 4096,
        description: "The accessToken parameter of the link's URL.",
      }),
      clientUniqueId: Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'A random secret that the browser stores and sends at each entry; a link is bound to it.',
      }),
    }),
    answer: LinkSession,
    errors: ['link_expired', 'link_used', 'link_revoked'],
    example: { body: { accessToken: 'c9Xk3VtQ7mLwZ2yRb8NsPd5HgJf1TuAe', clientUniqueId: 'tab-5f0c7a1e' } },
    ignoresKey: true,
  }),
  getSignInOptions: route({
    path: 'GET /v1/auth/options',
    permission: forAnybody,
    summary: 'Read how people can get an account here',
    source: 'decisions 2 and 13',
    answer: Type.Object({
      registration: About(
        OneOf('invited', 'open'),
        'open: anybody may create an account; invited: only with an invitation.',
      ),
      sendsMail: Flag('Whether a forgotten password can be reset by email.'),
      supportAddress: Nullable(
        Text('The contact for questions.'),
        "The operator's address for questions; null: there is none.",
      ),
      provider: Nullable(
        Type.Object({ label: Text('The name of the provider for people.') }),
        'The OpenID Connect provider by which people sign in; null: there is none.',
      ),
    }),
    example: {
      answer: {
        registration: 'invited',
        sendsMail: true,
        supportAddress: 'support@school.example.org',
        provider: { label: 'Greenfield School' },
      },
    },
  }),
  createSession: route({
    path: 'POST /v1/auth/session',
    permission: forBrowsers,
    summary: 'Sign in on the web; the response sets the cookies accessToken and refreshToken',
    source: 'decisions 2',
    body: Type.Object({
      email: KnownEmail,
      password: Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'The password of the account, 8 to 128 characters.',
      }),
      code: Type.Optional(
        Type.String({
          maxLength: 100,
          description: 'The code of requestPasswordReset, after the refusal sign_in_code_needed.',
        }),
      ),
    }),
    answer: OwnUser,
    errors: ['sign_in_failed', 'account_disabled', 'sign_in_code_needed', 'code_wrong'],
    example: { body: { email: owner.email, password: samplePassword } },
    ignoresKey: true,
  }),
  refreshSession: route({
    path: 'POST /v1/auth/session/refresh',
    permission: forBrowsers,
    summary: 'Renew the cookies of a signed-in browser',
    source: 'decisions 2',
    answer: OwnUser,
    ignoresKey: true,
  }),
  deleteSession: route({
    path: 'DELETE /v1/auth/session',
    permission: forBrowsers,
    summary: 'Sign out: ends the session of the cookies and deletes them',
    source: 'decisions 2',
  }),
  signOut: route({
    path: 'POST /v1/auth/sign-out',
    permission: forAnybody,
    summary: 'Sign out, and get the address at which the provider ends its own session',
    source: 'decisions 2',
    answer: Type.Object({
      url: TextOrNull('Where the browser goes next; null: there is no such address.'),
    }),
    example: {
      answer: {
        url: 'https://id.school.example.org/logout?client_id=lectern&post_logout_redirect_uri=https%3A%2F%2Fmeet.school.example.org%2Fsign-in',
      },
    },
    ignoresKey: true,
  }),
  beginProviderSignIn: route({
    path: 'POST /v1/auth/provider',
    permission: forAnybody,
    summary: 'Begin a sign-in by the OpenID Connect provider; the response sets the cookie signInFlow',
    source: 'decisions 2',
    body: Type.Object({ next: Type.Optional(OwnPath) }),
    answer: ProviderAddress,
    errors: ['provider_off', 'provider_away'],
    example: { body: { next: '/groups' } },
    ignoresKey: true,
  }),
  finishProviderSignIn: route({
    path: 'POST /v1/auth/provider/session',
    permission: forAnybody,
    summary: 'Finish what began at the provider, with the parameters of its redirect; sets the cookies',
    source: 'decisions 2',
    body: Type.Object({
      state: ProviderParameter('The state of the visit to the provider.'),
      code: Type.Optional(ProviderParameter('The code for the tokens; absent after an error.')),
      iss: Type.Optional(ProviderParameter('The issuer, if the provider states it.')),
      error: Type.Optional(ProviderParameter('Why the provider did not sign the person in.')),
    }),
    answer: Type.Object({
      user: About(OwnUser, 'Your account.'),
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
    example: {
      body: {
        state: 'Zt5Kd8MxRv2TnWc7GjYp4QsHf9LuEa1oBb6Nm3Xz0Vw',
        code: 'SplxlOBeZQQYbYS6WxSbIA',
        iss: 'https://id.school.example.org',
      },
      answer: { user: sampleOwnUser, next: '/groups' },
    },
    ignoresKey: true,
  }),
  register: route({
    path: 'POST /v1/auth/register',
    permission: forBrowsers,
    summary: 'Create an account and sign in; an invitation is accepted in the same step',
    source: 'decisions 2, 3 and 13',
    body: Type.Object({
      email: PersonEmail,
      password: Password,
      username: Username,
      phone: Type.Optional(PersonPhone),
      spaceId: Type.Optional(About(Id, 'The group of the invitation, together with inviteId.')),
      inviteId: Type.Optional(About(Id, 'The invitation to accept in the same step, together with spaceId.')),
    }),
    status: 201,
    answer: OwnUser,
    errors: ['email_taken', 'registration_by_invite', 'invite_used', 'invite_expired', 'invite_revoked'],
    example: { body: sampleRegisterRequest },
    ignoresKey: true,
  }),
  requestPasswordReset: route({
    path: 'POST /v1/auth/password-reset',
    permission: forAnybody,
    summary:
      'Request a code by email to set a new password; the response does not reveal whether the account exists',
    source: 'decisions 2',
    body: Type.Object({
      email: KnownEmail,
    }),
    status: 202,
    answer: Empty,
    errors: ['mail_off'],
    example: { body: { email: owner.email } },
  }),
  resetPassword: route({
    path: 'PUT /v1/auth/password-reset',
    permission: forAnybody,
    summary:
      'Set a new password with the code from the email; revokes sign-ins, personal tokens and the client secret',
    source: 'decisions 2',
    body: Type.Object({
      email: KnownEmail,
      code: Type.String({ minLength: 1, maxLength: 20, description: 'The code of the email.' }),
      password: About(Password, 'The new password, 8 to 128 characters.'),
    }),
    errors: ['code_wrong'],
    example: { body: { email: owner.email, code: '408251', password: samplePassword } },
  }),
  createPersonalToken: route({
    path: 'POST /v1/users/me/tokens',
    permission: ofSelf,
    summary: 'Create a personal token; its value is shown only once',
    source: 'decisions 2',
    body: Type.Object({ name: Name, currentPassword: CurrentPassword }),
    record: PersonalToken,
    status: 201,
    answer: Type.Object({
      id: About(Id, 'The personal token, as tokenId in paths.'),
      name: StoredName,
      token: Text('The bearer token; shown only once. It does not expire.'),
      createdAt: CreatedAt,
    }),
    errors: ['password_missing'],
    example: {
      body: { name: samplePersonalToken.name, currentPassword: samplePassword },
      answer: {
        id: samplePersonalToken.id,
        name: samplePersonalToken.name,
        token: 'lpt_Yw5Xn8TqVk3RzLc2BmPd7SgHf4JuEa9o',
        createdAt: samplePersonalToken.createdAt,
      },
    },
    ignoresKey: true,
  }),
  listPersonalTokens: route({
    path: 'GET /v1/users/me/tokens',
    permission: ofSelf,
    summary: 'List your personal tokens',
    source: 'decisions 2',
    query: ListQuery({}),
    answer: List(PersonalToken),
  }),
  deletePersonalToken: route({
    path: 'DELETE /v1/users/me/tokens/:tokenId',
    permission: account('own', people),
    summary: 'Revoke a personal token at once',
    source: 'decisions 2',
  }),
};
