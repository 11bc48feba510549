import { Type } from 'typebox';
import { ids, owner, password } from '../examples/ids.ts';
import { About, Model, Sample, sampleOf } from '../model.ts';
import { account, ofSelf, people, space } from '../permissions/permission.ts';
import { tokenScopeNames, tokenScopes } from '../permissions/token-scopes.ts';
import { route, section } from '../route.ts';
import {
  CreatedAt,
  Id,
  List,
  ListQuery,
  Name,
  Nullable,
  OneOf,
  OwnId,
  StoredName,
  Text,
  Timestamp,
  TimestampIn,
} from '../shared.ts';
import { CurrentPassword } from './users.ts';

/** Tokens of one group that have not ended. */
export const mostSpaceTokens = 100;

const Scope = About(OneOf(...tokenScopeNames), 'A part of the rights of the owner of the token.');
const scopesText = `What the token may do, besides reading its groups and their rooms: ${Object.entries(
  tokenScopes,
)
  .map(([scope, meaning]) => `\`${scope}\`: ${meaning}`)
  .join('; ')}.`;
const expiryText = 'Until when the token can be used; null: until it is revoked.';
const lastUseText = 'When it was last used, to the minute; null: never.';

const nameAndScopes = {
  name: Sample(StoredName, 'Timetable import'),
  scopes: Type.Array(Scope, { description: scopesText, sample: ['rooms', 'reports'] }),
};
const times = {
  createdAt: Sample(CreatedAt, '2026-03-01T11:02:54.660Z'),
  expiresAt: Nullable(Timestamp, expiryText, '2027-03-01T11:02:54.660Z'),
};
const lastUsedAt = Nullable(Timestamp, lastUseText, '2026-03-17T13:30:00.000Z');

const PersonalToken = Model('PersonalToken', {
  id: About(Id, 'The personal token, as tokenId in paths.', ids.token),
  ...nameAndScopes,
  ...times,
  lastUsedAt,
});

const SpaceToken = Model('SpaceToken', {
  id: Sample(OwnId, ids.spaceToken),
  ...nameAndScopes,
  createdBy: Nullable(
    Type.Object({
      userId: About(Id, 'The account.', ids.owner),
      name: Sample(StoredName, owner.username),
    }),
    'The account that made it; null: it was deleted since, or the operator made it.',
  ),
  ...times,
  lastUsedAt,
});

/** The fields of a new token. */
const NewToken = Type.Object({
  name: Name,
  scopes: Type.Optional(
    Type.Array(Scope, {
      minItems: 1,
      maxItems: tokenScopeNames.length,
      description: `${scopesText} Default \`all\`.`,
    }),
  ),
  expiresAt: Type.Optional(
    Nullable(TimestampIn, `${expiryText} A token makes none that can be used longer than itself.`),
  ),
  currentPassword: CurrentPassword,
});

const tokenValue = (prefix: string) =>
  Text('The bearer token; shown only once.', `${prefix}_Yw5Xn8TqVk3RzLc2BmPd7SgHf4JuEa9o`);
const example = {
  body: {
    name: 'Timetable import',
    scopes: ['rooms', 'reports'],
    expiresAt: '2027-03-01T11:02:54.660Z',
    currentPassword: password,
  },
} as const;

export const tokenRoutes = section('Tokens', 'decisions 2, docs/decisions/0200', {
  createPersonalToken: route({
    path: 'POST /v1/users/me/tokens',
    permission: ofSelf,
    summary: 'Create a personal token; its value is shown only once',
    body: NewToken,
    record: PersonalToken,
    status: 201,
    answer: Type.Object({
      id: About(Id, 'The personal token, as tokenId in paths.', ids.token),
      ...nameAndScopes,
      token: tokenValue('lpl'),
      ...times,
    }),
    errors: ['password_missing'],
    example,
    ignoresKey: true,
  }),
  listPersonalTokens: route({
    path: 'GET /v1/users/me/tokens',
    permission: ofSelf,
    summary: 'List your personal tokens, those that expired in the last 30 days included',
    query: ListQuery({}),
    answer: List(PersonalToken),
  }),
  deletePersonalToken: route({
    path: 'DELETE /v1/users/me/tokens/:tokenId',
    permission: account('own', people),
    summary: 'Revoke a personal token at once',
  }),
  createSpaceToken: route({
    path: 'POST /v1/spaces/:spaceId/tokens',
    permission: space('owner', people),
    scope: 'person',
    source: 'docs/decisions/0201',
    summary: 'Create a token of a group, which acts for it and for no person; its value is shown only once',
    body: NewToken,
    record: SpaceToken,
    status: 201,
    answer: Type.Object({ ...SpaceToken.properties, token: tokenValue('lgt') }),
    errors: ['password_missing', 'too_many_tokens'],
    example: {
      ...example,
      answer: {
        ...sampleOf(SpaceToken),
        lastUsedAt: null,
        token: 'lgt_Yw5Xn8TqVk3RzLc2BmPd7SgHf4JuEa9o',
      },
    },
    ignoresKey: true,
  }),
  listSpaceTokens: route({
    path: 'GET /v1/spaces/:spaceId/tokens',
    permission: space('owner', people),
    scope: 'person',
    source: 'docs/decisions/0201',
    summary: "List a group's tokens, those that expired in the last 30 days included",
    query: ListQuery({}),
    answer: List(SpaceToken),
  }),
  deleteSpaceToken: route({
    path: 'DELETE /v1/spaces/:spaceId/tokens/:spaceTokenId',
    permission: space('owner', people),
    scope: 'person',
    source: 'docs/decisions/0201',
    summary: 'Revoke a token of a group at once; the links and rooms that it made stay',
  }),
});
