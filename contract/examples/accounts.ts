import type { Answer } from '../routes.ts';
import { alias, ids, listOf, owner, student, teacher } from './ids.ts';

const password = 'correct-horse-battery-staple';
const clientId = '664b1d07f3c8a25e9d60b7e2';
const clientSecret = 'Hn4vYc8TqLw2ZrXe6BsKp9MdJf3GuAa5';

const User = {
  id: ids.teacher,
  email: teacher.email,
  username: teacher.username,
  phone: '+44 20 7946 0112',
  createdAt: '2026-01-19T08:42:17.305Z',
} satisfies Answer<'createUser'>;

const OwnUser = {
  id: ids.owner,
  email: owner.email,
  username: owner.username,
  phone: null,
  createdAt: '2026-01-12T10:05:44.918Z',
  plan: 'business',
} satisfies Answer<'getOwnUser'>;

const MeetingSettings = { spaceId: ids.space, roomId: ids.room };

const PersonalToken = {
  id: ids.token,
  name: 'Timetable import',
  createdAt: '2026-03-01T11:02:54.660Z',
  lastUsedAt: '2026-03-17T13:30:02.118Z',
};

const Session = {
  id: ids.session,
  kind: 'browser',
  isCurrent: true,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0',
  ip: '192.0.2.44',
  createdAt: '2026-03-17T07:58:27.002Z',
  lastUsedAt: '2026-03-17T13:52:10.431Z',
} as const;

/** Tokens, accounts and sign-ins. */
export const accountModels = {
  User,
  OwnUser,
  UserList: listOf(User),
  SessionList: listOf(Session),
  MeetingSettings,
  PersonalTokenList: listOf(PersonalToken),
  TokenRequest: {
    grant_type: 'password',
    client_id: clientId,
    client_secret: clientSecret,
    username: owner.email,
    password,
  },
  TokenAnswer: {
    token_type: 'Bearer',
    access_token: 'lus_q3V9sT6yRk1XwPz8LbN2cHf5Jm0DgAe4',
    refresh_token: 'lrt_Zb7Kd2MxQv9TnWc4GjYp6RsHf1LuEa3o',
    expires_in: 604_800,
  },
  OpenAccessLinkRequest: {
    accessToken: 'c9Xk3VtQ7mLwZ2yRb8NsPd5HgJf1TuAe',
    clientUniqueId: 'tab-5f0c7a1e',
  },
  LinkSession: {
    access_token: 'lls_J8nRw4TzQk2VxYc7BmLp5SdHf9GuEa1o',
    expires_in: 86_400,
    spaceId: ids.space,
    roomId: ids.room,
    participantName: student.name,
    role: 'user',
    isNameAsked: false,
    known: ['email'],
  } satisfies Answer<'openAccessLink'>,
  GetSignInOptionsResponse: {
    registration: 'invited',
    sendsMail: true,
    supportAddress: 'support@school.example.org',
    provider: { label: 'Greenfield School' },
  } satisfies Answer<'getSignInOptions'>,
  SignOutResponse: {
    url: 'https://id.school.example.org/logout?client_id=lectern&post_logout_redirect_uri=https%3A%2F%2Fmeet.school.example.org%2Fsign-in',
  } satisfies Answer<'signOut'>,
  BeginProviderSignInRequest: { next: '/groups' },
  ProviderAddress: {
    url: 'https://id.school.example.org/authorize?client_id=lectern&response_type=code&scope=openid+email+profile',
  },
  FinishProviderSignInRequest: {
    state: 'Zt5Kd8MxRv2TnWc7GjYp4QsHf9LuEa1oBb6Nm3Xz0Vw',
    code: 'SplxlOBeZQQYbYS6WxSbIA',
    iss: 'https://id.school.example.org',
  },
  FinishProviderSignInResponse: { user: OwnUser, next: '/groups' } satisfies Answer<'finishProviderSignIn'>,
  GetIdentityResponse: {
    hasPassword: true,
    identity: {
      issuer: 'https://id.school.example.org',
      email: owner.email,
      linkedAt: '2026-02-02T09:15:00.412Z',
      lastUsedAt: '2026-03-17T07:58:27.002Z',
    },
  } satisfies Answer<'getIdentity'>,
  LinkIdentityRequest: { currentPassword: password },
  CreateSessionRequest: { email: owner.email, password },
  RegisterRequest: {
    email: teacher.email,
    password,
    username: teacher.username,
    phone: User.phone,
    spaceId: ids.space,
    inviteId: ids.invite,
  },
  RequestPasswordResetRequest: { email: owner.email },
  ResetPasswordRequest: { email: owner.email, code: '408251', password },
  CreateUserRequest: {
    email: teacher.email,
    password,
    username: teacher.username,
    phone: User.phone,
  },
  UpdateOwnUserRequest: {
    username: owner.username,
    email: owner.email,
    phone: null,
    currentPassword: password,
  },
  DeleteOwnUserRequest: {
    currentPassword: password,
    transfer: [{ spaceId: ids.space, userId: ids.teacher }],
    deleteSpaces: [],
  },
  ChangePasswordRequest: {
    currentPassword: password,
    password: 'seven-quiet-lanterns-at-noon',
    revokesTokens: true,
  },
  UpdateMeetingSettingsRequest: MeetingSettings,
  GetClientResponse: { clientId, hasSecret: true },
  RefreshClientSecretRequest: { currentPassword: password },
  RefreshClientSecretResponse: { clientId, clientSecret },
  CreatePersonalTokenRequest: { name: PersonalToken.name, currentPassword: password },
  CreatePersonalTokenResponse: {
    id: PersonalToken.id,
    name: PersonalToken.name,
    token: 'lpt_Yw5Xn8TqVk3RzLc2BmPd7SgHf4JuEa9o',
    createdAt: PersonalToken.createdAt,
  },
};

export const accountParameters = {
  userId: ids.teacher,
  sessionId: ids.session,
  tokenId: ids.token,
  email: teacher.email,
  alias,
};
