import type { Db } from '../platform/db/db.ts';
import { selectAll } from '../platform/db/rows.ts';

/** The first three people in the running call of a room, each with the number of all. */
export const firstInCall = (db: Db, roomId: string) =>
  selectAll<{ name: string; count: number }>(db)`
    SELECT p.name, count(*) OVER ()::int AS count
    FROM (
      SELECT v.participant_id, min(v.entered_at) AS entered_at FROM calls c JOIN visits v ON v.call_id = c.id
      WHERE c.room_id = ${roomId} AND c.finished_at IS NULL AND v.exited_at IS NULL
      GROUP BY v.participant_id
    ) present
    JOIN participants p ON p.id = present.participant_id
    ORDER BY present.entered_at, p.id LIMIT 3`;
