import type { Db } from '../platform/db/db.ts';
import { prepared } from '../platform/db/prepared.ts';
import { selectFirst } from '../platform/db/rows.ts';
import type { LivePerson, LiveSender } from './person.ts';

/** The participant in a running call of a room, if this chat user is the person. OFFSET 0: see `standing_of`. */
export const findLivePerson = (
  db: Db,
  { userId, participantId }: LiveSender,
): Promise<LivePerson | undefined> => selectFirst<LivePerson>(db)`${prepared}
    SELECT p.id AS "participantId", p.room_id AS "roomId", r.channel_id AS "channelId", s.role
    FROM chat_user_participants up
    JOIN participants p ON p.id = up.participant_id
    JOIN rooms r ON r.id = p.room_id AND r.kind = 'room'
    CROSS JOIN LATERAL standing_of(p) s
    WHERE up.participant_id = ${participantId} AND up.user_id::text = ${userId} AND s.is_admitted
      AND EXISTS (
        SELECT FROM (SELECT exited_at FROM visits WHERE participant_id = p.id OFFSET 0) v WHERE v.exited_at IS NULL
      )`;
