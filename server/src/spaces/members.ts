import { type Db, inTransaction } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import {
  admitMember,
  deleteMember,
  type GivenRole,
  type Member,
  memberById,
  setMemberRole,
  setOwner,
} from './members.store.ts';
import { lockSpace } from './store.ts';

/** What follows from who belongs to a group, in features above this one. */
export interface MemberListeners {
  /** In the transaction that takes somebody out of the group: their roles in its rooms end too. */
  onMemberLeaving: (trx: Db, member: { spaceId: string; userId: string }) => Promise<void>;
  /** After somebody's role was written: it acts on them in running calls. */
  onRoleChanged: (db: Db, whose: { spaceId: string; userId: string }) => Promise<void>;
}

interface Named {
  spaceId: string;
  userId: string;
}

/** Somebody of the group who is not its owner; holds the group, so that the owner is still the owner afterwards. */
async function holdMember(trx: Db, { spaceId, userId }: Named): Promise<Member> {
  const space = (await lockSpace(trx, spaceId)) ?? refuse('not_found');
  const member = (await memberById(trx, space.id, userId)) ?? refuse('not_found');
  return member.role === 'owner' ? refuse('owner_stays') : member;
}

/** Gives a member another role. */
export async function changeMember(
  db: Db,
  { role, ...named }: Named & { role: GivenRole },
  { onRoleChanged }: MemberListeners,
): Promise<Member> {
  const changed = await inTransaction(db, async (trx) => {
    const member = await holdMember(trx, named);
    await setMemberRole(trx, { ...named, role });
    return { ...member, role };
  });
  await onRoleChanged(db, named);
  return changed;
}

/** Takes somebody out of the group, and out of every role in its rooms. */
export async function removeMember(
  db: Db,
  named: Named,
  { onMemberLeaving, onRoleChanged }: MemberListeners,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await holdMember(trx, named);
    await deleteMember(trx, named.spaceId, named.userId);
    await onMemberLeaving(trx, named);
  });
  await onRoleChanged(db, named);
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
