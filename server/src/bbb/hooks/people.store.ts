import type { Db } from '../../platform/db/db.ts';
import { countChanged, execute, hasRows, selectFirst, selectValue } from '../../platform/db/rows.ts';

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

/** Stores that hooks are told that a person joined. @returns false if they were told before */
export const saveJoined = async (
  trx: Db,
  { meetingId, participantId }: { meetingId: string; participantId: string },
): Promise<boolean> =>
  (await countChanged(trx)`
    INSERT INTO bbb_joined_people (meeting_id, participant_id) VALUES (${meetingId}, ${participantId})
    ON CONFLICT DO NOTHING`) > 0;

export const deleteJoined = (trx: Db, participantId: string): Promise<void> => execute(trx)`
    DELETE FROM bbb_joined_people WHERE participant_id = ${participantId}`;

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

/**
 * Before a group gets a hook for a meeting, or without an id for all: forgets what earlier hooks were told about
 * meetings that have none now.
 */
export const forgetTold = (
  trx: Db,
  { spaceId, meetingId }: { spaceId: string; meetingId: string | null },
): Promise<void> => execute(trx)`
    WITH unhooked AS MATERIALIZED (
      SELECT m.id FROM bbb_meetings m
      WHERE m.space_id = ${spaceId} AND m.ended_at IS NULL AND (${meetingId}::text IS NULL OR m.id = ${meetingId})
        AND NOT EXISTS (SELECT FROM bbb_hooked_meetings h WHERE h.id = m.id)
    ), joined AS (
      DELETE FROM bbb_joined_people j USING unhooked u WHERE j.meeting_id = u.id
    ), sources AS (
      DELETE FROM bbb_sources s USING unhooked u WHERE s.meeting_id = u.id
    )
    DELETE FROM bbb_presenters p USING unhooked u WHERE p.meeting_id = u.id`;
