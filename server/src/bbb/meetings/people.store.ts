import type { Db } from '../../platform/db/db.ts';
import { selectAll, selectValue } from '../../platform/db/rows.ts';

/** A media session of a person in the call of a room. */
export interface Attendee {
  roomId: string;
  participantId: string;
  userId: string;
  name: string;
  role: 'user' | 'moderator';
  hasMicrophone: boolean;
  hasCamera: boolean;
  hasScreen: boolean;
  customData: Record<string, string>;
}

/** Everybody in the calls of these rooms, the earliest first. People who wait and recorders have no visit. */
export const attendeesIn = (db: Db, roomIds: readonly string[]) => selectAll<Attendee>(db)`
    SELECT c.room_id AS "roomId", p.id AS "participantId", coalesce(p.external_user_id, p.user_id, p.id) AS "userId",
      p.name, p.role, coalesce(m.has_microphone, false) AS "hasMicrophone", coalesce(m.has_camera, false) AS "hasCamera",
      coalesce(m.has_screen, false) AS "hasScreen", coalesce(j.custom_data, '{}') AS "customData"
    FROM calls c
    JOIN visits v ON v.call_id = c.id AND v.exited_at IS NULL
    JOIN participants p ON p.id = v.participant_id
    LEFT JOIN bbb_joins j ON j.link_id = p.link_id
    CROSS JOIN LATERAL (
      -- The interval of a microphone ends while it is muted: its track stays.
      SELECT bool_or(i.source = 'microphone') AS has_microphone,
        bool_or(i.source = 'camera' AND i.ended_at IS NULL) AS has_camera,
        bool_or(i.source = 'screen' AND i.ended_at IS NULL) AS has_screen
      FROM media_intervals i WHERE i.visit_id = v.id
    ) m
    WHERE c.room_id = ANY (${roomIds}) AND c.finished_at IS NULL AND NOT c.is_sample
    ORDER BY v.entered_at, v.id`;

/** How many people are in the call of a room; two devices of one person are two. */
export const countIn = async (db: Db, roomId: string) =>
  (await selectValue<number>(db)`
    SELECT count(*)::int AS count FROM calls c JOIN visits v ON v.call_id = c.id AND v.exited_at IS NULL
    WHERE c.room_id = ${roomId} AND c.finished_at IS NULL AND NOT c.is_sample`) ?? 0;
