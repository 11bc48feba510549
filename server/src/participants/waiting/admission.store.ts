import { type RawBuilder, sql } from 'kysely';
import { after, now, seconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { currentRole } from '../roles/store.ts';

/** A page that waits asks more often than this. After this time moderators no longer see its participant. */
export const silentAfterMs = seconds(30);

/** Whether the call of a decision about participant `of` is over. A decision is valid until its call ends. */
const isCallOver = (of: RawBuilder<unknown>) => sql`
  EXISTS (SELECT FROM calls dc WHERE dc.room_id = ${of}.room_id AND dc.finished_at > ${of}.decided_at)`;

const isAdmissionOver = sql`(p.admission = 'admitted' AND p.decided_at IS NOT NULL AND ${isCallOver(sql`p`)})`;

/** The current admission of a participant `p`: one to a call that is over counts as waiting. */
export const currentAdmission = sql<'admitted' | 'waiting' | 'refused'>`
  CASE WHEN ${isAdmissionOver} THEN 'waiting' ELSE p.admission END`;

/** Whether a moderator refused participant `of` in the running call, or before the next one. */
export const isRefused = (of: RawBuilder<unknown>) => sql`
  (${of}.admission = 'refused' AND NOT ${isCallOver(of)})`;

const isInCall = sql`EXISTS (
  SELECT FROM visits v JOIN calls vc ON vc.id = v.call_id AND vc.finished_at IS NULL WHERE v.participant_id = p.id)`;

/** An admitted participant stays admitted for that call, whatever settings of the room change. */
const staysAdmitted = sql`(p.admission = 'admitted' AND (${isInCall} OR p.decided_at IS NOT NULL AND NOT ${isCallOver(sql`p`)}))`;

/** An account's role in the group or the room; an ordinary member of the group has one in its public rooms. */
const hasRoleByAccount = sql`EXISTS (SELECT FROM roles_in_room(p.room_id, p.user_id))`;

/** Whether the room `r` wants a participant `p` to wait. */
const hasToWait = sql`(${currentRole} = 'user' AND CASE r.waiting_room_audience
  WHEN 'everyone' THEN true WHEN 'guests' THEN NOT ${hasRoleByAccount} ELSE false END)`;

/**
 * Updates whether a participant has to wait by the room's current settings, and stores that their page asked. Refused
 * and removed participants stay so.
 */
export async function updateAdmission(db: Db, id: string): Promise<void> {
  await sql`${prepared}
    UPDATE participants p SET
      admission = CASE WHEN ${hasToWait} AND NOT ${staysAdmitted} THEN 'waiting' ELSE 'admitted' END,
      decided_at = CASE WHEN ${staysAdmitted} THEN p.decided_at END,
      seen_at = ${now()}
    FROM rooms r
    WHERE p.id = ${id} AND r.id = p.room_id AND p.removed_at IS NULL AND p.admission <> 'refused'
      AND (r.waiting_room_audience <> 'nobody' OR p.admission <> 'admitted' OR p.decided_at IS NOT NULL)
  `.execute(db);
}

export interface AdmissionUpdate {
  id: string;
  before: 'admitted' | 'waiting';
  admission: 'admitted' | 'waiting';
}

/** Lifetime of a participant's session (decisions.md, section 5); earlier entries are updated when they return. */
const sessionHours = 24;

/** All participants of a room, or of one account in the rooms of a group. */
export type AdmissionScope = { roomId: string } | { spaceId: string; userId: string };

const isInScope = (whose: AdmissionScope) =>
  'roomId' in whose
    ? sql`p.room_id = ${whose.roomId}`
    : sql`p.user_id = ${whose.userId} AND r.space_id = ${whose.spaceId}`;

/**
 * Updates admissions after the room's requirements changed: people who need not wait any more are admitted, people in
 * the call stay, all others have to wait as if they entered now.
 * @returns those whose admission changed
 */
export async function updateAdmissions(trx: Db, whose: AdmissionScope): Promise<AdmissionUpdate[]> {
  const { rows } = await sql<AdmissionUpdate>`
    WITH these AS (
      SELECT p.id, p.admission AS before, ${hasToWait} AS has_to_wait, ${staysAdmitted} AS holds
      FROM participants p
      JOIN rooms r ON r.id = p.room_id
      WHERE ${isInScope(whose)} AND p.created_at > ${after(-seconds(sessionHours * 3600))}
        AND p.removed_at IS NULL AND p.admission <> 'refused'
      ORDER BY p.id
      FOR NO KEY UPDATE OF p
    )
    UPDATE participants p SET
      admission = CASE WHEN t.has_to_wait AND NOT t.holds THEN 'waiting' ELSE 'admitted' END,
      decided_at = CASE WHEN t.has_to_wait AND t.holds THEN coalesce(p.decided_at, ${now()}) END
    FROM these t
    WHERE p.id = t.id AND CASE WHEN t.has_to_wait THEN t.before = 'admitted' AND (p.decided_at IS NULL OR NOT t.holds)
      ELSE t.before = 'waiting' OR p.decided_at IS NOT NULL END
    RETURNING p.id, t.before, p.admission`.execute(trx);
  return rows;
}

/** @returns false if the participant does not wait, so that this decision had no effect */
export async function saveDecision(trx: Db, id: string, decision: 'admitted' | 'refused'): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE participants p SET admission = ${decision}, decided_at = ${now()}
    WHERE p.id = ${id} AND p.removed_at IS NULL AND (p.admission = 'waiting' OR ${isAdmissionOver})`.execute(
    trx,
  );
  return numAffectedRows === 1n;
}

/** Whether a participant `p` waits and their page is open. */
export const isWaiting = (roomId: string) => sql`
  p.room_id = ${roomId} AND p.admission = 'waiting' AND p.seen_at > ${after(-silentAfterMs)}
  AND p.removed_at IS NULL AND NOT EXISTS (
    SELECT FROM access_links kl WHERE kl.id = p.link_id AND kl.revoked_at IS NOT NULL)`;

/** Admits everybody who waits. Concurrent calls admit each person once. @returns the ids admitted by this call */
export async function admitAllWaiting(trx: Db, roomId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH waiting_now AS (
      SELECT p.id FROM participants p WHERE ${isWaiting(roomId)} ORDER BY p.id FOR NO KEY UPDATE
    )
    UPDATE participants p SET admission = 'admitted', decided_at = ${now()}
    FROM waiting_now k WHERE p.id = k.id
    RETURNING p.id`.execute(trx);
  return rows.map(({ id }) => id);
}

export async function countWaiting(db: Db, roomId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM participants p WHERE ${isWaiting(roomId)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Ends the waiting of participants who came by revoked links. @returns their ids */
export async function endWaitingByLinks(db: Db, linkIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE participants SET removed_at = ${now()}
    WHERE link_id = ANY (${linkIds}) AND admission = 'waiting' AND removed_at IS NULL
    RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Rooms with a waiting participant whose page last asked between these moments. */
export async function findRoomsWithSilentPages(db: Db, from: Date, to: Date): Promise<string[]> {
  const { rows } = await sql<{ roomId: string }>`
    SELECT DISTINCT room_id AS "roomId" FROM participants
    WHERE admission = 'waiting' AND removed_at IS NULL AND seen_at > ${from} AND seen_at <= ${to}`.execute(
    db,
  );
  return rows.map(({ roomId }) => roomId);
}
