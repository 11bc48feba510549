import { type RawBuilder, sql } from 'kysely';
import { now } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import type { ChatUser } from './channel.ts';

const users = (rest: RawBuilder<unknown>) => sql<ChatUser>`
  SELECT u.id, u.space_id AS "spaceId", u.kind, u.role, u.username, u.display_name AS "displayName",
    u.avatar_url AS "avatarUrl", u.lang
  FROM chat_users u
  ${rest}`;

export async function userById(db: Db, id: string): Promise<ChatUser | undefined> {
  const { rows } = await users(sql`WHERE u.id = ${id}`).execute(db);
  return rows[0];
}

/** Whom a participant is in the chat; undefined before they were there, or when they entered under another name. */
export async function userOfParticipant(db: Db, participantId: string): Promise<ChatUser | undefined> {
  const { rows } = await users(sql`
    JOIN chat_user_participants up ON up.user_id = u.id
    JOIN participants p ON p.id = up.participant_id AND p.name = up.name
    WHERE up.participant_id = ${participantId}`).execute(db);
  return rows[0];
}

/**
 * Makes the participant somebody in the chat, or finds whom they are already: an account is one person, a link of
 * one's own too, and where many come by the same way, each browser.
 * @returns undefined where there is no such participant
 */
export async function settleParticipant(trx: Db, participantId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    WITH person AS (
      SELECT p.name, r.space_id,
        CASE
          WHEN p.user_id IS NOT NULL THEN 'account:' || p.user_id
          WHEN l.id IS NOT NULL AND NOT l.is_permanent THEN 'link:' || l.id
          ELSE 'browser:' || coalesce(l.id, '') || ':' || encode(p.browser_hash, 'hex')
        END AS identity
      FROM participants p
      JOIN rooms r ON r.id = p.room_id
      LEFT JOIN access_links l ON l.id = p.link_id
      WHERE p.id = ${participantId}
    ), settled AS (
      INSERT INTO chat_users (space_id, identity, kind, role, username, display_name, created_at)
      SELECT space_id, identity, 'participant', 'user', name, name, ${now()} FROM person
      ON CONFLICT (space_id, identity) DO UPDATE SET
        username = excluded.username, display_name = excluded.display_name
      RETURNING id
    )
    INSERT INTO chat_user_participants (participant_id, user_id, name)
    SELECT ${participantId}, settled.id, person.name FROM settled, person
    ON CONFLICT (participant_id) DO UPDATE SET name = excluded.name
    RETURNING user_id AS id`.execute(trx);
  return rows[0]?.id;
}

/** A person as others see them. */
export interface SeenUser {
  id: string;
  role: 'user' | 'moderator';
  username: string;
  displayName: string;
  avatarUrl: string | null;
  lang: string | null;
  /** As whom they last entered a room. */
  participantId: string | null;
}

/** People, each with what they were when they last entered a room. */
const seen = (rest: RawBuilder<unknown>) => sql<SeenUser>`
  SELECT u.id, CASE WHEN last.role = 'moderator' THEN last.role ELSE u.role END AS role, u.username,
    u.display_name AS "displayName", u.avatar_url AS "avatarUrl", u.lang, last.id AS "participantId"
  FROM chat_users u
  LEFT JOIN LATERAL (
    SELECT p.id, p.role FROM chat_user_participants up JOIN participants p ON p.id = up.participant_id
    WHERE up.user_id = u.id ORDER BY p.id DESC LIMIT 1
  ) last ON true
  ${rest}`;

export async function usersByIds(db: Db, ids: readonly string[]): Promise<SeenUser[]> {
  const { rows } = await seen(sql`WHERE u.id = ANY (${ids}::bigint[])`).execute(db);
  return rows;
}
