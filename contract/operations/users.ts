import { Type } from 'typebox';
import { clientSecret, ids, owner, password, teacher } from '../examples/ids.ts';
import { About, giveExample, Model, named, Sample, sampleOf } from '../model.ts';
import { account, ofProgram, ofSelf, people } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import {
  CreatedAt,
  Email,
  Filled,
  Flag,
  Id,
  List,
  ListQuery,
  Nullable,
  OneOf,
  OwnId,
  PersonEmail,
  PersonPhone,
  PersonPhoneOrNull,
  SpaceId,
  StoredEmail,
  StoredPhone,
  StoredUsername,
  Text,
  TextOrNull,
  Timestamp,
  UserId,
  VisibleText,
} from '../shared.ts';

export const User = Model('User', {
  id: Sample(OwnId, ids.teacher),
  email: Sample(StoredEmail, teacher.email),
  username: Sample(StoredUsername, teacher.username),
  phone: Sample(StoredPhone, '+44 20 7946 0112'),
  createdAt: Sample(CreatedAt, '2026-01-19T08:42:17.305Z'),
});

export const Password = Type.String({
  minLength: 8,
  maxLength: 128,
  description: 'The password of the account, 8 to 128 characters.',
});
export const Username = VisibleText(100, 'The name that is shown, 1 to 100 characters. Not unique.');

/** An account as its owner sees it. */
export const OwnUser = named(
  'OwnUser',
  Type.Interface([User], {
    plan: About(
      OneOf('free', 'team', 'business', 'enterprise'),
      'The plan of the account; it decides what the account may use.',
    ),
  }),
);
giveExample(OwnUser, {
  ...sampleOf(User),
  id: ids.owner,
  email: owner.email,
  username: owner.username,
  phone: null,
  createdAt: '2026-01-12T10:05:44.918Z',
  plan: 'business',
});

/** The password, required with a browser session; other credentials do not need it. */
export const CurrentPassword = Type.Optional(
  Type.String({ maxLength: 128, description: 'Required from a browser session.' }),
);

const MeetingSettings = Model('MeetingSettings', {
  spaceId: Nullable(Id, 'The group in which meetings are created by default; null: none.', ids.space),
  roomId: Nullable(
    Id,
    'The room of that group in which meetings are created by default; null: none.',
    ids.room,
  ),
});

/** The page of the provider. */
export const ProviderAddress = Model('ProviderAddress', {
  url: Text(
    'The page of the provider, to which the browser goes next.',
    'https://id.school.example.org/authorize?client_id=lectern&response_type=code&scope=openid+email+profile',
  ),
});

/** The ways by which a person signs in. */
export const Identity = Type.Object({
  hasPassword: Flag('Whether the account has a password.', true),
  identity: Nullable(
    Type.Object({
      issuer: Text('The provider.', 'https://id.school.example.org'),
      email: TextOrNull('The email address there; null: the provider states none.', owner.email),
      linkedAt: About(Timestamp, 'When it was linked.', '2026-02-02T09:15:00.412Z'),
      lastUsedAt: Nullable(
        Timestamp,
        'When the person last signed in by it; null: never.',
        '2026-03-17T07:58:27.002Z',
      ),
    }),
    'The linked account at an OpenID Connect provider; null: there is none.',
  ),
});

/** A sign-in that has not ended. */
export const Session = Model('Session', {
  id: About(Id, 'The sign-in, as sessionId in paths.', ids.session),
  kind: About(OneOf('browser', 'api'), 'browser: a sign-in on the web; api: a user token.', 'browser'),
  isCurrent: Flag('Whether it is the session of this request.', true),
  userAgent: TextOrNull(
    'The User-Agent header of the sign-in; null: not known.',
    'Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0',
  ),
  ip: TextOrNull('The IP address that the sign-in came from; null: not known.', '192.0.2.44'),
  createdAt: Sample(CreatedAt, '2026-03-17T07:58:27.002Z'),
  lastUsedAt: About(Timestamp, 'When it was last used.', '2026-03-17T13:52:10.431Z'),
});

export const userRoutes = section('Users', 'decisions 2', {
  createUser: route({
    path: 'POST /v1/users',
    permission: ofProgram,
    audited: 'account',
    allowedFor: 'the server of an account that the operator allowed to create users',
    summary: 'Create a user',
    source: 'interface 4.1, decisions 2',
    body: Type.Object({
      email: Sample(PersonEmail, teacher.email),
      password: Sample(Password, password),
      username: Sample(Username, teacher.username),
      phone: Type.Optional(Sample(PersonPhone, '+44 20 7946 0112')),
      captchaToken: Type.Optional(
        Type.String({ maxLength: 4096, description: 'Accepted for clients that send one; not checked.' }),
      ),
    }),
    status: 201,
    answer: User,
    errors: ['email_taken', 'user_creation_not_allowed'],
  }),
  findUsers: route({
    path: 'GET /v1/users',
    permission: ofProgram,
    allowedFor: 'the server that created these accounts',
    summary: 'Find a user of this client by email address',
    source: 'interface 4.1, decisions 2',
    query: ListQuery({
      email: { ...Email, description: "The account's email address. Case does not matter." },
    }),
    answer: List(User),
    example: { query: { email: teacher.email } },
  }),
  getOwnUser: route({
    path: 'GET /v1/users/me',
    permission: ofSelf,
    summary: 'Read your own account',
    answer: OwnUser,
  }),
  updateOwnUser: route({
    path: 'PUT /v1/users/me',
    permission: ofSelf,
    summary: 'Change the given fields of your account; changing the email address needs your password',
    body: Type.Object({
      username: Type.Optional(Username),
      email: Type.Optional(PersonEmail),
      phone: Type.Optional(PersonPhoneOrNull),
      currentPassword: Type.Optional(
        Type.String({
          maxLength: 128,
          description: 'The current password; needed to change the email address.',
        }),
      ),
    }),
    answer: OwnUser,
    errors: ['email_taken', 'password_missing'],
    example: {
      body: { username: owner.username, email: owner.email, phone: null, currentPassword: password },
    },
  }),
  deleteOwnUser: route({
    path: 'DELETE /v1/users/me',
    permission: ofSelf,
    summary: 'Delete your account; each group that you own is transferred to a member or deleted',
    body: Type.Object({
      currentPassword: CurrentPassword,
      transfer: Type.Optional(
        Type.Array(Type.Object({ spaceId: SpaceId, userId: UserId }), {
          maxItems: 1000,
          description: 'Groups that you own, each with the member who becomes its owner.',
        }),
      ),
      deleteSpaces: Type.Optional(
        Type.Array(Id, { maxItems: 1000, description: 'Groups that you own, to be deleted with you.' }),
      ),
    }),
    errors: ['password_missing', 'spaces_owned', 'last_account'],
    example: {
      body: {
        currentPassword: password,
        transfer: [{ spaceId: ids.space, userId: ids.teacher }],
        deleteSpaces: [],
      },
    },
  }),
  changePassword: route({
    path: 'PUT /v1/users/me/password',
    permission: ofSelf,
    summary: 'Change your password; ends all your other sign-ins',
    body: Type.Object({
      currentPassword: Type.Optional(
        Filled(
          128,
          'Absent only if the account has no password; the request then needs a sign-in of the last 10 minutes.',
          password,
        ),
      ),
      password: About(Password, 'The new password, 8 to 128 characters.', 'seven-quiet-lanterns-at-noon'),
      revokesTokens: Type.Optional(
        Type.Boolean({
          description: 'Whether to revoke your personal tokens and client secret, too.',
          default: false,
          sample: true,
        }),
      ),
    }),
    errors: ['sign_in_again'],
  }),
  getIdentity: route({
    path: 'GET /v1/users/me/identity',
    permission: ofSelf,
    summary: 'Read how you sign in: whether by a password, and the linked account at the provider',
    answer: Identity,
  }),
  linkIdentity: route({
    path: 'POST /v1/users/me/identity',
    permission: account('self', ['session']),
    audited: false,
    summary: 'Begin to link your account at the provider; needs your password and sets the cookie signInFlow',
    body: Type.Object({
      currentPassword: Type.Optional(
        Type.String({ maxLength: 128, description: 'The password of your account; required.' }),
      ),
    }),
    answer: ProviderAddress,
    errors: ['provider_off', 'provider_away', 'identity_linked', 'password_missing'],
    example: { body: { currentPassword: password } },
    ignoresKey: true,
  }),
  unlinkIdentity: route({
    path: 'DELETE /v1/users/me/identity',
    permission: ofSelf,
    summary: 'Unlink your account at the provider; ends the memberships that its claims gave',
    errors: ['password_missing'],
  }),
  listSessions: route({
    path: 'GET /v1/users/me/sessions',
    permission: ofSelf,
    summary: 'List your sign-ins',
    query: ListQuery({}),
    answer: List(Session),
  }),
  endSession: route({
    path: 'DELETE /v1/users/me/sessions/:sessionId',
    permission: account('own', people),
    summary: 'End one of your sign-ins at once',
  }),
  endOtherSessions: route({
    path: 'DELETE /v1/users/me/sessions',
    permission: ofSelf,
    summary: 'End all your other sign-ins',
  }),
  getMeetingSettings: route({
    path: 'GET /v1/users/me/settings/meetings',
    permission: ofSelf,
    summary: 'Read where your meetings are created by default',
    answer: MeetingSettings,
  }),
  updateMeetingSettings: route({
    path: 'PUT /v1/users/me/settings/meetings',
    permission: ofSelf,
    audited: false,
    summary: 'Set the group and room in which your meetings are created by default',
    body: Type.Partial(MeetingSettings),
    answer: MeetingSettings,
  }),
  getClient: route({
    path: 'GET /v1/users/me/client',
    permission: ofSelf,
    summary: 'Read the client id of your account',
    answer: Type.Object({
      clientId: Nullable(
        Text('null until a secret is first requested.'),
        'The client_id for the token endpoint.',
        ids.owner,
      ),
      hasSecret: Flag('false after the secret was revoked with the password.', true),
    }),
  }),
  refreshClientSecret: route({
    path: 'POST /v1/users/me/client/refresh-secret',
    permission: ofSelf,
    summary: 'Get a new client secret, shown only once; revokes the old one and its tokens',
    body: Type.Object({ currentPassword: CurrentPassword }),
    answer: Type.Object({
      clientId: Text('The client_id for the token endpoint.', ids.owner),
      clientSecret: Text('The client_secret for the token endpoint; shown only once.', clientSecret),
    }),
    errors: ['password_missing'],
    example: { body: { currentPassword: password } },
    ignoresKey: true,
  }),
});
