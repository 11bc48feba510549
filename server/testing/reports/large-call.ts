import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/db.ts';
import { newId } from '../../src/platform/ids.ts';

/**
 * Inserts a finished call of an hour: everybody comes four times for 13 minutes, with ten intervals of microphone,
 * camera and screen in these visits.
 * @returns the id of the call
 */
export async function insertLargeCall(
  db: Db,
  { spaceId, roomId, people }: { spaceId: string; roomId: string; people: number },
): Promise<string> {
  const callId = newId();
  const [start, end] = [new Date('2026-03-01T10:00:00Z'), new Date('2026-03-01T11:00:00Z')];
  await sql`
    INSERT INTO calls (id, room_id, space_id, plan_alias, room_type, started_at, empty_since, finished_at)
    VALUES (${callId}, ${roomId}, ${spaceId}, 'business', 'lesson', ${start}, ${end}, ${end})`.execute(db);
  await sql`
    INSERT INTO participants (id, room_id, call_id, browser_hash, name, role, external_user_id, origin, created_at)
    SELECT substr(md5(${callId} || n), 1, 24), ${roomId}, ${callId}, decode(md5(${callId} || n), 'hex'), 'Person ' || n,
      'user', 'lms-' || n, '{"ip": "192.0.2.7", "referer": "https://school.example.org/algebra"}', ${start}
    FROM generate_series(0, ${people}::int - 1) n`.execute(db);
  await sql`
    INSERT INTO visits (id, call_id, participant_id, entry_id, engine_sid, entered_at, exited_at)
    SELECT ${callId} || 'v' || n, ${callId}, substr(md5(${callId} || n / 4), 1, 24), ${callId} || n, ${callId} || n,
      ${start}::timestamptz + (n % 4) * interval '15 minutes',
      ${start}::timestamptz + (n % 4) * interval '15 minutes' + interval '13 minutes'
    FROM generate_series(0, 4 * ${people}::int - 1) n`.execute(db);
  await sql`
    INSERT INTO media_intervals (id, visit_id, source, track_sid, started_at, ended_at)
    SELECT ${callId} || 'i' || n, v.id, (ARRAY['microphone', 'camera', 'screen'])[n % 3 + 1], 'track',
      v.entered_at + (n / 40) % 10 * interval '1 minute', v.entered_at + ((n / 40) % 10 + 1) * interval '1 minute'
    FROM generate_series(0, 10 * ${people}::int - 1) n
    JOIN visits v ON v.id = ${callId} || 'v' || n % (4 * ${people}::int)`.execute(db);
  await sql`ANALYZE calls, participants, visits, media_intervals`.execute(db);
  return callId;
}
