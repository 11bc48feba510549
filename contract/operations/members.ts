import { type Static, Type } from 'typebox';
import { ids, teacher, webUrl } from '../examples/ids.ts';
import { About, Model, Sample } from '../model.ts';
import { invite, people, room, space } from '../permissions/permission.ts';
import { Empty, route, section } from '../route.ts';
import {
  CreatedAt,
  Id,
  List,
  ListQuery,
  Nullable,
  OneOf,
  PersonEmail,
  Search,
  SpaceId,
  StoredEmail,
  StoredUsername,
  Text,
  TextOrNull,
  Timestamp,
  UsageStatus,
  UserId,
  usageStatusInQuery,
  Whole,
} from '../shared.ts';

const SpaceRole = OneOf('role_space_owner', 'role_space_moderator', 'role_space_user');
/** The owner's record may be sent back as it was read; this makes nobody the owner. */
const MemberRole = Type.Unsafe<Static<typeof SpaceRole>>({
  ...SpaceRole,
  description: 'role_space_owner is accepted only for the owner, and changes nothing.',
});
const GivenSpaceRole = About(
  OneOf('role_space_moderator', 'role_space_user'),
  'The role in the group that the invited person gets.',
);
const RoomRole = OneOf('role_room_owner', 'role_room_moderator', 'role_room_user');
const GivenRoomRole = OneOf('role_room_moderator', 'role_room_user');

const Person = {
  userId: UserId,
  username: Sample(StoredUsername, teacher.username),
  email: Sample(StoredEmail, teacher.email),
};

/** An account may not set this for itself: others grant access that outlives a permission. */
const keepsAccessLinks = Type.Optional(
  Type.Boolean({
    default: false,
    description: "Keeps the access links that they created. Not for the caller's own membership.",
  }),
);

export const Member = Model('Member', {
  ...Person,
  role: About(
    SpaceRole,
    'The role in the group; only the operator can change the owner.',
    'role_space_moderator',
  ),
  createdAt: About(Timestamp, 'When they joined the group.', '2026-02-03T12:30:08.779Z'),
});
const MemberInFull = Type.Interface([Member], {
  unusedInvitesCount: Type.Integer({ description: 'Unused invitations that they created.', sample: 2 }),
  validAccessLinksCount: Type.Integer({ description: 'Valid access links that they created.', sample: 14 }),
});

/** An account from outside the group may have a role in a room; its email address is not shown. */
const RoomRoleHolder = Model('RoomRoleHolder', {
  userId: UserId,
  username: TextOrNull(
    'null for a person with whom the caller shares no group, unless their client created the account.',
    teacher.username,
  ),
  email: TextOrNull('null for a person with whom the caller shares no group.', teacher.email),
  role: About(RoomRole, 'The role in the room.', 'role_room_moderator'),
  createdAt: Sample(CreatedAt, '2026-02-03T12:41:26.593Z'),
});

/** An invitation for one person (interface 2.5). */
export const Invite = Model('Invite', {
  id: About(Id, 'The invitation, as inviteId of activateInvite.', ids.invite),
  role: Sample(GivenSpaceRole, 'role_space_moderator'),
  status: About(UsageStatus, 'One invitation admits one person and is used then.', 'unused'),
  url: Text(
    'The page on which the invited person signs in or registers.',
    `${webUrl}/invite/${ids.space}/${ids.invite}`,
  ),
  usedBy: Nullable(
    Type.Object({
      userId: About(Id, 'The account of the person.'),
      username: StoredUsername,
    }),
    'The person who accepted it; null: nobody yet.',
    null,
  ),
  createdAt: Sample(CreatedAt, '2026-02-03T09:20:31.150Z'),
  expiresAt: About(Timestamp, 'Until when it can be used.', '2026-03-05T09:20:31.150Z'),
});

/** Members of a group, roles in a room, and invitations to them. */
export const memberRoutes = section('Members', 'decisions 3', {
  listMembers: route({
    path: 'GET /v1/spaces/:spaceId/members',
    permission: space('moderator', people),
    summary: 'List the members of a group, including the owner',
    query: ListQuery({
      role: Type.Optional({ ...SpaceRole, description: 'Only people with this role.' }),
      search: Type.Optional(Search),
    }),
    answer: List(Member),
    example: { query: { search: 'hughes' } },
  }),
  getMember: route({
    path: 'GET /v1/spaces/:spaceId/members/:userId',
    permission: space('moderator', people),
    summary: 'Read a member, with what they would lose by removal or demotion',
    source: 'decisions 2, 3',
    answer: MemberInFull,
  }),
  updateMember: route({
    path: 'PUT /v1/spaces/:spaceId/members/:userId',
    permission: space('moderator', people),
    summary:
      "Change a member's role; it acts on them in running calls too. A demotion revokes their unused invitations and their access links",
    source: 'decisions 2, 3',
    body: Type.Object({ role: MemberRole, keepsAccessLinks }),
    answer: Member,
    record: MemberInFull,
    errors: ['owner_stays'],
    example: { body: { role: 'role_space_moderator', keepsAccessLinks: true } },
  }),
  removeMember: route({
    path: 'DELETE /v1/spaces/:spaceId/members/:userId',
    permission: space('selfOrModerator', people),
    summary:
      'Remove a member from a group, or leave it; revokes their unused invitations and their access links',
    source: 'decisions 2, 3',
    query: Type.Object({ keepsAccessLinks }),
    errors: ['owner_stays'],
  }),
  createInvite: route({
    path: 'POST /v1/spaces/:spaceId/invites',
    permission: space('moderator', people),
    audited: 'invitation',
    summary: 'Create an invitation into a group for one person',
    source: 'interface 2.5, decisions 3',
    body: Type.Object({
      role: GivenSpaceRole,
      ttl: Type.Optional(Whole({ minimum: 1, maximum: 31_536_000, default: 2_592_000 }, 'Seconds; 30 days.')),
    }),
    status: 201,
    answer: Invite,
    example: { body: { role: 'role_space_moderator', ttl: 2_592_000 } },
  }),
  listInvites: route({
    path: 'GET /v1/spaces/:spaceId/invites',
    permission: space('moderator', people),
    // An invitation that is read may be accepted.
    scope: ['all'],
    summary: 'List the invitations into a group',
    query: ListQuery({
      status: usageStatusInQuery,
    }),
    answer: List(Invite),
  }),
  getInvite: route({
    path: 'GET /v1/spaces/:spaceId/invites/:inviteId',
    permission: invite('known', ['anybody']),
    summary: 'Read an invitation before accepting it; knowing its id is enough',
    answer: Type.Object({
      id: About(Id, 'The invitation, as inviteId of activateInvite.', ids.invite),
      spaceId: SpaceId,
      spaceName: Text('The name of the group.', 'Spring course'),
      role: Sample(GivenSpaceRole, 'role_space_moderator'),
      expiresAt: About(Timestamp, 'Until when it can be used.', '2026-03-05T09:20:31.150Z'),
    }),
    errors: ['invite_used', 'invite_expired', 'invite_revoked'],
  }),
  activateInvite: route({
    path: 'POST /v1/spaces/:spaceId/invites/:inviteId/activate',
    permission: invite('known', people),
    audited: 'invitation',
    summary: 'Accept an invitation as the invited person',
    source: 'interface 2.5, decisions 3',
    answer: Type.Object({
      spaceId: SpaceId,
      role: About(GivenSpaceRole, 'The role that the account now has in the group.', 'role_space_moderator'),
    }),
    errors: ['invite_used', 'invite_expired', 'invite_revoked', 'role_held'],
  }),
  sendInvite: route({
    path: 'POST /v1/spaces/:spaceId/invites/:inviteId/send',
    permission: space('moderator', people),
    audited: false,
    summary: 'Send an unused invitation by email, in the language of the request',
    body: Type.Object({ email: Sample(PersonEmail, teacher.email) }),
    status: 202,
    answer: Empty,
    errors: ['mail_off', 'invite_used', 'invite_expired', 'invite_revoked'],
    example: { body: { email: teacher.email } },
  }),
  revokeInvite: route({
    path: 'DELETE /v1/spaces/:spaceId/invites/:inviteId',
    permission: space('moderator', people),
    audited: 'invitation',
    summary: 'Revoke an invitation',
    errors: ['invite_used'],
  }),
  grantRole: route({
    path: 'POST /v1/spaces/:spaceId/rooms/:roomId/roles',
    permission: room('lead', people),
    summary:
      'Grant an account a role in a room, which also applies to a running call. A demotion revokes their access links there',
    source: 'interface 2.6, decisions 2, 3',
    body: Type.Object({
      targetUserId: About(Id, 'The account that gets the role.'),
      role: About(GivenRoomRole, 'The role in the room that the account gets.'),
      keepsAccessLinks,
    }),
    answer: RoomRoleHolder,
    errors: ['owner_stays'],
    example: { body: { targetUserId: teacher.userId, role: 'role_room_moderator' } },
  }),
  listRoles: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/roles',
    permission: room('lead', people),
    summary: 'List the roles in a room',
    query: ListQuery({ search: Type.Optional(Search) }),
    answer: List(RoomRoleHolder),
    example: { query: { search: 'hughes' } },
  }),
  removeRole: route({
    path: 'DELETE /v1/spaces/:spaceId/rooms/:roomId/roles/:userId',
    permission: room('lead', people),
    summary: "Remove an account's role in a room; revokes their access links there",
    source: 'decisions 2, 3',
    query: Type.Object({ keepsAccessLinks }),
    errors: ['owner_stays'],
  }),
});
