import type { Db } from '../platform/db/db.ts';

/** Is the account an owner or a moderator of one of the group's rooms? */
export async function leadsRoomIn(db: Db, spaceId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('room_roles as rr')
    .innerJoin('rooms as r', 'r.id', 'rr.room_id')
    .select('rr.room_id')
    .where('r.space_id', '=', spaceId)
    .where('rr.user_id', '=', userId)
    .where('rr.role', 'in', ['owner', 'moderator'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
