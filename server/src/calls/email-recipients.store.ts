import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import type { RowOf } from '../platform/db/tables.ts';

/** An account that gets the emails after a call. */
export type EmailRecipient = Pick<RowOf<'users'>, 'email' | 'username' | 'language'> & {
  userId: string;
  spaceId: string;
};

/**
 * Those who get the emails about calls by the room's `attendanceEmail`, with the account only if it is one of them. All of them
 * lead the room now, so that they may read its reports and watch its recordings.
 */
export async function emailRecipientsOf(
  db: Db,
  { roomId, userId = null }: { roomId: string; userId?: string | null },
): Promise<EmailRecipient[]> {
  const { rows } = await sql<EmailRecipient>`
    SELECT u.id AS "userId", r.space_id AS "spaceId", u.email, u.username, u.language
    FROM rooms r JOIN spaces s ON s.id = r.space_id
    CROSS JOIN LATERAL (
      SELECT s.owner_id AS user_id
      UNION
      SELECT rr.user_id FROM room_roles rr WHERE rr.room_id = r.id
        AND (rr.role = 'owner' OR rr.role = 'moderator' AND r.attendance_email = 'moderators')
      UNION
      SELECT m.user_id FROM space_members m WHERE m.space_id = r.space_id
        AND m.role = 'moderator' AND r.attendance_email = 'moderators'
    ) named
    JOIN users u ON u.id = named.user_id AND u.disabled_at IS NULL AND u.email <> ''
    WHERE r.id = ${roomId} AND r.attendance_email <> 'nobody' AND (${userId}::text IS NULL OR u.id = ${userId})
    ORDER BY u.id`.execute(db);
  return rows;
}
