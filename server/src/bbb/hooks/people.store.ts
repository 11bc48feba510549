import type { Db } from '../../platform/db/db.ts';
import { execute, hasRows, selectFirst, selectValue } from '../../platform/db/rows.ts';

/** A person as events name them. */
export interface HookPerson {
  /** The `user_id` in the response of `join`. */
  internalId: string;
  externalId: string;
  name: string;
  role: 'user' | 'moderator';
  isGuest: boolean;
}

export const findHookPerson = (db: Db, participantId: string) => selectFirst<HookPerson>(db)`
    SELECT coalesce(j.link_id, p.id) AS "internalId", coalesce(p.external_user_id, p.user_id, p.id) AS "externalId",
      p.name, p.role, coalesce(j.is_guest, false) AS "isGuest"
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

/** The participant by whom a person in the chat is in a room: the newest, if they entered by several browsers. */
export const participantInChat = (db: Db, { chatUserId, roomId }: { chatUserId: string; roomId: string }) =>
  selectValue(db)`
    SELECT p.id FROM chat_user_participants u JOIN participants p ON p.id = u.participant_id
    WHERE u.user_id = ${chatUserId} AND p.room_id = ${roomId} ORDER BY p.id DESC LIMIT 1`;

/**
 * Stores who presents: the person who shares a screen, or else the earliest moderator.
 * @returns the participant, if it is another one than before
 */
export const changePresenter = (trx: Db, meeting: { id: string; roomId: string }) => selectValue(trx)`
    INSERT INTO bbb_presenters AS b (meeting_id, participant_id)
    SELECT ${meeting.id}, presenter.id FROM (
      SELECT p.id
      FROM calls c JOIN visits v ON v.call_id = c.id AND v.exited_at IS NULL
      JOIN participants p ON p.id = v.participant_id
      CROSS JOIN LATERAL (
        SELECT EXISTS (
          SELECT FROM media_intervals i WHERE i.visit_id = v.id AND i.source = 'screen' AND i.ended_at IS NULL
        ) AS has_screen
      ) s
      WHERE c.room_id = ${meeting.roomId} AND c.finished_at IS NULL AND (s.has_screen OR p.role = 'moderator')
      ORDER BY s.has_screen DESC, v.entered_at, v.id LIMIT 1
    ) presenter
    ON CONFLICT (meeting_id) DO UPDATE SET participant_id = excluded.participant_id
    WHERE b.participant_id <> excluded.participant_id
    RETURNING b.participant_id`;

export const forgetPresenter = (trx: Db, participantId: string): Promise<void> => execute(trx)`
    DELETE FROM bbb_presenters WHERE participant_id = ${participantId}`;
