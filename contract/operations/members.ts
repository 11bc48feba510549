import { type Static, Type } from 'typebox';
import { route } from '../route.ts';
import { Id, List, ListQuery, Nullable, OneOf, Search, Timestamp } from '../shared.ts';

const SpaceRole = OneOf('role_space_owner', 'role_space_moderator', 'role_space_user');
/** The owner's record may be sent back as it was read; this makes nobody the owner. */
const MemberRole = Type.Unsafe<Static<typeof SpaceRole>>({
  ...SpaceRole,
  description: 'role_space_owner is accepted only for the owner, and changes nothing.',
});
const GivenSpaceRole = OneOf('role_space_moderator', 'role_space_user');
const RoomRole = OneOf('role_room_owner', 'role_room_moderator', 'role_room_user');
const GivenRoomRole = OneOf('role_room_moderator', 'role_room_user');

const Person = { userId: Id, username: Type.String(), email: Type.String() };

/** An account may not set this for itself: others grant access that outlives a permission. */
const keepsAccessLinks = Type.Optional(
  Type.Boolean({
    default: false,
    description: "Keeps the access links that they created. Not for the caller's own membership.",
  }),
);

export const Member = Type.Object({ ...Person, role: SpaceRole, createdAt: Timestamp });
const MemberInFull = Type.Interface([Member], {
  unusedInvitesCount: Type.Integer({ description: 'Unused invitations that they created.' }),
  validAccessLinksCount: Type.Integer({ description: 'Valid access links that they created.' }),
});

/** An account from outside the group may have a role in a room; its email address is not shown. */
export const RoomRoleHolder = Type.Object({
  userId: Id,
  username: Nullable(
    Type.String(),
    'null for a person with whom the caller shares no group, unless their client created the account.',
  ),
  email: Nullable(Type.String(), 'null for a person with whom the caller shares no group.'),
  role: RoomRole,
  createdAt: Timestamp,
});

/** An invitation for one person (interface 2.5). */
export const Invite = Type.Object({
  id: Id,
  role: GivenSpaceRole,
  status: OneOf('unused', 'used', 'expired', 'revoked'),
  url: Type.String({ description: 'The page on which the invited person signs in or registers.' }),
  usedBy: Nullable(Type.Object({ userId: Id, username: Type.String() })),
  createdAt: Timestamp,
  expiresAt: Timestamp,
});

/** Members of a group, roles in a room, and invitations to them. */
export const memberRoutes = {
  listMembers: route({
    summary: 'List the members of a group, including the owner',
    source: 'decisions 3',
    query: ListQuery({ role: Type.Optional(SpaceRole), search: Type.Optional(Search) }),
    status: 200,
    answer: List(Member),
    errors: [],
  }),
  getMember: route({
    summary: 'Read a member, with what they would lose by removal or demotion',
    source: 'decisions 2, 3',
    status: 200,
    answer: MemberInFull,
    errors: [],
  }),
  updateMember: route({
    summary:
      "Change a member's role; it acts on them in running calls too. A demotion revokes their unused invitations and their access links",
    source: 'decisions 2, 3',
    body: Type.Object({ role: MemberRole, keepsAccessLinks }),
    status: 200,
    answer: Member,
    record: MemberInFull,
    errors: ['owner_stays'],
  }),
  removeMember: route({
    summary:
      'Remove a member from a group, or leave it; revokes their unused invitations and their access links',
    source: 'decisions 2, 3',
    query: Type.Object({ keepsAccessLinks }),
    status: 204,
    errors: ['owner_stays'],
  }),
  createInvite: route({
    summary: 'Create an invitation into a group for one person',
    source: 'interface 2.5, decisions 3',
    body: Type.Object({
      role: GivenSpaceRole,
      ttl: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 31_536_000,
          default: 2_592_000,
          description: 'Seconds; 30 days.',
        }),
      ),
    }),
    status: 201,
    answer: Invite,
    errors: [],
  }),
  listInvites: route({
    summary: 'List the invitations into a group',
    source: 'decisions 3',
    query: ListQuery({ status: Type.Optional(OneOf('unused', 'used', 'expired', 'revoked')) }),
    status: 200,
    answer: List(Invite),
    errors: [],
  }),
  getInvite: route({
    summary: 'Read an invitation before accepting it; knowing its id is enough',
    source: 'decisions 3',
    status: 200,
    answer: Type.Object({
      id: Id,
      spaceId: Id,
      spaceName: Type.String(),
      role: GivenSpaceRole,
      expiresAt: Timestamp,
    }),
    errors: ['invite_used', 'invite_expired', 'invite_revoked'],
  }),
  activateInvite: route({
    summary: 'Accept an invitation as the invited person',
    source: 'interface 2.5, decisions 3',
    status: 200,
    answer: Type.Object({ spaceId: Id, role: GivenSpaceRole }),
    errors: ['invite_used', 'invite_expired', 'invite_revoked', 'role_held'],
  }),
  revokeInvite: route({
    summary: 'Revoke an invitation',
    source: 'decisions 3',
    status: 204,
    errors: ['invite_used'],
  }),
  grantRole: route({
    summary:
      'Grant an account a role in a room, which also applies to a running call. A demotion revokes their access links there',
    source: 'interface 2.6, decisions 2, 3',
    body: Type.Object({ targetUserId: Id, role: GivenRoomRole, keepsAccessLinks }),
    status: 200,
    answer: RoomRoleHolder,
    errors: ['owner_stays'],
  }),
  listRoles: route({
    summary: 'List the roles in a room',
    source: 'decisions 3',
    query: ListQuery({ search: Type.Optional(Search) }),
    status: 200,
    answer: List(RoomRoleHolder),
    errors: [],
  }),
  removeRole: route({
    summary: "Remove an account's role in a room; revokes their access links there",
    source: 'decisions 2, 3',
    query: Type.Object({ keepsAccessLinks }),
    status: 204,
    errors: ['owner_stays'],
  }),
};
