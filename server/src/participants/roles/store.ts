import { type RawBuilder, sql } from 'kysely';
import { after, seconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { leadsByAccount, mayEnterByAccount } from '../../rooms/rooms.ts';
import type { Participant } from '../participant.ts';

/** The current role of a participant `p`: by a link the link's role, by an account its present role in the room. */
export const currentRole = sql<Participant['role']>`
  CASE WHEN p.link_id IS NOT NULL THEN p.role WHEN ${leadsByAccount} THEN 'moderator' ELSE 'user' END`;

/** A participant whose role in the call changed. */
export interface RoleChange {
  participantId: string;
  roomId: string;
  role: Participant['role'];
}

/** The participants whose roles are updated: by id, or all of an account in the rooms of a group. */
export type RoleScope = { ids: string[] } | { spaceId: string; userId: string };

/** Lifetime of a participant's session (decisions.md, section 5): later entries are new participants. */
const sessionHours = 24;

const inRunningCall = sql`EXISTS (
  SELECT FROM visits v JOIN calls c ON c.id = v.call_id AND c.finished_at IS NULL WHERE v.participant_id = p.id)`;

/** Participants in a running call or who may still enter one. Roles in a past call stay as they were. */
const isInScope = (whose: RoleScope): RawBuilder<unknown> =>
  'ids' in whose
    ? sql`p.id = ANY (${whose.ids})`
    : sql`p.user_id = ${whose.userId} AND p.room_id IN (SELECT id FROM rooms WHERE space_id = ${whose.spaceId})
        AND (${inRunningCall} OR p.created_at > ${after(-seconds(sessionHours * 3600))}
          AND NOT EXISTS (SELECT FROM visits v WHERE v.participant_id = p.id))`;

/**
 * Stores the current roles of accounts' participants. Only one of several concurrent updates returns a change.
 * @returns participants whose role changed
 */
export async function updateRoles(db: Db, whose: RoleScope): Promise<RoleChange[]> {
  const { rows } = await sql<RoleChange & { before: string }>`
    WITH these AS (
      SELECT p.id, p.role AS before, ${currentRole} AS role, ${mayEnterByAccount} AS has_part
      FROM participants p
      WHERE p.link_id IS NULL AND (p.user_id IS NOT NULL OR p.role = 'moderator') AND ${isInScope(whose)}
    )
    UPDATE participants p SET role = t.role, by_part = p.by_part OR t.has_part
    FROM these t
    WHERE p.id = t.id AND (p.role <> t.role OR t.has_part AND NOT p.by_part)
    RETURNING p.id AS "participantId", p.room_id AS "roomId", p.role, t.before`.execute(db);
  return rows.filter(({ before, role }) => before !== role).map(({ before: _before, ...change }) => change);
}

/** All participants of this account in the group who are or may still be in a call. */
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

/** Gives the participants of a link who are or may still be in a call its new role. @returns those whose role changed */
export async function updateRolesOfLink(
  trx: Db,
  linkId: string,
  role: Participant['role'],
): Promise<RoleChange[]> {
  const { rows } = await sql<RoleChange>`
    WITH these AS (
      SELECT p.id FROM participants p
      WHERE p.link_id = ${linkId} AND p.role <> ${role}
        AND (${inRunningCall} OR p.created_at > ${after(-seconds(sessionHours * 3600))}
          AND NOT EXISTS (SELECT FROM visits v WHERE v.participant_id = p.id))
      ORDER BY p.id FOR NO KEY UPDATE OF p
    )
    UPDATE participants p SET role = ${role} FROM these t WHERE p.id = t.id
    RETURNING p.id AS "participantId", p.room_id AS "roomId", p.role`.execute(trx);
  return rows;
}
