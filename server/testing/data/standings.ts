import assert from 'node:assert/strict';
import { type OwnDatabase, startOwnDatabase } from '../engines/own-database.ts';

/** A situation, the subject that is asked about, the changes that make the situation, and the expected standing. */
export type StandingCase = [situation: string, subject: string, changes: string, standing: string];

/**
 * A group with a private and a public room, an automatic webinar, accounts with every role, and people in the private
 * room, in whose browsers \x01 to \x04 they came. Ids are names.
 */
const group = `
  INSERT INTO users (id, email, username, password_hash, plan, created_at)
    SELECT name, name || '@example.org', name, '', 'business', now() - interval '1 day'
    FROM unnest('{owner,leader,member,granted,stranger}'::text[]) name;
  INSERT INTO all_spaces (id, name, is_public, owner_id, created_at) VALUES ('group', 'Group', false, 'owner', now());
  INSERT INTO space_members (space_id, user_id, role, created_at)
    VALUES ('group', 'leader', 'moderator', now()), ('group', 'member', 'user', now());
  INSERT INTO rooms (id, space_id, alias, name, type, kind, is_public, flags, waiting_room_audience, join_fields, created_at)
    SELECT id, 'group', id, id, type, kind, is_public, '{"isChatAllowed": true}', 'nobody', '[]', now()
    FROM (VALUES ('private', 'lesson', 'room', false), ('public', 'lesson', 'room', true), ('webinar', 'webinar', 'playback', true))
      r (id, type, kind, is_public);
  INSERT INTO room_roles (room_id, user_id, role, created_at) VALUES ('private', 'granted', 'moderator', now());
  INSERT INTO calls (id, room_id, space_id, plan_alias, room_type, started_at, finished_at) VALUES
    ('past', 'private', 'group', 'business', 'lesson', now() - interval '2 hours', now() - interval '1 hour'),
    ('now', 'private', 'group', 'business', 'lesson', now() - interval '5 minutes', NULL);
  INSERT INTO access_links (id, room_id, username, role, is_permanent, created_at, expires_at)
    VALUES ('link', 'private', 'Lin', 'moderator', false, now(), now() + interval '1 day');
  INSERT INTO participants (id, room_id, link_id, user_id, browser_hash, name, role, origin, created_at) VALUES
    ('lin', 'private', 'link', NULL, '\\x01', 'Lin', 'moderator', '{}', now() - interval '10 minutes'),
    ('guest', 'private', NULL, NULL, '\\x02', 'Guest', 'user', '{}', now() - interval '10 minutes'),
    ('by owner', 'private', NULL, 'owner', '\\x03', 'Owner', 'moderator', '{}', now() - interval '10 minutes'),
    ('by member', 'private', NULL, 'member', '\\x04', 'Member', 'user', '{}', now() - interval '10 minutes'),
    ('viewer', 'webinar', NULL, NULL, '\\x02', 'Viewer', 'user', '{}', now() - interval '10 minutes');
  INSERT INTO playbacks (room_id, timeline_id, readiness_changed_at) VALUES ('webinar', 'timeline', now());
  INSERT INTO playback_events (id, playback_id, name, timezone, created_at) VALUES ('event', 'webinar', 'Event', 'UTC', now());
  INSERT INTO playback_sessions (id, event_id, playback_id, start_date, is_permanent, timezone, created_at)
    VALUES ('session', 'event', 'webinar', now(), false, 'UTC', now());`;

export async function startGroup(): Promise<OwnDatabase> {
  const database = await startOwnDatabase();
  await database.pool.query(group);
  return database;
}

/** Compares the standings in all situations, each of which is undone. `ask` returns one text for a subject. */
export async function assertStandings(
  { pool }: OwnDatabase,
  ask: (subject: string) => string,
  cases: StandingCase[],
): Promise<void> {
  const found: Record<string, string> = {};
  const client = await pool.connect();
  try {
    for (const [situation, subject, changes] of cases) {
      await client.query(`BEGIN; ${changes}`);
      const { rows } = await client.query<{ standing: string }>(ask(subject));
      found[situation] = rows[0]?.standing ?? 'none';
      await client.query('ROLLBACK');
    }
  } finally {
    client.release();
  }
  assert.deepEqual(
    found,
    Object.fromEntries(cases.map(([situation, , , standing]) => [situation, standing])),
  );
}
