import type { Db } from '../../platform/db/db.ts';
import { hasRows, selectFirst } from '../../platform/db/rows.ts';

/** A person as events name them. */
export interface HookPerson {
  /** The `user_id` in the response of `join`. */
  internalId: string;
  externalId: string;
  name: string;
  role: 'user' | 'moderator';
  isGuest: boolean;
  roomId: string;
}

export const findHookPerson = (db: Db, participantId: string) => selectFirst<HookPerson>(db)`
    SELECT coalesce(j.link_id, p.id) AS "internalId", coalesce(p.external_user_id, p.user_id, p.id) AS "externalId",
      p.name, p.role, coalesce(j.is_guest, false) AS "isGuest", p.room_id AS "roomId"
    FROM participants p LEFT JOIN bbb_joins j ON j.link_id = p.link_id
    WHERE p.id = ${participantId}`;

/** Whether the newest session of a person continues an earlier one: they were in the call without an interruption. */
export const isContinued = (
  db: Db,
  { callId, participantId }: { callId: string; participantId: string },
): Promise<boolean> => hasRows(db)`
    WITH newest AS (
      SELECT id, entered_at FROM visits
      WHERE call_id = ${callId} AND participant_id = ${participantId} AND exited_at IS NULL
      ORDER BY entered_at DESC, id DESC LIMIT 1
    )
    SELECT FROM visits v, newest n
    WHERE v.call_id = ${callId} AND v.participant_id = ${participantId} AND v.id <> n.id
      AND (v.exited_at IS NULL OR v.exited_at >= n.entered_at)`;

/** Whether a session of a person goes on. */
export const isInCall = (db: Db, participantId: string): Promise<boolean> => hasRows(db)`
    SELECT FROM visits WHERE participant_id = ${participantId} AND exited_at IS NULL`;
