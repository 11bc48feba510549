import { type Db, inTransaction } from '../platform/db/db.ts';
import { refuse, refuseField } from '../platform/errors.ts';
import { revokeUnusedBy } from './invites.store.ts';
import {
  admitMember,
  deleteMember,
  lockMember,
  type Member,
  memberById,
  setMemberRole,
  setOwner,
} from './members.store.ts';
import type { OwnLinks } from './own-links.ts';
import { lockSpace, type SpaceRole } from './store.ts';

/** What follows from who belongs to a group, in features above this one. */
export interface MemberListeners {
  /** In the transaction that takes somebody out of the group: their roles in its rooms end too. */
  onMemberLeaving: (trx: Db, member: { spaceId: string; userId: string }) => Promise<void>;
  /** After somebody's role was written: it acts on them in running calls. */
  onRoleChanged: (db: Db, whose: { spaceId: string; userId: string }) => Promise<void>;
  links: OwnLinks;
}

interface Named {
  spaceId: string;
  userId: string;
}

/** Somebody of the group who is not its owner; holds the group, so that the owner is still the owner afterwards. */
async function holdMember(trx: Db, { spaceId, userId }: Named): Promise<Member> {
  const space = (await lockSpace(trx, spaceId)) ?? refuse('not_found');
  const member = (await memberById(trx, space.id, userId)) ?? refuse('not_found');
  if (member.role === 'owner') refuse('owner_stays');
  await lockMember(trx, space.id, userId);
  return member;
}

/** Somebody who loses their part, or some of it, and what they may leave behind. */
interface Losing extends Named {
  keepsAccessLinks: boolean;
}

/** Revokes what somebody created by a part that they lose. @returns the access links that were revoked */
async function revokeCreated(trx: Db, { keepsAccessLinks, ...named }: Losing, links: OwnLinks) {
  await revokeUnusedBy(trx, named);
  return keepsAccessLinks ? [] : links.revoke(trx, named);
}

/** The owner as they are; nobody becomes the owner by it. */
async function confirmOwner(trx: Db, { spaceId, userId }: Named): Promise<Member> {
  const member = (await memberById(trx, spaceId, userId)) ?? refuse('not_found');
  if (member.role === 'owner') return member;
  return refuseField('role', 'must be one of role_space_moderator, role_space_user');
}

/** Gives a member another role. */
export async function changeMember(
  db: Db,
  { role, ...losing }: Losing & { role: SpaceRole },
  { onRoleChanged, links }: MemberListeners,
): Promise<Member> {
  const { spaceId, userId } = losing;
  const { changed, revoked } = await inTransaction(db, async (trx) => {
    if (role === 'owner') return { changed: await confirmOwner(trx, losing), revoked: [] };
    const member = await holdMember(trx, losing);
    await setMemberRole(trx, { spaceId, userId, role });
    const isDemoted = member.role === 'moderator' && role === 'user';
    const revoked = isDemoted ? await revokeCreated(trx, losing, links) : [];
    return { changed: { ...member, role }, revoked };
  });
  await onRoleChanged(db, { spaceId, userId });
  await links.onRevoked(db, revoked);
  return changed;
}

/** Removes somebody from the group, and from every role in its rooms. */
export async function removeMember(
  db: Db,
  losing: Losing,
  { onMemberLeaving, onRoleChanged, links }: MemberListeners,
): Promise<void> {
  const { spaceId, userId } = losing;
  const revoked = await inTransaction(db, async (trx) => {
    await holdMember(trx, losing);
    await deleteMember(trx, spaceId, userId);
    await onMemberLeaving(trx, { spaceId, userId });
    return revokeCreated(trx, losing, links);
  });
  await onRoleChanged(db, { spaceId, userId });
  await links.onRevoked(db, revoked);
}

/**
 * Makes somebody else the owner; who was it before stays as a moderator. Roles in running calls follow within two
 * seconds, at once where `onRoleChanged` is told of both.
 * @returns who owned it before; undefined where there is no such group
 */
export async function transferSpace(trx: Db, spaceId: string, toUserId: string): Promise<string | undefined> {
  const space = await lockSpace(trx, spaceId);
  if (!space || space.owner_id === toUserId) return space?.owner_id;
  await deleteMember(trx, spaceId, toUserId);
  await setOwner(trx, spaceId, toUserId);
  await admitMember(trx, { spaceId, userId: space.owner_id, role: 'moderator' });
  return space.owner_id;
}
