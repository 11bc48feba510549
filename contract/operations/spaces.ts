import { Type } from 'typebox';
import {
  sampleSpace,
  sampleSpaceDeletion,
  sampleSpaceSettings,
  sampleSpaceStorage,
} from '../examples/groups.ts';
import { ids } from '../examples/ids.ts';
import { About, giveExample, Model } from '../model.ts';
import { ofSelf, people, readers, sessions, space } from '../permissions/permission.ts';
import { route } from '../route.ts';
import {
  ChatApplicationId,
  Count,
  CreatedAt,
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

export const Space = Model('Space', {
  id: About(Id, 'The group, as spaceId elsewhere.'),
  name: StoredName,
  description: TextOrNull('A text for people, up to 2,000 characters; null: none.'),
  logo: TextOrNull('The http or https URL of the picture of the group; null: none.'),
  isPublic: Flag('Whether everybody may see the group.'),
  ownerId: About(Id, 'The account that owns the group.'),
  chatApplicationId: ChatApplicationId,
  roleInSpace: Nullable(
    OneOf('role_space_owner', 'role_space_moderator', 'role_space_user'),
    'Your own role in the group; null: you have none.',
  ),
  createdAt: CreatedAt,
});
giveExample(Space, sampleSpace);

const Bytes = (of: string) => Count(`${of}, in bytes.`);

export const SpaceStorage = Type.Object({
  recordings: Bytes('All recordings of the group'),
  uploads: Bytes('All uploaded videos; one whose upload is not finished counts with its whole length'),
  preparedVideos: Bytes('What was prepared of both for webinars'),
  used: Bytes('All of these together'),
  limit: Nullable(
    Type.Integer({ minimum: 0 }),
    'In bytes (`LECTERN_GROUP_STORAGE_MAX`): at it no upload and no recording begins; null: none.',
  ),
});

export const SpaceDeletion = Model('SpaceDeletion', {
  id: OwnId,
  name: StoredName,
  deletingAt: About(Timestamp, 'When it was deleted.'),
  roomsLeft: Count('Rooms and playbacks whose rows are still stored.'),
});
giveExample(SpaceDeletion, sampleSpaceDeletion);

const optional = {
  isPublic: Type.Optional(Flag('May everybody see the group? Default true.')),
  description: Type.Optional(
    Nullable(Type.String({ maxLength: 2000 }), 'A text for people, up to 2,000 characters; null: none.'),
  ),
  logo: Type.Optional(Nullable(WebAddress, 'The http or https URL of the picture of the group; null: none.')),
};

export const spaceRoutes = {
  createSpace: route({
    path: 'POST /v1/spaces',
    permission: ofSelf,
    allowedFor: 'any account, which then owns the group',
    summary: 'Create a group; you become its owner',
    source: 'decisions 3',
    body: Type.Object({ name: Name, ...optional }),
    status: 201,
    answer: Space,
    example: { body: sampleSpaceSettings },
  }),
  listSpaces: route({
    path: 'GET /v1/spaces',
    permission: ofSelf,
    allowedFor: 'an account, for the groups that it belongs to',
    summary: 'List the groups that you belong to',
    source: 'decisions 3',
    query: ListQuery({ search: Type.Optional(Search) }),
    answer: List(Space),
  }),
  getSpace: route({
    path: 'GET /v1/spaces/:spaceId',
    permission: space('see', [...readers, ...sessions]),
    summary: 'Read a group',
    source: 'decisions 3',
    answer: Space,
  }),
  getSpaceStorage: route({
    path: 'GET /v1/spaces/:spaceId/storage',
    permission: space('moderator', people),
    summary: 'Read how much the files of a group take',
    source: 'decisions 3',
    answer: SpaceStorage,
    example: { answer: sampleSpaceStorage },
  }),
  updateSpace: route({
    path: 'PUT /v1/spaces/:spaceId',
    permission: space('owner', people),
    summary: 'Change the given fields of a group',
    source: 'decisions 3',
    body: Type.Object({ name: Type.Optional(Name), ...optional }),
    answer: Space,
    example: { body: sampleSpaceSettings },
  }),
  transferSpace: route({
    path: 'POST /v1/spaces/:spaceId/transfer',
    permission: space('owner', people),
    summary: 'Make another member the owner of a group; you stay as a moderator',
    source: 'decisions 3',
    body: Type.Object({ userId: UserId, currentPassword: CurrentPassword }),
    answer: Space,
    errors: ['password_missing'],
    example: { body: { userId: ids.teacher } },
  }),
  deleteSpace: route({
    path: 'DELETE /v1/spaces/:spaceId',
    permission: space('owner', people),
    summary: 'Delete a group with its rooms; running calls end first',
    source: 'decisions 3',
    unfinished: SpaceDeletion,
  }),
  listSpaceDeletions: route({
    path: 'GET /v1/space-deletions',
    permission: ofSelf,
    allowedFor: 'an account, for the groups that it deleted',
    summary: 'List the groups that you deleted and whose rooms are still being removed',
    source: 'decisions 3',
    query: ListQuery({}),
    answer: List(SpaceDeletion),
  }),
};
