import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../src/platform/db/db.ts';
import { newId } from '../../src/platform/ids.ts';

/** The past of a room: its calls, participants and messages. */
export interface Past {
  spaceId: string;
  roomId: string;
  /** Each with a poll. */
  calls: number;
  /** Each with a link, a visit with two media intervals, a chat user and a vote. */
  participants: number;
  /** Each with a row in `chat_events`; every twentieth with a reaction. */
  messages: number;
  /** When the first call started; the next ones follow every `minutes`. */
  from: Date;
  minutes: number;
}

interface Filling extends Past {
  /** The id of row `n` of this past, in the order of `n`. */
  id: (kind: string, n?: string) => RawBuilder<unknown>;
  /** When call number `n` of `calls` started. */
  at: (n: string) => RawBuilder<unknown>;
}

const rows = (count: number) => sql`generate_series(1, ${count}::int) n`;

async function fillCalls(db: Db, { id, at, roomId, spaceId, calls, participants }: Filling): Promise<void> {
  const call = `(n % ${calls} + 1)`;
  await sql`
    INSERT INTO calls (id, room_id, space_id, plan_alias, room_type, started_at, finished_at, most_present)
    SELECT ${id('ca')}, ${roomId}, ${spaceId}, 'business', 'lesson', ${at('n')}, ${at('n')} + interval '20 seconds',
      ${Math.ceil(participants / calls)}
    FROM ${rows(calls)}`.execute(db);
  await sql`
    INSERT INTO access_links (id, room_id, username, role, external_user_id, is_permanent, created_at, expires_at, entered_at)
    SELECT ${id('a1')}, ${roomId}, 'Learner ' || n, 'user', 'learner-' || n, false, ${at(call)}, ${at(call)} + interval '1 hour', ${at(call)}
    FROM ${rows(participants)}`.execute(db);
  await sql`
    INSERT INTO participants (id, room_id, call_id, link_id, browser_hash, name, role, external_user_id, origin, created_at, joined_at)
    SELECT ${id('a2')}, ${roomId}, ${id('ca', call)}, ${id('a1')}, decode(md5('browser' || n), 'hex'), 'Learner ' || n, 'user',
      'learner-' || n, '{}', ${at(call)}, ${at(call)}
    FROM ${rows(participants)}`.execute(db);
  await sql`
    INSERT INTO visits (id, call_id, participant_id, entry_id, engine_sid, entered_at, exited_at)
    SELECT ${id('a3')}, ${id('ca', call)}, ${id('a2')}, ${id('a3')}, ${id('a3')}, ${at(call)}, ${at(call)} + interval '20 seconds'
    FROM ${rows(participants)}`.execute(db);
  await sql`
    INSERT INTO media_intervals (id, visit_id, source, track_sid, started_at, ended_at)
    SELECT ${id('a4', '(n * 2 + k)')}, ${id('a3')}, (ARRAY['microphone', 'camera'])[k], 'TR', ${at(call)}, ${at(call)} + interval '10 seconds'
    FROM ${rows(participants)}, generate_series(1, 2) k`.execute(db);
  await sql`
    INSERT INTO hands (room_id, participant_id, raised_at, lowered_at)
    SELECT ${roomId}, ${id('a2')}, ${at(call)}, ${at(call)} FROM ${rows(participants)} WHERE n % 10 = 0`.execute(
    db,
  );
}

async function fillChat(
  db: Db,
  { id, at, roomId, spaceId, calls, participants, messages }: Filling,
): Promise<void> {
  const call = `(n % ${calls} + 1)`;
  const [channel] = (
    await sql<{ id: string; top: string }>`
      INSERT INTO chat_channels (id, space_id, room_id, epoch, created_at)
      SELECT channel_id, space_id, id, ${newId()}, ${at('1')} FROM rooms WHERE id = ${roomId}
      ON CONFLICT (id) DO UPDATE SET epoch = excluded.epoch RETURNING id, top`.execute(db)
  ).rows;
  if (!channel) throw new Error(`no room ${roomId}`);
  await sql`
    WITH people AS (
      INSERT INTO chat_users (space_id, identity, kind, role, username, display_name, created_at)
      SELECT ${spaceId}, 'link:' || ${id('a1')}, 'participant', 'user', 'Learner ' || n, 'Learner ' || n, ${at(call)}
      FROM ${rows(participants)} RETURNING id, identity, username, created_at
    ), members AS (
      INSERT INTO chat_members (channel_id, user_id, joined_at) SELECT ${channel.id}, id, created_at FROM people
    )
    INSERT INTO chat_user_participants (participant_id, user_id, name)
    SELECT p.id, u.id, u.username FROM people u JOIN participants p ON 'link:' || p.link_id = u.identity`.execute(
    db,
  );
  await sql`
    WITH writers AS MATERIALIZED (
      SELECT user_id, (row_number() OVER (ORDER BY user_id) - 1)::int AS place FROM chat_members WHERE channel_id = ${channel.id}
    ), written AS (
      INSERT INTO chat_messages (channel_id, seq, type, user_id, text, created_at)
      SELECT ${channel.id}, ${channel.top}::bigint + n, 'user', w.user_id, 'What follows from the third line, message ' || n,
        ${at(`(n * ${calls}::bigint / ${messages + 1} + 1)`)}
      FROM ${rows(messages)} JOIN writers w ON w.place = n % ${participants}::int ORDER BY n
      RETURNING id, seq, user_id, text, created_at
    ), reacted AS (
      INSERT INTO chat_reactions (channel_id, message_id, emoji, user_id, created_at)
      SELECT ${channel.id}, id, '👍', user_id, created_at FROM written WHERE seq % 20 = 0
    )
    INSERT INTO chat_events (channel_id, seq, event, payload, message_id, created_at)
    SELECT ${channel.id}, seq, 'message', json_build_object('channelId', ${channel.id}::text, 'message', json_build_object(
      'id', id::text, 'text', text, 'type', 'user', 'userId', user_id::text, 'seq', seq, 'meta', NULL)), id, created_at
    FROM written`.execute(db);
  await sql`UPDATE chat_channels SET top = top + ${messages} WHERE id = ${channel.id}`.execute(db);
}

async function fillPolls(db: Db, { at, roomId, calls }: Filling): Promise<void> {
  await sql`
    WITH channel AS (
      SELECT channel_id AS id FROM rooms WHERE id = ${roomId}
    ), asked AS (
      INSERT INTO chat_polls (channel_id, question, with_answer, is_open_ended, status, created_at, stopped_at)
      SELECT channel.id, 'Clear so far?', false, false, 'done', ${at('n')}, ${at('n')}
      FROM channel, ${rows(calls)} ORDER BY n RETURNING id, created_at
    ), poll AS (
      SELECT id, created_at, row_number() OVER (ORDER BY id) - 1 AS place FROM asked
    ), option AS (
      INSERT INTO chat_poll_options (poll_id, option, valid)
      SELECT id, o, true FROM asked, unnest(ARRAY['yes', 'no']) o RETURNING id, poll_id, option
    ), voter AS (
      SELECT user_id, row_number() OVER (ORDER BY user_id) - 1 AS place FROM chat_members
      WHERE channel_id = (SELECT id FROM channel)
    )
    INSERT INTO chat_poll_votes (poll_id, user_id, option_ids, created_at)
    SELECT poll.id, voter.user_id, ARRAY[option.id], poll.created_at
    FROM voter JOIN poll ON poll.place = voter.place % ${calls}::int
    JOIN option ON option.poll_id = poll.id AND option.option = 'yes'`.execute(db);
}

/** Gives a room a past, which the API cannot create. */
export async function fillPast(db: Db, past: Past): Promise<void> {
  const own = newId().slice(0, 14);
  const filling: Filling = {
    ...past,
    id: (kind, n = 'n') => sql.raw(`'${kind}${own}' || lpad(to_hex(${n}), 8, '0')`),
    at: (n) =>
      sql`(${past.from}::timestamptz + ${sql.raw(n)} * ${past.minutes}::double precision * interval '1 minute')`,
  };
  await fillCalls(db, filling);
  await fillChat(db, filling);
  await fillPolls(db, filling);
}
