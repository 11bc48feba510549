import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

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
