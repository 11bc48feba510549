import { Type } from 'typebox';
import { ids } from '../examples/ids.ts';
import { About, Model, Sample, sampleOf } from '../model.ts';
import { ofSelf, people, readers, sessions, space } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import {
  ChatApplicationId,
  Count,
  CreatedAt,
  DescriptionIn,
  Flag,
  Id,
  List,
  ListQuery,
  Name,
  Nullable,
  OneOf,
  OwnId,
  Search,
  StoredName,
  TextOrNull,
  Timestamp,
  UserId,
  WebAddress,
} from '../shared.ts';
import { CurrentPassword } from './users.ts';

/** Pages and emails of the group take it for buttons and links, darker or lighter where it could not be read. */
export const Color = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' });

export const Space = Model('Space', {
  id: About(Id, 'The group, as spaceId elsewhere.', ids.space),
  name: Sample(StoredName, 'Spring course'),
  description: TextOrNull(
    'A text for people, up to 2,000 characters; null: none.',
    'Mathematics and sciences, February to June.',
  ),
  logo: TextOrNull(
    'The http or https URL of the picture of the group; null: none.',
    'https://school.example.org/logo.png',
  ),
  color: Nullable(Color, 'The colour of the group on its pages and in its emails; null: none.', '#7a1f3d'),
  isPublic: Flag('Whether everybody may see the group.', false),
  ownerId: About(Id, 'The account that owns the group.', ids.owner),
  chatApplicationId: ChatApplicationId,
  roleInSpace: Nullable(
    OneOf('role_space_owner', 'role_space_moderator', 'role_space_user'),
    'Your own role in the group; null: you have none.',
    'role_space_owner',
  ),
  createdAt: Sample(CreatedAt, '2026-02-02T09:15:20.412Z'),
});

const Bytes = (of: string, sample: number) => Count(`${of}, in bytes.`, sample);

export const SpaceStorage = Type.Object({
  recordings: Bytes('All recordings of the group', 3_912_004_781),
  uploads: Bytes(
    'All uploaded videos and documents of rooms; one whose upload is not finished counts with its whole length',
    734_003_200,
  ),
  preparedVideos: Bytes('What was prepared of both for webinars', 698_351_616),
  used: Bytes('All of these together', 5_344_359_597),
  limit: Nullable(
    Type.Integer({ minimum: 0 }),
    'In bytes (`LECTERN_GROUP_STORAGE_MAX`): at it no upload and no recording begins; null: none.',
    20_000_000_000,
  ),
});

export const SpaceDeletion = Model('SpaceDeletion', {
  id: Sample(OwnId, ids.space),
  name: Sample(StoredName, 'Spring course'),
  deletingAt: About(Timestamp, 'When it was deleted.', '2026-07-03T14:20:11.604Z'),
  roomsLeft: Count('Rooms and playbacks whose rows are still stored.', 48_300),
});

const shown = sampleOf(Space);
const optional = {
  isPublic: Type.Optional(Flag('May everybody see the group? Default true.', false)),
  description: Type.Optional(DescriptionIn(shown.description)),
  logo: Type.Optional(
    Nullable(
      WebAddress,
      'The http or https URL of the picture of the group; null: none. PNG, JPEG, WebP, GIF or SVG, at most 512 KiB; pages show a copy.',
      shown.logo,
    ),
  ),
  color: Type.Optional(
    Nullable(Color, 'The colour of the group, such as #7a1f3d; null: that of Lectern.', shown.color),
  ),
};

export const spaceRoutes = section('Groups', 'decisions 3', {
  createSpace: route({
    path: 'POST /v1/spaces',
    permission: ofSelf,
    allowedFor: 'any account, which then owns the group',
    summary: 'Create a group; you become its owner',
    body: Type.Object({ name: Sample(Name, shown.name), ...optional }),
    status: 201,
    answer: Space,
  }),
  listSpaces: route({
    path: 'GET /v1/spaces',
    permission: ofSelf,
    scope: 'any',
    forGroups: true,
    allowedFor: 'an account, for the groups that it belongs to',
    summary: 'List the groups that you belong to',
    query: ListQuery({ search: Type.Optional(Search) }),
    answer: List(Space),
  }),
  getSpace: route({
    path: 'GET /v1/spaces/:spaceId',
    permission: space('see', [...readers, ...sessions]),
    scope: 'any',
    summary: 'Read a group',
    answer: Space,
  }),
  getSpaceStorage: route({
    path: 'GET /v1/spaces/:spaceId/storage',
    permission: space('moderator', people),
    summary: 'Read how much the files of a group take',
    answer: SpaceStorage,
  }),
  updateSpace: route({
    path: 'PUT /v1/spaces/:spaceId',
    permission: space('owner', people),
    summary: 'Change the given fields of a group',
    body: Type.Object({ name: Type.Optional(Sample(Name, shown.name)), ...optional }),
    answer: Space,
  }),
  transferSpace: route({
    path: 'POST /v1/spaces/:spaceId/transfer',
    permission: space('owner', people),
    scope: 'person',
    summary: 'Make another member the owner of a group; you stay as a moderator',
    body: Type.Object({ userId: UserId, currentPassword: CurrentPassword }),
    answer: Space,
    errors: ['password_missing'],
    example: { body: { userId: ids.teacher } },
  }),
  deleteSpace: route({
    path: 'DELETE /v1/spaces/:spaceId',
    permission: space('owner', people),
    summary: 'Delete a group with its rooms; running calls end first',
    unfinished: SpaceDeletion,
  }),
  listSpaceDeletions: route({
    path: 'GET /v1/space-deletions',
    permission: ofSelf,
    allowedFor: 'an account, for the groups that it deleted',
    summary: 'List the groups that you deleted and whose rooms are still being removed',
    query: ListQuery({}),
    answer: List(SpaceDeletion),
  }),
});
