import { Invite as InviteSchema } from '../../../contract/operations/members.ts';
import type { Answer } from '../../../contract/routes.ts';
import { timestamp } from '../platform/clock.ts';
import { presentFields } from '../platform/present.ts';
import { addressOfPage } from '../platform/web-address.ts';
import type { Invite } from './invites.store.ts';
import type { GivenRole, Member } from './members.store.ts';
import type { StoredBytes } from './storage.store.ts';
import { type StorageLimit, sumOf } from './storage.ts';
import type { SpaceRole, SpaceRow } from './store.ts';

const roleNames = {
  owner: 'role_space_owner',
  moderator: 'role_space_moderator',
  user: 'role_space_user',
} as const;

type RoleNames = typeof roleNames;

export const givenRoleNames: Pick<RoleNames, GivenRole> = roleNames;

/** Maps a role name of the contract to our role. */
export function roleNamed<N extends RoleNames[SpaceRole]>(
  name: N,
): { [R in SpaceRole]: RoleNames[R] extends N ? R : never }[SpaceRole] {
  const known = (Object.keys(roleNames) as SpaceRole[]).find((role) => roleNames[role] === name);
  return known as ReturnType<typeof roleNamed<N>>;
}

export const presentSpace = (space: SpaceRow, role: SpaceRole | null): Answer<'getSpace'> => ({
  id: space.id,
  name: space.name,
  description: space.description,
  logo: space.logo,
  color: space.color,
  isPublic: space.is_public,
  ownerId: space.owner_id,
  chatApplicationId: space.chat_application_id,
  roleInSpace: role && roleNames[role],
  createdAt: timestamp(space.created_at),
});

export const presentStorage = (stored: StoredBytes, limit: StorageLimit): Answer<'getSpaceStorage'> => ({
  ...stored,
  used: sumOf(stored),
  limit: limit ?? null,
});

export const presentMember = (member: Member): Answer<'updateMember'> => ({
  ...member,
  role: roleNames[member.role],
  createdAt: timestamp(member.createdAt),
});

export const presentInvite = (webUrl: URL, invite: Invite): Answer<'createInvite'> => ({
  ...presentFields(InviteSchema, invite),
  role: givenRoleNames[invite.role],
  url: addressOfPage(webUrl, `/invite/${invite.spaceId}/${invite.id}`),
});

/** For anybody who knows the id: shows what the invitation is for, and nothing else of the group. */
export const presentKnownInvite = ({
  id,
  spaceId,
  spaceName,
  role,
  expiresAt,
}: Invite): Answer<'getInvite'> => ({
  id,
  spaceId,
  spaceName,
  role: givenRoleNames[role],
  expiresAt: timestamp(expiresAt),
});
