import type { Db } from '../../platform/db/db.ts';
import { selectFirst } from '../../platform/db/rows.ts';
import { columnsOf } from '../../platform/db/tables.ts';
import type { Meeting } from './store.ts';

/** A meeting with what belongs to one of its people. */
export interface OwnMeeting extends Meeting {
  /** Null: the person goes where everybody goes. */
  ownLogoutUrl: string | null;
}

/** The live meeting in the room of a participant. */
export const meetingOfParticipant = (db: Db, participantId: string) => selectFirst<OwnMeeting>(db)`
    SELECT ${columnsOf('bbb_meetings', 'm')}, j.logout_url AS "ownLogoutUrl"
    FROM participants p
    JOIN bbb_meetings m ON m.room_id = p.room_id AND m.ended_at IS NULL
    LEFT JOIN bbb_joins j ON j.link_id = p.link_id AND j.meeting_id = m.id
    WHERE p.id = ${participantId}`;
