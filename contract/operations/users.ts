import { Type } from 'typebox';
import { route } from '../route.ts';
import { Email, Id, List, ListQuery, Nullable, OneOf, Phone, Timestamp, VisibleText } from '../shared.ts';

export const User = Type.Object({
  id: Id,
  email: Type.String(),
  username: Type.String(),
  phone: Nullable(Type.String()),
  createdAt: Timestamp,
});

export const Password = Type.String({ minLength: 8, maxLength: 128 });
export const Username = VisibleText(100);

/** An account as its owner sees it. */
export const OwnUser = Type.Interface([User], {
  plan: OneOf('free', 'team', 'business', 'enterprise'),
});

/** The password, required with a browser session; other credentials do not need it. */
export const CurrentPassword = Type.Optional(
  Type.String({ maxLength: 128, description: 'Required from a browser session.' }),
);

export const MeetingSettings = Type.Object({
  spaceId: Nullable(Id),
  roomId: Nullable(Id),
});

/** The page of the provider. */
export const ProviderAddress = Type.Object({
  url: Type.String({ description: 'The page of the provider, to which the browser goes next.' }),
});

/** The ways by which a person signs in. */
export const Identity = Type.Object({
  hasPassword: Type.Boolean({ description: 'Whether the account has a password.' }),
  identity: Nullable(
    Type.Object({
      issuer: Type.String({ description: 'The provider.' }),
      email: Nullable(Type.String(), 'The email address there; null: the provider states none.'),
      linkedAt: Timestamp,
      lastUsedAt: Nullable(Timestamp, 'When the person last signed in by it; null: never.'),
    }),
    'The linked account at an OpenID Connect provider; null: there is none.',
  ),
});

/** A sign-in that has not ended. */
export const Session = Type.Object({
  id: Id,
  kind: OneOf('browser', 'api'),
  isCurrent: Type.Boolean({ description: 'Whether it is the session of this request.' }),
  userAgent: Nullable(Type.String()),
  ip: Nullable(Type.String()),
  createdAt: Timestamp,
  lastUsedAt: Timestamp,
});

export const userRoutes = {
  createUser: route({
    summary: 'Create a user',
    source: 'interface 4.1, decisions 2',
    body: Type.Object({
      email: Email,
      password: Password,
      username: Username,
      phone: Type.Optional(Phone),
      captchaToken: Type.Optional(Type.String({ maxLength: 4096 })),
    }),
    status: 201,
    answer: User,
    errors: ['email_taken', 'user_creation_not_allowed'],
  }),
  findUsers: route({
    summary: 'Find a user of this client by email address',
    source: 'interface 4.1, decisions 2',
    query: ListQuery({ email: Email }),
    status: 200,
    answer: List(User),
    errors: [],
  }),
  getOwnUser: route({
    summary: 'Read your own account',
    source: 'decisions 2',
    status: 200,
    answer: OwnUser,
    errors: [],
  }),
  updateOwnUser: route({
    summary: 'Change the given fields of your account; changing the email address needs your password',
    source: 'decisions 2',
    body: Type.Object({
      username: Type.Optional(Username),
      email: Type.Optional(Email),
      phone: Type.Optional(Nullable(Phone)),
      currentPassword: Type.Optional(Type.String({ maxLength: 128 })),
    }),
    status: 200,
    answer: OwnUser,
    errors: ['email_taken', 'password_missing'],
  }),
  deleteOwnUser: route({
    summary: 'Delete your account; each group that you own is transferred to a member or deleted',
    source: 'decisions 2',
    body: Type.Object({
      currentPassword: CurrentPassword,
      transfer: Type.Optional(
        Type.Array(Type.Object({ spaceId: Id, userId: Id }), {
          maxItems: 1000,
          description: 'Groups that you own, each with the member who becomes its owner.',
        }),
      ),
      deleteSpaces: Type.Optional(
        Type.Array(Id, { maxItems: 1000, description: 'Groups that you own, to be deleted with you.' }),
      ),
    }),
    status: 204,
    errors: ['password_missing', 'spaces_owned', 'last_account'],
  }),
  changePassword: route({
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
      password: Password,
      revokesTokens: Type.Optional(
        Type.Boolean({
          description: 'Whether to revoke your personal tokens and client secret, too.',
          default: false,
        }),
      ),
    }),
    status: 204,
    errors: ['sign_in_again'],
  }),
  getIdentity: route({
    summary: 'Read how you sign in: whether by a password, and the linked account at the provider',
    source: 'decisions 2',
    status: 200,
    answer: Identity,
    errors: [],
  }),
  linkIdentity: route({
    summary: 'Begin to link your account at the provider; needs your password and sets the cookie signInFlow',
    source: 'decisions 2',
    body: Type.Object({
      currentPassword: Type.Optional(
        Type.String({ maxLength: 128, description: 'The password of your account; required.' }),
      ),
    }),
    status: 200,
    answer: ProviderAddress,
    errors: ['provider_off', 'provider_away', 'identity_linked', 'password_missing'],
  }),
  unlinkIdentity: route({
    summary: 'Unlink your account at the provider; ends the memberships that its claims gave',
    source: 'decisions 2',
    status: 204,
    errors: ['password_missing'],
  }),
  listSessions: route({
    summary: 'List your sign-ins',
    source: 'decisions 2',
    query: ListQuery({}),
    status: 200,
    answer: List(Session),
    errors: [],
  }),
  endSession: route({
    summary: 'End one of your sign-ins at once',
    source: 'decisions 2',
    status: 204,
    errors: [],
  }),
  endOtherSessions: route({
    summary: 'End all your other sign-ins',
    source: 'decisions 2',
    status: 204,
    errors: [],
  }),
  getMeetingSettings: route({
    summary: 'Read where your meetings are created by default',
    source: 'decisions 2',
    status: 200,
    answer: MeetingSettings,
    errors: [],
  }),
  updateMeetingSettings: route({
    summary: 'Set the group and room in which your meetings are created by default',
    source: 'decisions 2',
    body: Type.Partial(MeetingSettings),
    status: 200,
    answer: MeetingSettings,
    errors: [],
  }),
  getClient: route({
    summary: 'Read the client id of your account',
    source: 'decisions 2',
    status: 200,
    answer: Type.Object({
      clientId: Nullable(Type.String({ description: 'null until a secret is first requested.' })),
      hasSecret: Type.Boolean({ description: 'false after the secret was revoked with the password.' }),
    }),
    errors: [],
  }),
  refreshClientSecret: route({
    summary: 'Get a new client secret, shown only once; revokes the old one and its tokens',
    source: 'decisions 2',
    body: Type.Object({ currentPassword: CurrentPassword }),
    status: 200,
    answer: Type.Object({ clientId: Type.String(), clientSecret: Type.String() }),
    errors: ['password_missing'],
  }),
};
