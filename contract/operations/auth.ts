import { Type } from 'typebox';
import { clientSecret, ids, owner, password, student, teacher } from '../examples/ids.ts';
import { About, Model, Sample } from '../model.ts';
import { forAnybody, forBrowsers } from '../permissions/permission.ts';
import { Empty, route, section } from '../route.ts';
import {
  CallRole,
  ClientUniqueId,
  Filled,
  Flag,
  Id,
  KnownEmail,
  Nullable,
  OneOf,
  OwnPath,
  PersonEmail,
  PersonPhone,
  RoomId,
  SpaceId,
  Text,
  TextOrNull,
} from '../shared.ts';
import { OwnUser, Password, ProviderAddress, Username } from './users.ts';

const AnyText = Type.String({ maxLength: 4096 });

const LinkInBrowser = Type.Object({
  accessToken: Filled(
    4096,
    "The accessToken parameter of the link's URL.",
    'c9Xk3VtQ7mLwZ2yRb8NsPd5HgJf1TuAe',
  ),
  clientUniqueId: ClientUniqueId,
});

/** Documents the token endpoint, which parses its own body (forms too) and returns OAuth errors. */
export const TokenRequest = Model('TokenRequest', {
  grant_type: About(
    OneOf('client_credentials', 'password', 'refresh_token'),
    "Which credentials are exchanged for tokens: those of a client, a user's password, or a refresh token.",
    'password',
  ),
  client_id: About(AnyText, 'The clientId of the account.', ids.owner),
  client_secret: About(AnyText, 'The clientSecret of the account.', clientSecret),
  username: Type.Optional(Text('The email address, for grant_type password.', owner.email)),
  password: Type.Optional(About(AnyText, 'The password of the user, for grant_type password.', password)),
  refresh_token: Type.Optional(About(AnyText, 'The refresh token to renew, for grant_type refresh_token.')),
});

const TokenAnswer = Model('TokenAnswer', {
  token_type: Type.Literal('Bearer', { description: 'How the token is sent.' }),
  access_token: Text(
    'The bearer token; send it as Authorization: Bearer.',
    'lus_q3V9sT6yRk1XwPz8LbN2cHf5Jm0DgAe4',
  ),
  refresh_token: Text(
    'Renews the access token; valid for 21 days and replaced at each use.',
    'lrt_Zb7Kd2MxQv9TnWc4GjYp6RsHf1LuEa3o',
  ),
  expires_in: Type.Integer({ description: 'Seconds: 604,800 (7 days).', sample: 604_800 }),
});

export const LinkSession = Model('LinkSession', {
  access_token: Text('The bearer token of this tab.', 'lls_J8nRw4TzQk2VxYc7BmLp5SdHf9GuEa1o'),
  expires_in: Type.Integer({ description: 'Seconds.', sample: 86_400 }),
  spaceId: SpaceId,
  roomId: RoomId,
  participantName: Text('The name of the person; empty if the link asks for it.', student.name),
  role: CallRole,
  isNameAsked: Flag('Whether people enter their own name.', false),
  known: Type.Array(Type.String(), {
    description: 'Slugs and ids of join fields that the form need not ask for.',
    sample: ['email'],
  }),
});

/** A parameter of the provider's redirect. */
const ProviderParameter = (description: string, sample?: string) => Filled(4096, description, sample);

export const authRoutes = section('Tokens', 'decisions 2', {
  issueToken: route({
    path: 'POST /v1/auth/token',
    permission: forAnybody,
    summary: 'Get a client token, a user token, or renew one',
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
    body: LinkInBrowser,
    answer: LinkSession,
    errors: ['link_expired', 'link_used', 'link_revoked'],
    ignoresKey: true,
  }),
  askOnThisDevice: route({
    path: 'POST /v1/auth/access-link/ask',
    permission: forAnybody,
    summary: 'Ask the moderators in the call to release a used link for this browser',
    body: LinkInBrowser,
    answer: Type.Object({
      isFree: Flag('Whether this browser may enter by the link now.', false),
      isHeard: Flag(
        'Whether a moderator is in the call, who sees the request. Never for an automatic webinar.',
        true,
      ),
    }),
    errors: ['link_expired', 'link_revoked'],
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
        'invited',
      ),
      sendsMail: Flag('Whether a forgotten password can be reset by email.', true),
      supportAddress: Nullable(
        Text('The contact for questions.'),
        "The operator's address for questions; null: there is none.",
        'support@school.example.org',
      ),
      provider: Nullable(
        Type.Object({ label: Text('The name of the provider for people.', 'Greenfield School') }),
        'The OpenID Connect provider by which people sign in; null: there is none.',
      ),
    }),
  }),
  createSession: route({
    path: 'POST /v1/auth/session',
    permission: forBrowsers,
    summary: 'Sign in on the web; the response sets the cookies accessToken and refreshToken',
    body: Type.Object({
      email: KnownEmail,
      password: Filled(128, 'The password of the account, 8 to 128 characters.'),
      code: Type.Optional(
        Type.String({
          maxLength: 100,
          description: 'The code of requestPasswordReset, after the refusal sign_in_code_needed.',
        }),
      ),
    }),
    answer: OwnUser,
    errors: ['sign_in_failed', 'account_disabled', 'sign_in_code_needed', 'code_wrong'],
    example: { body: { email: owner.email, password } },
    ignoresKey: true,
  }),
  refreshSession: route({
    path: 'POST /v1/auth/session/refresh',
    permission: forBrowsers,
    summary: 'Renew the cookies of a signed-in browser',
    answer: OwnUser,
    ignoresKey: true,
  }),
  deleteSession: route({
    path: 'DELETE /v1/auth/session',
    permission: forBrowsers,
    summary: 'Sign out: ends the session of the cookies and deletes them',
  }),
  signOut: route({
    path: 'POST /v1/auth/sign-out',
    permission: forAnybody,
    summary: 'Sign out, and get the address at which the provider ends its own session',
    answer: Type.Object({
      url: TextOrNull(
        'Where the browser goes next; null: there is no such address.',
        'https://id.school.example.org/logout?client_id=lectern&post_logout_redirect_uri=https%3A%2F%2Fmeet.school.example.org%2Fsign-in',
      ),
    }),
    ignoresKey: true,
  }),
  beginProviderSignIn: route({
    path: 'POST /v1/auth/provider',
    permission: forAnybody,
    summary: 'Begin a sign-in by the OpenID Connect provider; the response sets the cookie signInFlow',
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
    body: Type.Object({
      state: ProviderParameter(
        'The state of the visit to the provider.',
        'Zt5Kd8MxRv2TnWc7GjYp4QsHf9LuEa1oBb6Nm3Xz0Vw',
      ),
      code: Type.Optional(
        ProviderParameter('The code for the tokens; absent after an error.', 'SplxlOBeZQQYbYS6WxSbIA'),
      ),
      iss: Type.Optional(
        ProviderParameter('The issuer, if the provider states it.', 'https://id.school.example.org'),
      ),
      error: Type.Optional(ProviderParameter('Why the provider did not sign the person in.')),
    }),
    answer: Type.Object({
      user: About(OwnUser, 'Your account.'),
      next: Nullable(OwnPath, 'The page to show next; null: the start page.', '/groups'),
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
    ignoresKey: true,
  }),
  register: route({
    path: 'POST /v1/auth/register',
    permission: forBrowsers,
    summary: 'Create an account and sign in; an invitation is accepted in the same step',
    source: 'decisions 2, 3 and 13',
    body: Type.Object({
      email: Sample(PersonEmail, teacher.email),
      password: Sample(Password, password),
      username: Sample(Username, teacher.username),
      phone: Type.Optional(Sample(PersonPhone, '+44 20 7946 0112')),
      spaceId: Type.Optional(About(Id, 'The group of the invitation, together with inviteId.', ids.space)),
      inviteId: Type.Optional(
        About(Id, 'The invitation to accept in the same step, together with spaceId.', ids.invite),
      ),
    }),
    status: 201,
    answer: OwnUser,
    errors: ['email_taken', 'registration_by_invite', 'invite_used', 'invite_expired', 'invite_revoked'],
    ignoresKey: true,
  }),
  requestPasswordReset: route({
    path: 'POST /v1/auth/password-reset',
    permission: forAnybody,
    summary:
      'Request a code by email to set a new password; the response does not reveal whether the account exists',
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
    body: Type.Object({
      email: Sample(KnownEmail, owner.email),
      code: Type.String({
        minLength: 1,
        maxLength: 20,
        description: 'The code of the email.',
        sample: '408251',
      }),
      password: About(Password, 'The new password, 8 to 128 characters.', password),
    }),
    errors: ['code_wrong'],
  }),
});
