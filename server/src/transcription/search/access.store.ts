import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** Whether the account leads at least one room of the group. */
export async function leadsSomeRoomOf(
  db: Db,
  { spaceId, userId }: { spaceId: string; userId: string },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM room_roles rr JOIN rooms r ON r.id = rr.room_id
    WHERE r.space_id = ${spaceId} AND rr.user_id = ${userId} AND rr.role IN ('owner', 'moderator')
    LIMIT 1`.execute(db);
  return rows.length > 0;
}
