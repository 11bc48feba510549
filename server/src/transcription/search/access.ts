import type { Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import { type Caller, isAccount } from '../../platform/http/access/caller.ts';
import { spaceFor, spaceWithRole } from '../../spaces/spaces.ts';
import { leadsSomeRoomOf } from './access.store.ts';

interface InSpace {
  db: Db;
  caller: Caller;
  params: { spaceId: string };
}

/**
 * Checks that the caller leads the group or at least one of its rooms.
 * @returns the owner of the group, whose plan decides
 */
export async function checkSearchAccess({ db, caller, params: { spaceId } }: InSpace) {
  // A private group may grant an account a role in one room only; that account searches this room.
  if (isAccount(caller) && (await leadsSomeRoomOf(db, { spaceId, userId: caller.userId }))) {
    const found = await spaceWithRole(db, spaceId, caller.userId);
    return { ownerId: found?.space.owner_id ?? refuse('not_found') };
  }
  const { space } = await spaceFor(db, caller, { spaceId, least: 'moderator' });
  return { ownerId: space.owner_id };
}
