import type { Db } from '../platform/db/db.ts';
import { hasRows, selectAll } from '../platform/db/rows.ts';
import type { Caller } from '../platform/http/access/caller.ts';

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

/** Whether the caller's link is one whose holder waits for admission. */
export async function cameByWaitingLink(db: Db, caller: Caller): Promise<boolean> {
  if (caller.kind === 'link')
    return hasRows(db)`SELECT FROM access_links WHERE id = ${caller.linkId} AND waits_for_admission`;
  if (caller.kind !== 'participant') return false;
  return hasRows(db)`
    SELECT FROM participants p JOIN access_links l ON l.id = p.link_id
    WHERE p.id = ${caller.participantId} AND l.waits_for_admission`;
}
