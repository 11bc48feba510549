import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/db.ts';

const id = (kind: string) => sql.raw(`'${kind}' || lpad(to_hex(n), 22, '0')`);

/** Gives a group copies of one of its rooms, each with a link, a past call with a person and two messages. */
export async function fillRooms(
  db: Db,
  { spaceId, roomId, rooms }: { spaceId: string; roomId: string; rooms: number },
): Promise<void> {
  const everyRoom = sql`generate_series(1, ${rooms}::int) n`;
  const at = sql`now() - interval '1 day'`;
  await sql`
    INSERT INTO rooms (id, space_id, alias, name, type, is_public, flags, waiting_room_audience, join_fields, created_at)
    SELECT ${id('b1')}, space_id, 'b' || lpad(n::text, 9, '0'), 'Lesson ' || n, type, true, flags,
      waiting_room_audience, join_fields, now()
    FROM rooms, ${everyRoom} WHERE id = ${roomId}`.execute(db);
  await sql`
    INSERT INTO access_links (id, room_id, username, role, is_permanent, created_at, expires_at)
    SELECT ${id('b2')}, ${id('b1')}, 'Learner', 'user', false, ${at}, now() + interval '1 day' FROM ${everyRoom}`.execute(
    db,
  );
  await sql`
    INSERT INTO calls (id, room_id, space_id, plan_alias, room_type, started_at, finished_at, most_present)
    SELECT ${id('b3')}, ${id('b1')}, ${spaceId}, 'business', 'lesson', ${at}, ${at}, 1 FROM ${everyRoom}`.execute(
    db,
  );
  await sql`
    INSERT INTO participants (id, room_id, call_id, link_id, browser_hash, name, role, origin, created_at)
    SELECT ${id('b4')}, ${id('b1')}, ${id('b3')}, ${id('b2')}, decode(md5(n::text), 'hex'), 'Learner', 'user', '{}', now()
    FROM ${everyRoom}`.execute(db);
  await sql`
    INSERT INTO visits (id, call_id, participant_id, entry_id, engine_sid, entered_at, exited_at)
    SELECT ${id('b5')}, ${id('b3')}, ${id('b4')}, ${id('b5')}, ${id('b5')}, ${at}, ${at} FROM ${everyRoom}`.execute(
    db,
  );
  await sql`
    INSERT INTO chat_users (space_id, identity, kind, role, username, display_name, created_at)
    SELECT ${spaceId}, 'link:' || ${id('b2')}, 'participant', 'user', 'Learner', 'Learner', now() FROM ${everyRoom}`.execute(
    db,
  );
  await sql`
    INSERT INTO chat_user_participants (participant_id, user_id, name)
    SELECT 'b4' || substr(identity, 8), id, 'Learner' FROM chat_users
    WHERE space_id = ${spaceId} AND identity LIKE 'link:b2%'`.execute(db);
  await sql`
    INSERT INTO chat_channels (id, space_id, room_id, epoch, created_at)
    SELECT channel_id, space_id, id, 'e', now() FROM rooms WHERE space_id = ${spaceId} ON CONFLICT DO NOTHING`.execute(
    db,
  );
  await sql`
    INSERT INTO chat_messages (channel_id, seq, type, text, created_at)
    SELECT channel_id, n, 'user', 'Hello', now() FROM rooms, generate_series(1, 2) n
    WHERE space_id = ${spaceId}`.execute(db);
}
