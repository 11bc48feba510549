import type { Db } from '../../platform/db/db.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { selectFirst, selectValue } from '../../platform/db/rows.ts';

/** The live meeting of a room, if a hook gets events of it. */
export const hookedMeetingOf = (db: Db, roomId: string) => selectValue(db)`${prepared}
    SELECT id FROM bbb_hooked_meetings WHERE room_id = ${roomId}`;

/** The same of the room of a participant. */
export const hookedMeetingOfParticipant = (db: Db, participantId: string) =>
  selectFirst<{ id: string; roomId: string }>(db)`${prepared}
    SELECT m.id, m.room_id AS "roomId" FROM participants p JOIN bbb_hooked_meetings m ON m.room_id = p.room_id
    WHERE p.id = ${participantId}`;

/** The same of the room whose channel this is; direct conversations have none. */
export const hookedMeetingOfChannel = (db: Db, channelId: string) => selectValue(db)`${prepared}
    SELECT m.id FROM chat_channels c JOIN bbb_hooked_meetings m ON m.room_id = c.room_id
    WHERE c.id = ${channelId} AND c.session_id IS NULL`;
