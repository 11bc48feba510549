import { sql } from 'kysely';
import { after, now, seconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { prepared } from '../../platform/db/prepared.ts';
import {
  countChanged,
  execute,
  hasRows,
  selectAll,
  selectColumn,
  selectValue,
} from '../../platform/db/rows.ts';
import { sessionsSince } from '../participant.ts';

/**
 * A page that waits asks more often than this. After this time moderators no longer see its participant
 * (docs/decisions/0011).
 */
export const silentAfterMs = seconds(30);

/**
 * Whether the closing of the room does not concern a participant: they were in the running call, a moderator admitted
 * them to it, or they entered before and their page is still open.
 */
export const mayEnterAfterClosing = (db: Db, id: string) => hasRows(db)`${prepared}
    SELECT FROM participants p CROSS JOIN LATERAL standing_of(p) s
    WHERE p.id = ${id} AND (s.stays_admitted OR p.seen_at > ${after(-silentAfterMs)})`;

/** How many people may wait in a room at once (docs/decisions/0140). */
export const mostWaiting = {
  /** A moderator decides about each. */
  forDecision: 500,
  /** The room has no waiting room; they are admitted when it opens. */
  forOpening: 5_000,
};

/** A personal link brings one person, so it needs no limit. A flood must not keep its owner out. */
const hasPersonalLink = sql`
  EXISTS (SELECT FROM access_links pl WHERE pl.id = p.link_id AND NOT pl.is_permanent)`;

/**
 * Updates whether a participant has to wait by the room's current settings, and stores that their page asked. Refused
 * and removed participants stay so.
 * @returns how many people may wait, this one included, if they were not among those who wait and are not admitted
 * whatever their number
 */
export const updateAdmission = async (trx: Db, id: string) =>
  (await selectValue<number | null>(trx)`${prepared}
    UPDATE participants p SET
      (admission, decided_at) = (
        SELECT CASE WHEN s.has_to_wait AND NOT s.stays_admitted THEN 'waiting' ELSE 'admitted' END,
          CASE WHEN s.stays_admitted THEN p.decided_at WHEN NOT s.has_to_wait THEN s.opened_at END
        FROM standing_of(p) s
      ),
      seen_at = ${now()}
    FROM rooms r, participants before
    WHERE p.id = ${id} AND before.id = p.id AND r.id = p.room_id AND p.removed_at IS NULL AND p.admission <> 'refused'
      AND (r.waiting_room_audience <> 'nobody' OR r.opens_with <> 'anybody' OR r.opens_at IS NOT NULL
        OR r.closes_at IS NOT NULL OR (SELECT l.waits_for_admission FROM access_links l WHERE l.id = p.link_id)
        OR p.admission <> 'admitted' OR p.decided_at IS NOT NULL)
    RETURNING CASE WHEN p.admission = 'waiting' AND NOT ${hasPersonalLink}
        AND NOT (before.admission = 'waiting' AND coalesce(before.seen_at > ${after(-silentAfterMs)}, false))
      THEN CASE r.waiting_room_audience WHEN 'nobody' THEN ${mostWaiting.forOpening}::int
        ELSE ${mostWaiting.forDecision}::int END
      END AS "limit"
  `) ?? null;

/** Counts the people who wait, and blocks others who come to wait in this room until the end of the transaction. */
export async function lockAndCountWaiting(trx: Db, roomId: string): Promise<number> {
  await execute(trx)`SELECT pg_advisory_xact_lock(hashtextextended(${`waiting in ${roomId}`}, 0))`;
  return countWaiting(trx, roomId);
}

export interface AdmissionUpdate {
  id: string;
  before: 'admitted' | 'waiting';
  admission: 'admitted' | 'waiting';
}

/**
 * All participants of a room, or of one account in the rooms of a group; or those who waited only until their room
 * opened, in one room or everywhere.
 */
export type AdmissionScope =
  | { roomId: string }
  | { spaceId: string; userId: string }
  | { openedIn: string | 'everywhere' };

function isInScope(whose: AdmissionScope) {
  if ('roomId' in whose) return sql`p.room_id = ${whose.roomId}`;
  if ('userId' in whose) return sql`p.user_id = ${whose.userId} AND r.space_id = ${whose.spaceId}`;
  return sql`p.admission = 'waiting' AND p.seen_at > ${after(-silentAfterMs)}
    AND (r.opens_with = 'moderator' OR r.opens_at <= now()) AND NOT s.has_to_wait
    ${whose.openedIn === 'everywhere' ? sql`` : sql`AND p.room_id = ${whose.openedIn}`}`;
}

/**
 * Updates admissions after the room's requirements changed: people who need not wait any more are admitted, people in
 * the call stay, all others have to wait as if they entered now.
 * @returns those whose admission changed
 */
export const updateAdmissions = (trx: Db, whose: AdmissionScope) =>
  selectAll<AdmissionUpdate>(trx)`${prepared}
    WITH these AS (
      SELECT p.id, p.admission AS before, s.has_to_wait, s.stays_admitted AS holds,
        -- The joined room spares a look-up for each person.
        CASE WHEN r.opens_with = 'moderator' THEN s.opened_at END AS opened_at
      FROM participants p
      CROSS JOIN LATERAL standing_of(p) s
      JOIN rooms r ON r.id = p.room_id
      -- Earlier entries are updated when they return.
      WHERE ${isInScope(whose)} AND p.created_at > ${sessionsSince()}
        AND p.removed_at IS NULL AND p.admission <> 'refused'
      ORDER BY p.id
      FOR NO KEY UPDATE OF p
    )
    UPDATE participants p SET
      admission = CASE WHEN t.has_to_wait AND NOT t.holds THEN 'waiting' ELSE 'admitted' END,
      decided_at = CASE WHEN NOT t.has_to_wait THEN t.opened_at WHEN t.holds THEN coalesce(p.decided_at, ${now()}) END
    FROM these t
    WHERE p.id = t.id AND CASE WHEN t.has_to_wait THEN t.before = 'admitted' AND (p.decided_at IS NULL OR NOT t.holds)
      ELSE t.before = 'waiting' OR p.decided_at IS DISTINCT FROM t.opened_at END
    RETURNING p.id, t.before, p.admission`;

/** @returns false if the participant does not wait, so that this decision had no effect */
export const saveDecision = async (trx: Db, id: string, decision: 'admitted' | 'refused') =>
  (await countChanged(trx)`${prepared}
    UPDATE participants p SET admission = ${decision}, decided_at = ${now()}
    WHERE p.id = ${id} AND p.removed_at IS NULL AND (SELECT s.admission FROM standing_of(p) s) = 'waiting'`) ===
  1;

/** The people `p` in a room who wait and whose page is open. */
const waitingIn = (roomId: string) => sql`
  participants p CROSS JOIN LATERAL standing_of(p) s
  WHERE p.room_id = ${roomId} AND s.is_waiting AND p.seen_at > ${after(-silentAfterMs)}`;

/** Decides about everybody who waits. Concurrent calls decide about each person once. @returns the ids of this call */
export const saveDecisionOnAll = (trx: Db, roomId: string, decision: 'admitted' | 'refused') =>
  selectColumn(trx)`${prepared}
    WITH waiting_now AS (
      SELECT p.id FROM ${waitingIn(roomId)} ORDER BY p.id FOR NO KEY UPDATE OF p
    )
    UPDATE participants p SET admission = ${decision}, decided_at = ${now()}
    FROM waiting_now k WHERE p.id = k.id
    RETURNING p.id`;

export const findWaitingIn = (db: Db, roomId: string) => selectColumn(db)`${prepared}
    SELECT p.id FROM ${waitingIn(roomId)}`;

export const countWaiting = async (db: Db, roomId: string) =>
  (await selectValue<number>(db)`${prepared}
    SELECT count(*)::int AS count FROM ${waitingIn(roomId)}`) ?? 0;

/** Ends the waiting of participants who came by revoked links. @returns their ids */
export const endWaitingByLinks = (db: Db, linkIds: string[]) => selectColumn(db)`
    UPDATE participants SET removed_at = ${now()}
    WHERE link_id = ANY (${linkIds}) AND admission = 'waiting' AND removed_at IS NULL
    RETURNING id`;

/** Rooms with a waiting participant whose page last asked between these moments. */
export const findRoomsWithSilentPages = (db: Db, from: Date, to: Date) => selectColumn(db)`${prepared}
    SELECT DISTINCT room_id AS "roomId" FROM participants
    WHERE admission = 'waiting' AND removed_at IS NULL AND seen_at > ${from} AND seen_at <= ${to}`;
