import type { Db } from '../platform/db/db.ts';
import { refuse, refuseField } from '../platform/errors.ts';
import { lockUserForShare } from '../users/users.ts';
import { admitMember, deleteMember, memberById, setOwner } from './members.store.ts';
import { lockSpace, type SpaceRow } from './store.ts';

/**
 * Makes another account the owner; the former owner stays as a moderator. Roles in running calls follow within two
 * seconds, or at once if the caller calls `onRoleChanged` for both.
 * @returns the former owner; undefined if the group does not exist
 */
export async function transferSpace(trx: Db, spaceId: string, toUserId: string): Promise<string | undefined> {
  const space = await lockSpace(trx, spaceId);
  if (!space || space.owner_id === toUserId) return space?.owner_id;
  await deleteMember(trx, spaceId, toUserId);
  await setOwner(trx, spaceId, toUserId);
  await admitMember(trx, { spaceId, userId: space.owner_id, role: 'moderator' });
  return space.owner_id;
}

/**
 * Finds what keeps an account from becoming the owner. Locks it, so that it stays as it is until the transaction ends.
 * @returns the message for the field that names the account
 */
export async function faultOfNewOwner(
  trx: Db,
  { spaceId, userId }: { spaceId: string; userId: string },
): Promise<string | undefined> {
  const user = await lockUserForShare(trx, userId);
  const member = user && (await memberById(trx, spaceId, userId));
  if (!member || member.role === 'owner') return 'must be the id of another member of this group';
  return user.disabled_at ? 'must be the id of an account that is not disabled' : undefined;
}

/** Makes a member the owner, as the present owner asks. @throws Refusal */
export async function transferToMember(
  trx: Db,
  { spaceId, ownerId, userId }: { spaceId: string; ownerId: string; userId: string },
): Promise<SpaceRow> {
  const space = (await lockSpace(trx, spaceId)) ?? refuse('not_found');
  // Another request transferred it meanwhile.
  if (space.owner_id !== ownerId) refuse('forbidden');
  const fault = await faultOfNewOwner(trx, { spaceId, userId });
  if (fault !== undefined) refuseField('userId', fault);
  await transferSpace(trx, spaceId, userId);
  return { ...space, owner_id: userId };
}
