import { type RawBuilder, sql } from 'kysely';
import { after, seconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { hasPartByAccount, leadsByAccount } from '../../rooms/rooms.ts';
import type { Participant } from '../participant.ts';

/** Of a participant `p`: by a link the link's; by an account what the account is in the room now. */
export const currentRole = sql<Participant['role']>`
  CASE WHEN p.link_id IS NOT NULL THEN p.role WHEN ${leadsByAccount} THEN 'moderator' ELSE 'user' END`;

/** Somebody whose role in the call is another one than before. */
export interface RoleChange {
  participantId: string;
  roomId: string;
  role: Participant['role'];
}

/** Whose roles are looked at: these participants, or those of an account in the rooms of a group. */
export type RoleScope = { ids: string[] } | { spaceId: string; userId: string };

/** A participant's session lives so long (decisions.md, section 5): who entered earlier comes back as somebody new. */
const sessionHours = 24;

const inRunningCall = sql`EXISTS (
  SELECT FROM visits v JOIN calls c ON c.id = v.call_id AND c.finished_at IS NULL WHERE v.participant_id = p.id)`;

/** Who is in a running call or may still come into one. What somebody was in a call that is over stays as it was. */
const isInScope = (whose: RoleScope): RawBuilder<unknown> =>
  'ids' in whose
    ? sql`p.id = ANY (${whose.ids})`
    : sql`p.user_id = ${whose.userId} AND p.room_id IN (SELECT id FROM rooms WHERE space_id = ${whose.spaceId})
        AND (${inRunningCall} OR p.created_at > ${after(-seconds(sessionHours * 3600))}
          AND NOT EXISTS (SELECT FROM visits v WHERE v.participant_id = p.id))`;

/**
 * Writes down what people are by their accounts now. Of several who do this at the same time one is told of a change.
 * @returns those whose role is another one than before
 */
export async function updateRoles(db: Db, whose: RoleScope): Promise<RoleChange[]> {
  const { rows } = await sql<RoleChange & { before: string }>`
    WITH these AS (
      SELECT p.id, p.role AS before, ${currentRole} AS role, ${hasPartByAccount} AS has_part
      FROM participants p
      WHERE p.link_id IS NULL AND (p.user_id IS NOT NULL OR p.role = 'moderator') AND ${isInScope(whose)}
    )
    UPDATE participants p SET role = t.role, by_part = p.by_part OR t.has_part
    FROM these t
    WHERE p.id = t.id AND (p.role <> t.role OR t.has_part AND NOT p.by_part)
    RETURNING p.id AS "participantId", p.room_id AS "roomId", p.role, t.before`.execute(db);
  return rows.filter(({ before, role }) => before !== role).map(({ before: _before, ...change }) => change);
}

/** Everybody whom this account is or may still be in a call of the group. */
export async function participantsOfAccount(
  db: Db,
  whose: { spaceId: string; userId: string },
): Promise<{ id: string; roomId: string; isPresent: boolean }[]> {
  const { rows } = await sql<{ id: string; roomId: string; isPresent: boolean }>`
    SELECT p.id, p.room_id AS "roomId", EXISTS (
      SELECT FROM visits v JOIN calls c ON c.id = v.call_id AND c.finished_at IS NULL
      WHERE v.participant_id = p.id AND v.exited_at IS NULL
    ) AS "isPresent"
    FROM participants p
    WHERE p.user_id = ${whose.userId} AND p.room_id IN (SELECT id FROM rooms WHERE space_id = ${whose.spaceId})
      AND (${inRunningCall} OR p.created_at > ${after(-seconds(sessionHours * 3600))})
    ORDER BY p.id`.execute(db);
  return rows;
}
