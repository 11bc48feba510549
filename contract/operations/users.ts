import { Type } from 'typebox';
import {
  sampleClientId,
  sampleClientSecret,
  sampleGetIdentityResponse,
  sampleMeetingSettings,
  sampleOwnUser,
  samplePassword,
  sampleSession,
  sampleUser,
} from '../examples/accounts.ts';
import { ids, owner, teacher } from '../examples/ids.ts';
import { About, giveExample, Model, named } from '../model.ts';
import { account, ofProgram, ofSelf, people } from '../permissions/permission.ts';
import { route } from '../route.ts';
import {
  CreatedAt,
  Email,
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
  id: OwnId,
  email: StoredEmail,
  username: StoredUsername,
  phone: StoredPhone,
  createdAt: CreatedAt,
});
giveExample(User, sampleUser);

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
giveExample(OwnUser, sampleOwnUser);

/** The password, required with a browser session; other credentials do not need it. */
export const CurrentPassword = Type.Optional(
  Type.String({ maxLength: 128, description: 'Required from a browser session.' }),
);

const MeetingSettings = Model('MeetingSettings', {
  spaceId: Nullable(Id, 'The group in which meetings are created by default; null: none.'),
  roomId: Nullable(Id, 'The room of that group in which meetings are created by default; null: none.'),
});
giveExample(MeetingSettings, sampleMeetingSettings);

/** The page of the provider. */
export const ProviderAddress = Model('ProviderAddress', {
  url: Text('The page of the provider, to which the browser goes next.'),
});
giveExample(ProviderAddress, {
  url: 'https://id.school.example.org/authorize?client_id=lectern&response_type=code&scope=openid+email+profile',
});

/** The ways by which a person signs in. */
export const Identity = Type.Object({
  hasPassword: Flag('Whether the account has a password.'),
  identity: Nullable(
    Type.Object({
      issuer: Text('The provider.'),
      email: TextOrNull('The email address there; null: the provider states none.'),
      linkedAt: About(Timestamp, 'When it was linked.'),
      lastUsedAt: Nullable(Timestamp, 'When the person last signed in by it; null: never.'),
    }),
    'The linked account at an OpenID Connect provider; null: there is none.',
  ),
});

/** A sign-in that has not ended. */
export const Session = Model('Session', {
  id: About(Id, 'The sign-in, as sessionId in paths.'),
  kind: About(OneOf('browser', 'api'), 'browser: a sign-in on the web; api: a user token.'),
  isCurrent: Flag('Whether it is the session of this request.'),
  userAgent: TextOrNull('The User-Agent header of the sign-in; null: not known.'),
  ip: TextOrNull('The IP address that the sign-in came from; null: not known.'),
  createdAt: CreatedAt,
  lastUsedAt: About(Timestamp, 'When it was last used.'),
});
giveExample(Session, sampleSession);

export const userRoutes = {
  createUser: route({
    path: 'POST /v1/users',
    permission: ofProgram,
    allowedFor: 'the server of an account that the operator allowed to create users',
    summary: 'Create a user',
    source: 'interface 4.1, decisions 2',
    body: Type.Object({
      email: PersonEmail,
      password: Password,
      username: Username,
      phone: Type.Optional(PersonPhone),
      captchaToken: Type.Optional(
        Type.String({ maxLength: 4096, description: 'Accepted for clients that send one; not checked.' }),
      ),
    }),
    status: 201,
    answer: User,
    errors: ['email_taken', 'user_creation_not_allowed'],
    example: {
      body: {
        email: teacher.email,
        password: samplePassword,
        username: teacher.username,
        phone: sampleUser.phone,
      },
    },
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
    source: 'decisions 2',
    answer: OwnUser,
  }),
  updateOwnUser: route({
    path: 'PUT /v1/users/me',
    permission: ofSelf,
    summary: 'Change the given fields of your account; changing the email address needs your password',
    source: 'decisions 2',
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
      body: { username: owner.username, email: owner.email, phone: null, currentPassword: samplePassword },
    },
  }),
  deleteOwnUser: route({
    path: 'DELETE /v1/users/me',
    permission: ofSelf,
    summary: 'Delete your account; each group that you own is transferred to a member or deleted',
    source: 'decisions 2',
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
        currentPassword: samplePassword,
        transfer: [{ spaceId: ids.space, userId: ids.teacher }],
        deleteSpaces: [],
      },
    },
  }),
  changePassword: route({
    path: 'PUT /v1/users/me/password',
    permission: ofSelf,
    summary: 'Change your password; ends all your other sign-ins',
    source: 'decisions 2',
    body: Type.Object({
      currentPassword: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 128,
          description:
            'Absent only if the account has no password; the request then needs a sign-in of the last 10 minutes.',
        }),
      ),
      password: About(Password, 'The new password, 8 to 128 characters.'),
      revokesTokens: Type.Optional(
        Type.Boolean({
          description: 'Whether to revoke your personal tokens and client secret, too.',
          default: false,
        }),
      ),
    }),
    errors: ['sign_in_again'],
    example: {
      body: {
        currentPassword: samplePassword,
        password: 'seven-quiet-lanterns-at-noon',
        revokesTokens: true,
      },
    },
  }),
  getIdentity: route({
    path: 'GET /v1/users/me/identity',
    permission: ofSelf,
    summary: 'Read how you sign in: whether by a password, and the linked account at the provider',
    source: 'decisions 2',
    answer: Identity,
    example: { answer: sampleGetIdentityResponse },
  }),
  linkIdentity: route({
    path: 'POST /v1/users/me/identity',
    permission: account('self', ['session']),
    summary: 'Begin to link your account at the provider; needs your password and sets the cookie signInFlow',
    source: 'decisions 2',
    body: Type.Object({
      currentPassword: Type.Optional(
        Type.String({ maxLength: 128, description: 'The password of your account; required.' }),
      ),
    }),
    answer: ProviderAddress,
    errors: ['provider_off', 'provider_away', 'identity_linked', 'password_missing'],
    example: { body: { currentPassword: samplePassword } },
    ignoresKey: true,
  }),
  unlinkIdentity: route({
    path: 'DELETE /v1/users/me/identity',
    permission: ofSelf,
    summary: 'Unlink your account at the provider; ends the memberships that its claims gave',
    source: 'decisions 2',
    errors: ['password_missing'],
  }),
  listSessions: route({
    path: 'GET /v1/users/me/sessions',
    permission: ofSelf,
    summary: 'List your sign-ins',
    source: 'decisions 2',
    query: ListQuery({}),
    answer: List(Session),
  }),
  endSession: route({
    path: 'DELETE /v1/users/me/sessions/:sessionId',
    permission: account('own', people),
    summary: 'End one of your sign-ins at once',
    source: 'decisions 2',
  }),
  endOtherSessions: route({
    path: 'DELETE /v1/users/me/sessions',
    permission: ofSelf,
    summary: 'End all your other sign-ins',
    source: 'decisions 2',
  }),
  getMeetingSettings: route({
    path: 'GET /v1/users/me/settings/meetings',
    permission: ofSelf,
    summary: 'Read where your meetings are created by default',
    source: 'decisions 2',
    answer: MeetingSettings,
  }),
  updateMeetingSettings: route({
    path: 'PUT /v1/users/me/settings/meetings',
    permission: ofSelf,
    summary: 'Set the group and room in which your meetings are created by default',
    source: 'decisions 2',
    body: Type.Partial(MeetingSettings),
    answer: MeetingSettings,
    example: { body: sampleMeetingSettings },
  }),
  getClient: route({
    path: 'GET /v1/users/me/client',
    permission: ofSelf,
    summary: 'Read the client id of your account',
    source: 'decisions 2',
    answer: Type.Object({
      clientId: Nullable(
        Text('null until a secret is first requested.'),
        'The client_id for the token endpoint.',
      ),
      hasSecret: Flag('false after the secret was revoked with the password.'),
    }),
    example: { answer: { clientId: sampleClientId, hasSecret: true } },
  }),
  refreshClientSecret: route({
    path: 'POST /v1/users/me/client/refresh-secret',
    permission: ofSelf,
    summary: 'Get a new client secret, shown only once; revokes the old one and its tokens',
    source: 'decisions 2',
    body: Type.Object({ currentPassword: CurrentPassword }),
    answer: Type.Object({
      clientId: Text('The client_id for the token endpoint.'),
      clientSecret: Text('The client_secret for the token endpoint; shown only once.'),
    }),
    errors: ['password_missing'],
    example: {
      body: { currentPassword: samplePassword },
      answer: { clientId: sampleClientId, clientSecret: sampleClientSecret },
    },
    ignoresKey: true,
  }),
};
