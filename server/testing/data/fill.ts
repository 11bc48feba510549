import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/db.ts';

/** How many rows of each kind one account gets. */
export interface Amounts {
  spaces: number;
  /** In one group. */
  rooms: number;
  /** In one room, half of them used; the same number again is spread over the other rooms. */
  links: number;
  /** Past participants of one room, spread over its calls; those of the last call are present until a server checks. */
  participants: number;
  /** The same number again waits for admission. */
  present: number;
  calls: number;
  members: number;
  invites: number;
  roles: number;
  sessions: number;
  /** In one room, one for each call, with two voices; the same number again is spread over the other rooms. */
  records?: number;
}

export interface Filled {
  spaceId: string;
  roomId: string;
  /** A day on which calls took place. */
  date: string;
}

/** The id of row `n`, in the order of `n`. `kind` separates the ids of the tables from each other and from real ones. */
const id = (kind: number, n = 'n') => sql.raw(`'${kind.toString(16)}f' || lpad(to_hex(${n}), 22, '0')`);

const rows = (count: number) => sql`generate_series(1, ${count}::int) n`;

interface Filling {
  ownerId: string;
  amounts: Amounts;
  at: Filled;
}

async function fillPeople(db: Db, { ownerId, amounts: { members, sessions } }: Filling): Promise<void> {
  await sql`
    INSERT INTO users (id, email, username, password_hash, plan, created_by_client_of, created_at)
    SELECT ${id(1)}, 'person' || n || '@example.org', 'Person ' || n, 'none', 'business', ${ownerId}, now()
    FROM ${rows(members)}`.execute(db);
  await sql`
    INSERT INTO token_families (id, kind, user_id, created_at, is_browser, user_agent, ip, last_used_at)
    SELECT ${id(2)}, 'user', ${ownerId}, now(), true, 'A browser', '192.0.2.1', now() FROM ${rows(sessions)}`.execute(
    db,
  );
  await sql`
    INSERT INTO refresh_tokens (token_hash, family_id, expires_at)
    SELECT decode(md5('refresh' || n), 'hex'), ${id(2)}, now() + interval '20 days' FROM ${rows(sessions)}`.execute(
    db,
  );
}

async function fillSpace(db: Db, { ownerId, amounts, at: { spaceId } }: Filling): Promise<void> {
  await sql`
    INSERT INTO spaces (id, name, is_public, owner_id, created_at)
    SELECT ${id(3)}, 'Group ' || n, false, CASE WHEN n % 2 = 0 THEN ${ownerId} ELSE ${id(1, '1')} END, now()
    FROM ${rows(amounts.spaces)}`.execute(db);
  await sql`
    INSERT INTO space_members (space_id, user_id, role, created_at)
    SELECT ${id(3)}, ${ownerId}, 'user', now() FROM ${rows(amounts.spaces)} WHERE n % 2 = 1`.execute(db);
  await sql`
    INSERT INTO space_members (space_id, user_id, role, created_at)
    SELECT ${spaceId}, ${id(1)}, CASE WHEN n % 10 = 0 THEN 'moderator' ELSE 'user' END, now()
    FROM ${rows(amounts.members)}`.execute(db);
  await sql`
    INSERT INTO invites (id, space_id, role, created_by, created_at, expires_at, used_at, used_by)
    SELECT ${id(4)}, ${spaceId}, 'user', ${ownerId}, now(), now() + interval '30 days',
      CASE WHEN n % 2 = 0 THEN now() END, CASE WHEN n % 2 = 0 THEN ${id(1, '1')} END
    FROM ${rows(amounts.invites)}`.execute(db);
}

async function fillRooms(db: Db, { ownerId, amounts, at }: Filling): Promise<void> {
  await sql`
    INSERT INTO rooms (id, space_id, alias, name, type, is_public, flags, waiting_room_audience, join_fields, created_by, created_at)
    SELECT ${id(5)}, space_id, lpad(n::text, 10, '0'), 'Lesson ' || n, type, n % 3 = 0, flags, waiting_room_audience,
      join_fields, created_by, now()
    FROM rooms, ${rows(amounts.rooms)} WHERE id = ${at.roomId}`.execute(db);
  await sql`
    INSERT INTO room_roles (room_id, user_id, role, created_at)
    SELECT ${id(5)}, ${ownerId}, 'owner', now() FROM ${rows(amounts.rooms)}`.execute(db);
  await sql`
    INSERT INTO room_roles (room_id, user_id, role, created_at)
    SELECT ${at.roomId}, ${id(1)}, 'user', now() FROM ${rows(amounts.roles)}`.execute(db);
  const link = sql`id, room_id, username, role, external_user_id, is_permanent, created_by, created_at, expires_at`;
  await sql`
    INSERT INTO access_links (${link}, entered_at)
    SELECT ${id(6)}, ${at.roomId}, 'Learner ' || n, 'user', 'learner-' || n, false, ${ownerId}, now(),
      now() + CASE WHEN n % 4 = 0 THEN interval '-1 day' ELSE interval '1 day' END,
      CASE WHEN n <= ${amounts.links / 2} THEN now() END
    FROM ${rows(amounts.links)}`.execute(db);
  await sql`
    INSERT INTO access_links (${link})
    SELECT ${id(7)}, ${id(5, `n % ${amounts.rooms} + 1`)}, 'Learner ' || n, 'user', 'learner-' || n, true, ${ownerId}, now(),
      now() + interval '1 day'
    FROM ${rows(amounts.links)}`.execute(db);
}

async function fillCalls(db: Db, { amounts, at }: Filling): Promise<void> {
  const { calls, participants, present } = amounts;
  const columns = sql`id, room_id, space_id, plan_alias, room_type, started_at, finished_at, most_present`;
  // Each of the other rooms had one call.
  await sql`
    INSERT INTO calls (${columns})
    SELECT ${id(11)}, ${id(5)}, ${at.spaceId}, 'business', 'lesson', ${at.date}::timestamptz,
      ${at.date}::timestamptz + interval '1 hour', 10
    FROM ${rows(amounts.rooms)}`.execute(db);
  // The last call is running; the others took place earlier, ten a day.
  await sql`
    INSERT INTO calls (${columns})
    SELECT ${id(8)}, ${at.roomId}, ${at.spaceId}, 'business', 'lesson',
      CASE WHEN n = ${calls} THEN now() ELSE ${at.date}::timestamptz + n * interval '144 minutes' END,
      CASE WHEN n < ${calls} THEN ${at.date}::timestamptz + n * interval '144 minutes' + interval '1 hour' END, 10
    FROM ${rows(calls)}`.execute(db);
  const call = id(8, `CASE WHEN n <= ${present} THEN ${calls} ELSE n % ${calls - 1} + 1 END`);
  await sql`
    INSERT INTO participants (id, room_id, call_id, link_id, browser_hash, name, role, origin, created_at, joined_at, admission, seen_at)
    SELECT ${id(9)}, ${at.roomId}, ${call}, ${id(6, `n % ${amounts.links / 2} + 1`)}, decode(md5('browser' || n), 'hex'),
      'Learner ' || n, 'user', '{}', now(), now(), CASE WHEN n > ${participants - present} THEN 'waiting' ELSE 'admitted' END,
      CASE WHEN n > ${participants - present} THEN now() + interval '1 day' END
    FROM ${rows(participants)}`.execute(db);
  await sql`
    INSERT INTO visits (id, call_id, participant_id, entry_id, engine_sid, entered_at, exited_at)
    SELECT ${id(10)}, ${call}, ${id(9)}, ${id(10)}, 'PA_' || n, now(), CASE WHEN n > ${present} THEN now() END
    FROM ${rows(participants)}`.execute(db);
}

async function fillRecords(db: Db, { amounts, at }: Filling): Promise<void> {
  const { calls, rooms, participants, records = 0 } = amounts;
  const columns = sql`id, space_id, room_id, call_id, name, layout, state, max_seconds, started_by_participant,
    created_at, started_at, finished_at, files, node_id, deleted_at`;
  const rest = sql`'Lesson ' || n, 'speaker', 'finished', 3600, ${id(9, `n % ${participants} + 1`)},
    ${at.date}::timestamptz + n * interval '1 minute', now(), now(), '{"video": "a"}', ${id(15, 'n % 3')},
    CASE WHEN n % 50 = 0 THEN now() END`;
  await sql`
    INSERT INTO records (${columns})
    SELECT ${id(12)}, ${at.spaceId}, ${at.roomId}, ${id(8, `n % ${calls} + 1`)}, ${rest} FROM ${rows(records)}`.execute(
    db,
  );
  const room = id(5, `n % ${rooms} + 1`);
  await sql`
    INSERT INTO records (${columns})
    SELECT ${id(13)}, ${at.spaceId}, ${room}, ${id(11, `n % ${rooms} + 1`)}, ${rest} FROM ${rows(records)}`.execute(
    db,
  );
  await sql`
    INSERT INTO record_voices (record_id, number, participant_id, name, offset_seconds, duration, bytes, key)
    SELECT ${id(12)}, k, ${id(9, `(n + k) % ${participants} + 1`)}, 'Learner', 0, 60, 1000, 'a'
    FROM ${rows(records)}, generate_series(1, 2) k`.execute(db);
}

/** Fills one room of one group with rows of every kind, directly in the database. */
export async function fill(
  db: Db,
  { ownerId, at, amounts }: { ownerId: string; at: { spaceId: string; roomId: string }; amounts: Amounts },
): Promise<Filled> {
  const filled = { spaceId: at.spaceId, roomId: at.roomId, date: '2026-01-15T00:00:00Z' };
  const filling = { ownerId, amounts, at: filled };
  await fillPeople(db, filling);
  await fillSpace(db, filling);
  await fillRooms(db, filling);
  await fillCalls(db, filling);
  await fillRecords(db, filling);
  await sql`VACUUM ANALYZE`.execute(db);
  return filled;
}
