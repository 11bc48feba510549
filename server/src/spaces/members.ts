import { type Db, inTransaction } from '../platform/db/db.ts';
import { type Effects, runAll } from '../platform/effects.ts';
import { refuse, refuseField } from '../platform/errors.ts';
import { revokeUnusedBy } from './invites.store.ts';
import { deleteMember, lockMember, type Member, memberById, setMemberRole } from './members.store.ts';
import type { OwnLinks } from './own-links.ts';
import { lockSpace, type SpaceRole } from './store.ts';

/** The events of memberships. */
export interface MemberParts {
  /** In the transaction that removes a member from the group. */
  onMemberLeaving: Effects<Named>;
  /** After a role was written. */
  onRoleChanged: Effects<Named>;
  links: OwnLinks;
}

interface Named {
  spaceId: string;
  userId: string;
}

/** Finds a member who is not the owner, and locks the group so that its owner stays the same. */
async function lockNonOwner(trx: Db, { spaceId, userId }: Named): Promise<Member> {
  const space = (await lockSpace(trx, spaceId)) ?? refuse('not_found');
  const member = (await memberById(trx, space.id, userId)) ?? refuse('not_found');
  if (member.role === 'owner') refuse('owner_stays');
  await lockMember(trx, space.id, userId);
  return member;
}

/** A member who loses a role or the membership, and whether their access links stay valid. */
interface RoleLoss extends Named {
  keepsAccessLinks: boolean;
}

/** Revokes what the member created by the lost role. @returns the ids of the revoked access links */
async function revokeCreated(trx: Db, { keepsAccessLinks, ...named }: RoleLoss, links: OwnLinks) {
  await revokeUnusedBy(trx, named);
  return keepsAccessLinks ? [] : links.revoke(trx, named);
}

/** Finds the owner for a request that names the role they have. Refuses for other members: the role is not granted. */
async function confirmOwner(trx: Db, { spaceId, userId }: Named): Promise<Member> {
  const member = (await memberById(trx, spaceId, userId)) ?? refuse('not_found');
  if (member.role === 'owner') return member;
  return refuseField('role', 'must be one of role_space_moderator, role_space_user');
}

export async function changeMember(
  db: Db,
  { role, ...loss }: RoleLoss & { role: SpaceRole },
  { onRoleChanged, links }: MemberParts,
): Promise<Member> {
  const { spaceId, userId } = loss;
  const { changed, revoked } = await inTransaction(db, async (trx) => {
    if (role === 'owner') return { changed: await confirmOwner(trx, loss), revoked: [] };
    const member = await lockNonOwner(trx, loss);
    await setMemberRole(trx, { spaceId, userId, role });
    const isDemoted = member.role === 'moderator' && role === 'user';
    const revoked = isDemoted ? await revokeCreated(trx, loss, links) : [];
    return { changed: { ...member, role }, revoked };
  });
  await runAll(db, onRoleChanged, { spaceId, userId });
  await runAll(db, links.onRevoked, revoked);
  return changed;
}

/** Removes a member from the group and from every role in its rooms. */
export async function removeMember(
  db: Db,
  loss: RoleLoss,
  { onMemberLeaving, onRoleChanged, links }: MemberParts,
): Promise<void> {
  const { spaceId, userId } = loss;
  const revoked = await inTransaction(db, async (trx) => {
    await lockNonOwner(trx, loss);
    await deleteMember(trx, spaceId, userId);
    await runAll(trx, onMemberLeaving, { spaceId, userId });
    return revokeCreated(trx, loss, links);
  });
  await runAll(db, onRoleChanged, { spaceId, userId });
  await runAll(db, links.onRevoked, revoked);
}
