import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { arrayOf, prepared } from '../../platform/db/prepared.ts';
import { countChanged, execute, selectAll, selectValue } from '../../platform/db/rows.ts';
import { type Participant, sessionsSince } from '../participant.ts';

/** A participant whose role in the call changed. */
export interface RoleChange {
  participantId: string;
  roomId: string;
  role: Participant['role'];
}

/** The participants whose roles are updated: by id, or all of an account in the rooms of a group. */
export type RoleScope = { ids: string[] } | { spaceId: string; userId: string };

/** A participant `p` has a session with which they have not been in a call. */
const maySoonEnter = () => sql`
  p.created_at > ${sessionsSince()} AND NOT EXISTS (SELECT FROM visits v WHERE v.participant_id = p.id)`;

/**
 * Participants `p` with the standing `s` in a running call, or who may still enter one. Roles in a past call stay as they
 * were.
 */
const isInScope = (whose: RoleScope): RawBuilder<unknown> =>
  'ids' in whose
    ? sql`p.id = ANY (${arrayOf(whose.ids, 'text')})`
    : sql`p.user_id = ${whose.userId} AND p.room_id IN (SELECT id FROM rooms WHERE space_id = ${whose.spaceId})
        AND (s.is_in_call OR ${maySoonEnter()})`;

/**
 * Stores the current roles of accounts' participants. Only one of several concurrent updates returns a change. A changed
 * role of the account ends one that a moderator gave in the call.
 * @returns participants whose role changed
 */
export async function updateRoles(db: Db, whose: RoleScope): Promise<RoleChange[]> {
  const keepsGiven = 'ids' in whose;
  const rows = await selectAll<RoleChange & { before: string }>(db)`${prepared}
    WITH these AS (
      SELECT p.id, p.role AS before, CASE WHEN ${keepsGiven} THEN s.role WHEN s.leads THEN 'moderator' ELSE 'user' END AS role,
        CASE WHEN ${keepsGiven} THEN p.role_before END AS role_before, s.may_enter_when_private AS has_part
      FROM participants p CROSS JOIN LATERAL standing_of(p) s
      WHERE p.link_id IS NULL AND (p.user_id IS NOT NULL OR p.role = 'moderator') AND ${isInScope(whose)}
    )
    UPDATE participants p SET role = t.role, role_before = t.role_before, by_part = p.by_part OR t.has_part
    FROM these t
    WHERE p.id = t.id AND (
      p.role <> t.role OR p.role_before IS DISTINCT FROM t.role_before OR t.has_part AND NOT p.by_part
    )
    RETURNING p.id AS "participantId", p.room_id AS "roomId", p.role, t.before`;
  return rows.filter(({ before, role }) => before !== role).map(({ before: _before, ...change }) => change);
}

/** All participants of this account in the group who are or may still be in a call. */
export const participantsOfAccount = (db: Db, whose: { spaceId: string; userId: string }) =>
  selectAll<{ id: string; roomId: string }>(db)`
    SELECT p.id, p.room_id AS "roomId" FROM participants p CROSS JOIN LATERAL standing_of(p) s
    WHERE p.user_id = ${whose.userId} AND p.room_id IN (SELECT id FROM rooms WHERE space_id = ${whose.spaceId})
      AND (s.is_in_call OR p.created_at > ${sessionsSince()})
    ORDER BY p.id`;

/** Gives the participants of a link who are or may still be in a call its new role. @returns those whose role changed */
export const updateRolesOfLink = (trx: Db, linkId: string, role: Participant['role']) =>
  selectAll<RoleChange>(trx)`
    WITH these AS (
      SELECT p.id FROM participants p CROSS JOIN LATERAL standing_of(p) s
      WHERE p.link_id = ${linkId} AND (p.role <> ${role} OR p.role_before IS NOT NULL)
        AND (s.is_in_call OR ${maySoonEnter()})
      ORDER BY p.id FOR NO KEY UPDATE OF p
    )
    UPDATE participants p SET role = ${role}, role_before = NULL FROM these t WHERE p.id = t.id
    RETURNING p.id AS "participantId", p.room_id AS "roomId", p.role`;

/**
 * Gives a participant a role until the end of the call. Their own role again: nothing is given any more.
 * @returns false if they have that role
 */
export const giveRole = async (trx: Db, id: string, role: Participant['role']) =>
  (await countChanged(trx)`
    UPDATE participants SET role = ${role},
      role_before = CASE WHEN role_before IS NULL THEN role WHEN role_before <> ${role} THEN role_before END
    WHERE id = ${id} AND role <> ${role}`) > 0;

/** Ends the roles that moderators gave in this call. */
export const endGivenRoles = (trx: Db, { id: callId }: { id: string }) => execute(trx)`
    UPDATE participants SET role = role_before, role_before = NULL
    WHERE role_before IS NOT NULL AND id IN (SELECT participant_id FROM visits WHERE call_id = ${callId})`;

/** Whether the account of a participant leads the room. */
export const isLeaderByAccount = async (db: Db, id: string) =>
  (await selectValue<boolean>(db)`
    SELECT s.leads FROM participants p CROSS JOIN LATERAL standing_of(p) s WHERE p.id = ${id} AND p.link_id IS NULL`) ??
  false;

/** Gives a participant another name, which their own client does not change by entering again. */
export const giveName = (trx: Db, id: string, name: string) =>
  execute(trx)`UPDATE participants SET name = ${name}, is_name_given = true WHERE id = ${id}`;
