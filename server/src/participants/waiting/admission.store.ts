import { type RawBuilder, sql } from 'kysely';
import { after, now, seconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { currentRole } from '../roles/store.ts';

/** The page of somebody who waits asks more often than this; one that was closed is not shown to moderators for longer. */
export const silentAfterMs = seconds(30);

/** Of a participant `of`: is the call over for which a moderator decided? The word holds to the end of that call. */
const isCallOver = (of: RawBuilder<unknown>) => sql`
  EXISTS (SELECT FROM calls dc WHERE dc.room_id = ${of}.room_id AND dc.finished_at > ${of}.decided_at)`;

const isAdmissionOver = sql`(p.admission = 'admitted' AND p.decided_at IS NOT NULL AND ${isCallOver(sql`p`)})`;

/** Of a participant `p`, as things stand: who was let into a call that is over since waits again. */
export const currentAdmission = sql<'admitted' | 'waiting' | 'refused'>`
  CASE WHEN ${isAdmissionOver} THEN 'waiting' ELSE p.admission END`;

/** Of a participant `of`: did a moderator refuse them in the call that runs, or before the next one? */
export const isRefused = (of: RawBuilder<unknown>) => sql`
  (${of}.admission = 'refused' AND NOT ${isCallOver(of)})`;

const isInCall = sql`EXISTS (
  SELECT FROM visits v JOIN calls vc ON vc.id = v.call_id AND vc.finished_at IS NULL WHERE v.participant_id = p.id)`;

/** Once let into a call somebody stays let in for that call, whatever becomes of the room's settings. */
const staysAdmitted = sql`(p.admission = 'admitted' AND (${isInCall} OR p.decided_at IS NOT NULL AND NOT ${isCallOver(sql`p`)}))`;

/** A part in the group or the room by an account; an ordinary member of the group has one in its public rooms. */
const hasPart = sql`EXISTS (SELECT FROM roles_in_room(p.room_id, p.user_id))`;

/** Of a participant `p` of the room `r`: does the room want them to wait? */
const hasToWait = sql`(${currentRole} = 'user' AND CASE r.waiting_room_audience
  WHEN 'everyone' THEN true WHEN 'guests' THEN NOT ${hasPart} ELSE false END)`;

/**
 * Makes a participant wait, or not, by what the room asks of them now; notes that they were heard of. Who was refused or
 * put out stays so.
 */
export async function updateAdmission(db: Db, id: string): Promise<void> {
  await sql`
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

/** A participant's session lives so long (decisions.md, section 5); who entered earlier is settled when they come back. */
const sessionHours = 24;

/** Everybody of a room, or one account in all the rooms of a group. */
export type AdmissionScope = { roomId: string } | { spaceId: string; userId: string };

const isInScope = (whose: AdmissionScope) =>
  'roomId' in whose
    ? sql`p.room_id = ${whose.roomId}`
    : sql`p.user_id = ${whose.userId} AND r.space_id = ${whose.spaceId}`;

/**
 * What a room asks of these people has changed: who need not wait any more is let in; who is in the call stays for this call; who
 * is not in it has to wait as if they came now.
 * @returns those whose state was written anew
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

/** @returns whether this word decided: false for who does not wait */
export async function saveDecision(trx: Db, id: string, decision: 'admitted' | 'refused'): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE participants p SET admission = ${decision}, decided_at = ${now()}
    WHERE p.id = ${id} AND p.removed_at IS NULL AND (p.admission = 'waiting' OR ${isAdmissionOver})`.execute(
    trx,
  );
  return numAffectedRows === 1n;
}

/** Of a participant `p`: they wait, and their page is still there. */
export const isWaiting = (roomId: string) => sql`
  p.room_id = ${roomId} AND p.admission = 'waiting' AND p.seen_at > ${after(-silentAfterMs)}
  AND p.removed_at IS NULL AND NOT EXISTS (
    SELECT FROM access_links kl WHERE kl.id = p.link_id AND kl.revoked_at IS NOT NULL)`;

/** Lets in all who wait; of two at once each person is let in by one. @returns whom this word let in */
export async function admitAllWaiting(trx: Db, roomId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH knocking AS (
      SELECT p.id FROM participants p WHERE ${isWaiting(roomId)} ORDER BY p.id FOR NO KEY UPDATE
    )
    UPDATE participants p SET admission = 'admitted', decided_at = ${now()}
    FROM knocking k WHERE p.id = k.id
    RETURNING p.id`.execute(trx);
  return rows.map(({ id }) => id);
}

export async function countWaiting(db: Db, roomId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM participants p WHERE ${isWaiting(roomId)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The links were revoked: nobody waits by them any more. @returns who waited */
export async function endWaitingByLinks(db: Db, linkIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE participants SET removed_at = ${now()}
    WHERE link_id = ANY (${linkIds}) AND admission = 'waiting' AND removed_at IS NULL
    RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Rooms where somebody who waited was last heard of between these moments. */
export async function findRoomsWithSilentPages(db: Db, from: Date, to: Date): Promise<string[]> {
  const { rows } = await sql<{ roomId: string }>`
    SELECT DISTINCT room_id AS "roomId" FROM participants
    WHERE admission = 'waiting' AND removed_at IS NULL AND seen_at > ${from} AND seen_at <= ${to}`.execute(
    db,
  );
  return rows.map(({ roomId }) => roomId);
}
