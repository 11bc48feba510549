import { type Static, Type } from 'typebox';
import { route } from './route.ts';
import { Id, List, ListQuery, Nullable, OneOf, Search, Timestamp } from './shared.ts';

const SpaceRole = OneOf('role_space_owner', 'role_space_moderator', 'role_space_user');
/** The owner's record may be sent back as it was read; nobody becomes the owner by it. */
const MemberRole = Type.Unsafe<Static<typeof SpaceRole>>({
  ...SpaceRole,
  description: 'role_space_owner is accepted for the owner alone, and changes nothing.',
});
const GivenSpaceRole = OneOf('role_space_moderator', 'role_space_user');
const RoomRole = OneOf('role_room_owner', 'role_room_moderator', 'role_room_user');
const GivenRoomRole = OneOf('role_room_moderator', 'role_room_user');

const Person = { userId: Id, username: Type.String(), email: Type.String() };

/** Nobody decides this about their own links: access that outlives a permission is for others to grant. */
const keepsAccessLinks = Type.Optional(
  Type.Boolean({
    default: false,
    description: 'The access links that they created stay valid. Only for somebody other than the caller.',
  }),
);

export const Member = Type.Object({ ...Person, role: SpaceRole, createdAt: Timestamp });
const MemberInFull = Type.Interface([Member], {
  unusedInvitesCount: Type.Integer({ description: 'Invitations that they created and nobody used yet.' }),
  validAccessLinksCount: Type.Integer({ description: 'Access links that they created and that are valid.' }),
});

/** A role in a room may be given to an account from outside the group, whose address is nobody's here. */
export const RoomRoleHolder = Type.Object({
  ...Person,
  email: Nullable(Type.String(), 'null for a person with whom the caller shares no group.'),
  role: RoomRole,
  createdAt: Timestamp,
});

/** An invitation of one person (interface 2.5). */
export const Invite = Type.Object({
  id: Id,
  role: GivenSpaceRole,
  status: OneOf('unused', 'used', 'expired', 'revoked'),
  url: Type.String({ description: 'The page on which the invited person signs in or registers.' }),
  usedBy: Nullable(Type.Object({ userId: Id, username: Type.String() })),
  createdAt: Timestamp,
  expiresAt: Timestamp,
});

/** Members of a group, roles in a room, and the invitations that lead to them. */
export const memberRoutes = {
  listMembers: route({
    summary: 'List the members of a group, its owner among them',
    source: 'decisions 3',
    query: ListQuery({ role: Type.Optional(SpaceRole), search: Type.Optional(Search) }),
    status: 200,
    answer: List(Member),
    errors: [],
  }),
  getMember: route({
    summary: 'Look at a member, with what they lose when they are removed or demoted',
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
      'Remove somebody from a group, or leave it; revokes their unused invitations and their access links',
    source: 'decisions 2, 3',
    query: Type.Object({ keepsAccessLinks }),
    status: 204,
    errors: ['owner_stays'],
  }),
  createInvite: route({
    summary: 'Invite one person into a group',
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
    summary: 'Look at an invitation before accepting it; whoever knows its id may',
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
    summary: 'Accept an invitation, as the person to be admitted',
    source: 'interface 2.5, decisions 3',
    status: 200,
    answer: Type.Object({ spaceId: Id, role: GivenSpaceRole }),
    errors: ['invite_used', 'invite_expired', 'invite_revoked', 'role_held'],
  }),
  revokeInvite: route({
    summary: 'Withdraw an invitation',
    source: 'decisions 3',
    status: 204,
    errors: ['invite_used'],
  }),
  grantRole: route({
    summary:
      'Give an account a role in a room; it acts on them in a running call too. A demotion revokes their access links there',
    source: 'interface 2.6, decisions 2, 3',
    body: Type.Object({ targetUserId: Id, role: GivenRoomRole, keepsAccessLinks }),
    status: 200,
    answer: RoomRoleHolder,
    errors: ['owner_stays'],
  }),
  listRoles: route({
    summary: 'List who has a role in a room',
    source: 'decisions 3',
    query: ListQuery({ search: Type.Optional(Search) }),
    status: 200,
    answer: List(RoomRoleHolder),
    errors: [],
  }),
  removeRole: route({
    summary: 'Remove somebody from the roles of a room; revokes their access links there',
    source: 'decisions 2, 3',
    query: Type.Object({ keepsAccessLinks }),
    status: 204,
    errors: ['owner_stays'],
  }),
};
