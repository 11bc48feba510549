import type { Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import { accountOf, type Caller } from '../../platform/http/access/caller.ts';
import { ledRoomsIn } from '../../rooms/rooms.ts';
import { spaceFor, spaceWithRole } from '../../spaces/spaces.ts';

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
  const userId = accountOf(caller);
  if (userId !== undefined && (await ledRoomsIn(db, { spaceId, userId, limit: 1 })).length > 0) {
    const found = await spaceWithRole(db, spaceId, userId);
    return { ownerId: found?.space.owner_id ?? refuse('not_found') };
  }
  const { space } = await spaceFor(db, caller, { spaceId, least: 'moderator' });
  return { ownerId: space.owner_id };
}
