import type { Db } from '../platform/db/db.ts';

const ledRooms = (db: Db, spaceId: string, userId: string) =>
  db
    .selectFrom('room_roles as rr')
    .innerJoin('rooms as r', 'r.id', 'rr.room_id')
    .select('rr.room_id as id')
    .where('r.space_id', '=', spaceId)
    .where('rr.user_id', '=', userId)
    .where('rr.role', 'in', ['owner', 'moderator']);

/** The rooms of the group of which the account is an owner or a moderator. */
export async function ledRoomsIn(db: Db, spaceId: string, userId: string): Promise<string[]> {
  return (await ledRooms(db, spaceId, userId).execute()).map(({ id }) => id);
}

/** Whether the account is an owner or a moderator of at least one room of the group. */
export async function leadsRoomIn(db: Db, spaceId: string, userId: string): Promise<boolean> {
  return (await ledRooms(db, spaceId, userId).limit(1).executeTakeFirst()) !== undefined;
}
