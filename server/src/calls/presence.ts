import type { Answer } from '../../../contract/routes.ts';
import type { Db } from '../platform/db/db.ts';
import type { Caller } from '../platform/http/access/caller.ts';
import { isRoomLeader, type RoomAccess } from '../rooms/rooms.ts';
import { cameByWaitingLink, firstInCall } from './presence.store.ts';

/**
 * Strangers do not learn who is in a call, nor does anybody whom a moderator has yet to admit (docs/decisions/0187), nor
 * do people who do not see each other there (0215).
 */
async function mayReadNames(db: Db, caller: Caller, { room, role }: RoomAccess): Promise<boolean> {
  if (isRoomLeader(role)) return true;
  if (!room.flags.isPeopleViewingAllowed) return false;
  if (role === null || room.type !== 'lesson' || room.waitingRoomAudience !== 'nobody') return false;
  return !(await cameByWaitingLink(db, caller));
}

/** The people in the running call of a room, as the entry page shows them. */
export async function presenceIn(
  db: Db,
  caller: Caller,
  access: RoomAccess,
): Promise<Answer<'getCallPresence'>> {
  const first = await firstInCall(db, access.room.id);
  const isNamed = await mayReadNames(db, caller, access);
  return { count: first[0]?.count ?? 0, names: isNamed ? first.map(({ name }) => name) : [] };
}
