import { now } from '../../platform/clock.ts';
import { randomToken } from '../../platform/crypto.ts';
import type { Db } from '../../platform/db/db.ts';
import { countChanged, hasRows, selectColumn, selectFirst } from '../../platform/db/rows.ts';
import type { MeetingOfCallbacks } from '../callbacks/queue.ts';

/** The bytes of the address of a playback: nobody guesses it, and it never changes. */
const keyBytes = 24;

/** In the transaction that ends a meeting: begins its recording if something was recorded. @returns whether it did */
export const openRecording = async (trx: Db, meetingId: string): Promise<boolean> =>
  (await countChanged(trx)`
    INSERT INTO bbb_recordings
      (meeting_id, space_id, record_id, state, name, metadata, playback_key, started_at, ended_at)
    SELECT m.id, m.space_id, m.internal_id, 'processing', m.name, m.metadata, ${randomToken(keyBytes)}, m.created_at,
      m.ended_at
    FROM bbb_meetings m
    WHERE m.id = ${meetingId}
      AND EXISTS (
        SELECT FROM bbb_recording_parts r WHERE r.meeting_id = m.id AND r.state NOT IN ('failed', 'aborted')
      )
    ON CONFLICT DO NOTHING`) > 0;

/** Whether anybody was in a call of the meeting. */
export const wasEntered = (trx: Db, meetingId: string): Promise<boolean> => hasRows(trx)`
    SELECT FROM bbb_meeting_visits WHERE meeting_id = ${meetingId} LIMIT 1`;

/** Meetings whose parts have all ended, while their recording waits for them. */
export const endedRecordings = (db: Db, limit: number): Promise<string[]> => selectColumn(db)`
    SELECT b.meeting_id FROM bbb_recordings b JOIN bbb_meetings m ON m.id = b.meeting_id
    WHERE b.state = 'processing' AND m.ended_at IS NOT NULL
      AND NOT EXISTS (
        SELECT FROM bbb_recording_parts r
        WHERE r.meeting_id = m.id AND r.state NOT IN ('finished', 'failed', 'aborted')
      )
    ORDER BY m.ended_at LIMIT ${limit}`;

/**
 * Publishes a recording whose parts have all ended, unless a client wants it unpublished.
 * @returns undefined if another node did, or no part is left
 */
export const publishReady = (trx: Db, meetingId: string) =>
  selectFirst<Omit<MeetingOfCallbacks, 'meetingEndedUrl'> & { isPublished: boolean }>(trx)`
    UPDATE bbb_recordings b
    SET state = CASE WHEN b.is_kept_unpublished THEN 'unpublished' ELSE 'published' END, ready_at = ${now()},
        participants = (
          SELECT count(DISTINCT coalesce(p.external_user_id, p.user_id, p.id))::int
          FROM bbb_meeting_visits v JOIN participants p ON p.id = v.participant_id
          WHERE v.meeting_id = m.id
        )
    FROM bbb_meetings m
    WHERE b.meeting_id = ${meetingId} AND m.id = b.meeting_id AND b.state = 'processing'
      AND EXISTS (SELECT FROM bbb_recording_parts r WHERE r.meeting_id = m.id AND r.state = 'finished')
    RETURNING m.id, m.space_id AS "spaceId", m.meeting_id AS "meetingId", m.metadata,
      b.state = 'published' AS "isPublished"`;

/** Deletes a recording of which every part failed or was deleted. @returns whether it was there */
export const forgetRecording = async (trx: Db, meetingId: string): Promise<boolean> =>
  (await countChanged(trx)`
    DELETE FROM bbb_recordings b
    WHERE b.meeting_id = ${meetingId} AND b.state = 'processing'
      AND NOT EXISTS (
        SELECT FROM bbb_recording_parts r WHERE r.meeting_id = b.meeting_id AND r.state NOT IN ('failed', 'aborted')
      )`) > 0;
