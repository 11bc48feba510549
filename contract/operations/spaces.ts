import { Type } from 'typebox';
import { route } from '../route.ts';
import {
  ChatId,
  Flag,
  Id,
  List,
  ListQuery,
  Name,
  Nullable,
  OneOf,
  Search,
  Timestamp,
  WebAddress,
} from '../shared.ts';
import { CurrentPassword } from './users.ts';

export const Space = Type.Object({
  id: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
  logo: Nullable(Type.String()),
  isPublic: Type.Boolean(),
  ownerId: Id,
  chatApplicationId: ChatId,
  roleInSpace: Nullable(OneOf('role_space_owner', 'role_space_moderator', 'role_space_user')),
  createdAt: Timestamp,
});

const Bytes = (of: string) => Type.Integer({ minimum: 0, description: `${of}, in bytes.` });

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

export const SpaceDeletion = Type.Object({
  id: Id,
  name: Type.String(),
  deletingAt: Timestamp,
  roomsLeft: Type.Integer({ minimum: 0, description: 'Rooms and playbacks whose rows are still stored.' }),
});

const optional = {
  isPublic: Type.Optional(Flag('May everybody see the group? Default true.')),
  description: Type.Optional(Nullable(Type.String({ maxLength: 2000 }))),
  logo: Type.Optional(Nullable(WebAddress)),
};

export const spaceRoutes = {
  createSpace: route({
    summary: 'Create a group; you become its owner',
    source: 'decisions 3',
    body: Type.Object({ name: Name, ...optional }),
    status: 201,
    answer: Space,
    errors: [],
  }),
  listSpaces: route({
    summary: 'List the groups that you belong to',
    source: 'decisions 3',
    query: ListQuery({ search: Type.Optional(Search) }),
    status: 200,
    answer: List(Space),
    errors: [],
  }),
  getSpace: route({ summary: 'Read a group', source: 'decisions 3', status: 200, answer: Space, errors: [] }),
  getSpaceStorage: route({
    summary: 'Read how much the files of a group take',
    source: 'decisions 3',
    status: 200,
    answer: SpaceStorage,
    errors: [],
  }),
  updateSpace: route({
    summary: 'Change the given fields of a group',
    source: 'decisions 3',
    body: Type.Object({ name: Type.Optional(Name), ...optional }),
    status: 200,
    answer: Space,
    errors: [],
  }),
  transferSpace: route({
    summary: 'Make another member the owner of a group; you stay as a moderator',
    source: 'decisions 3',
    body: Type.Object({ userId: Id, currentPassword: CurrentPassword }),
    status: 200,
    answer: Space,
    errors: ['password_missing'],
  }),
  deleteSpace: route({
    summary: 'Delete a group with its rooms; running calls end first',
    source: 'decisions 3',
    status: 204,
    unfinished: SpaceDeletion,
    errors: [],
  }),
  listSpaceDeletions: route({
    summary: 'List the groups that you deleted and whose rooms are still being removed',
    source: 'decisions 3',
    query: ListQuery({}),
    status: 200,
    answer: List(SpaceDeletion),
    errors: [],
  }),
};
