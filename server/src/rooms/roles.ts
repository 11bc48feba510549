import { breaksReference, type Db, inTransaction } from '../platform/db/db.ts';
import { refuse, refuseField } from '../platform/errors.ts';
import { type OwnLinks, spaceWithRole } from '../spaces/spaces.ts';
import { findUser } from '../users/users.ts';
import { isRoomLeader } from './access.ts';
import { deleteRoomRole, lockRoomRole, setRoomRole } from './roles.store.ts';

/** An account whose role in a room changes, and whether the access links that it created there stay valid. */
export interface RoomRoleChange {
  spaceId: string;
  roomId: string;
  userId: string;
  keepsAccessLinks: boolean;
}

/** Revokes the links of an account that no longer leads the room. @returns their ids */
async function revokeWhereLost(trx: Db, change: RoomRoleChange, links: OwnLinks): Promise<string[]> {
  const { spaceId, roomId, userId, keepsAccessLinks } = change;
  const inSpace = await spaceWithRole(trx, spaceId, userId);
  return keepsAccessLinks || isRoomLeader(inSpace?.role ?? null) ? [] : links.revoke(trx, { userId, roomId });
}

/**
 * Grants an account a role in the room.
 * @returns the ids of the access links that this revoked
 */
export async function grantRole(
  db: Db,
  { role, ...change }: RoomRoleChange & { role: 'moderator' | 'user' },
  links: OwnLinks,
): Promise<string[]> {
  const { roomId, userId } = change;
  const user = await findUser(db, userId);
  if (!user || user.service_space_id !== null) refuseField('targetUserId', 'must be the id of an account');
  const granted = inTransaction(db, async (trx) => {
    const before = await lockRoomRole(trx, roomId, userId);
    if (!(await setRoomRole(trx, { roomId, userId, role }))) refuse('owner_stays');
    return before === 'moderator' && role === 'user' ? revokeWhereLost(trx, change, links) : [];
  });
  return granted.catch((error: unknown) =>
    // The room was deleted between the check and the insert.
    breaksReference(error) ? refuse('not_found') : Promise.reject(error),
  );
}

/**
 * Removes the role of an account in the room.
 * @returns the ids of the access links that this revoked
 */
export const takeRole = (db: Db, change: RoomRoleChange, links: OwnLinks): Promise<string[]> =>
  inTransaction(db, async (trx) => {
    const { roomId, userId } = change;
    const before = (await lockRoomRole(trx, roomId, userId)) ?? refuse('not_found');
    if (before === 'owner') refuse('owner_stays');
    await deleteRoomRole(trx, roomId, userId);
    return before === 'moderator' ? revokeWhereLost(trx, change, links) : [];
  });
