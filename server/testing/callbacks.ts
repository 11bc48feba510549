import { sql } from 'kysely';
import type { Db } from '../src/platform/db/db.ts';
import { newId } from '../src/platform/ids.ts';

/**
 * Inserts a failed callback of an ended meeting of the BigBlueButton API: nothing sends it again without a request.
 * @returns its id
 */
export async function insertFailedCallback(
  db: Db,
  { spaceId, roomId }: { spaceId: string; roomId: string },
): Promise<string> {
  const [id, meetingId] = [newId(), newId()];
  await sql`
    INSERT INTO bbb_meetings (id, space_id, room_id, meeting_id, create_time, internal_id, name, attendee_password,
      moderator_password, settings, metadata, is_of_installation, created_at, empty_minutes, ended_at, end_reason)
    VALUES (${meetingId}, ${spaceId}, ${roomId}, ${meetingId}, 1, ${meetingId}, 'Algebra', 'ap', 'mp', '{}', '{}', false,
      now(), 1, now(), 'request')`.execute(db);
  await sql`
    INSERT INTO bbb_deliveries (id, space_id, meeting_id, event_name, url, status, created_at, expires_at)
    VALUES (${id}, ${spaceId}, ${meetingId}, 'end', 'http://127.0.0.1:9/end', 'failed', now(), now())`.execute(
    db,
  );
  return id;
}
