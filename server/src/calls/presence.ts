import type { Answer } from '../../../contract/routes.ts';
import type { Db } from '../platform/db/db.ts';
import { isRoomLeader, type RoomAccess } from '../rooms/rooms.ts';
import { firstInCall } from './presence.store.ts';

/** Strangers do not learn who is in a call, nor does anybody whom a moderator has yet to admit (docs/decisions/0187). */
const mayReadNames = ({ room, role }: RoomAccess): boolean =>
  isRoomLeader(role) || (role !== null && room.type === 'lesson' && room.waitingRoomAudience === 'nobody');

/** The people in the running call of a room, as the entry page shows them. */
export async function presenceIn(db: Db, access: RoomAccess): Promise<Answer<'getCallPresence'>> {
  const first = await firstInCall(db, access.room.id);
  return { count: first[0]?.count ?? 0, names: mayReadNames(access) ? first.map(({ name }) => name) : [] };
}
