import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** The chat users of moderators who are in the call of a room now; the room by its id or its channel's. */
export async function moderatorsInCallOf(
  db: Db,
  of: { roomId: string } | { channelId: string },
): Promise<string[]> {
  const isOfRoom =
    'roomId' in of
      ? sql`c.room_id = ${of.roomId}`
      : sql`c.room_id = (SELECT id FROM rooms WHERE channel_id = ${of.channelId})`;
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT up.user_id AS id
    FROM calls c
    JOIN visits v ON v.call_id = c.id AND v.exited_at IS NULL
    JOIN participants p ON p.id = v.participant_id AND p.role = 'moderator' AND p.removed_at IS NULL
    JOIN chat_user_participants up ON up.participant_id = p.id
    WHERE ${isOfRoom} AND c.finished_at IS NULL`.execute(db);
  return rows.map(({ id }) => id);
}

/** The chat users whom a moderator admitted to this call: the admission ends with it. */
export async function usersAdmittedTo(db: Db, callId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT up.user_id AS id
    FROM visits v
    JOIN participants p ON p.id = v.participant_id AND p.decided_at IS NOT NULL
    JOIN chat_user_participants up ON up.participant_id = p.id
    WHERE v.call_id = ${callId}`.execute(db);
  return rows.map(({ id }) => id);
}
