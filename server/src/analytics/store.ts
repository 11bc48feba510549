import type { Db } from '../platform/db/db.ts';

/** Whether the account is an owner or a moderator of at least one room of the group. */
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
