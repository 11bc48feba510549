import type { Db } from '../platform/db/db.ts';
import { selectAll } from '../platform/db/rows.ts';
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
export const emailRecipientsOf = (
  db: Db,
  { roomId, userId = null }: { roomId: string; userId?: string | null },
) => selectAll<EmailRecipient>(db)`
    SELECT DISTINCT u.id AS "userId", r.space_id AS "spaceId", u.email, u.username, u.language
    FROM rooms r JOIN spaces s ON s.id = r.space_id
    CROSS JOIN LATERAL people_of_room(r.space_id, r.id) a
    JOIN users u ON u.id = a.user_id AND u.disabled_at IS NULL AND u.email <> ''
      AND u.service_space_id IS NULL
    WHERE r.id = ${roomId} AND (${userId}::text IS NULL OR u.id = ${userId})
      AND (a.role = 'owner' AND r.attendance_email = 'owner'
        OR a.role IN ('owner', 'moderator') AND r.attendance_email = 'moderators')
    ORDER BY u.id`;
