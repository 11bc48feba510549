import { type RawBuilder, sql } from 'kysely';
import { now } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { selectColumn, selectValue } from '../platform/db/rows.ts';
import type { Created } from '../spaces/spaces.ts';

/** Selects the links that an account created (docs/decisions/0021). */
function ofCreator({ userId, spaceId, roomId }: Created): RawBuilder<unknown> {
  const conditions = [sql`l.created_by = ${userId}`, sql`l.revoked_at IS NULL`];
  if (spaceId !== undefined)
    conditions.push(sql`l.room_id IN (SELECT id FROM rooms WHERE space_id = ${spaceId})`);
  if (roomId !== undefined) conditions.push(sql`l.room_id = ${roomId}`);
  return sql.join(conditions, sql` AND `);
}

export const countValidLinksBy = async (db: Db, created: Created) =>
  (await selectValue<number>(db)`
    SELECT count(*)::int AS count FROM access_links l
    WHERE ${ofCreator(created)} AND l.expires_at > ${now()}`) ?? 0;

/** Links with an open visit in a running call: their participants may stay after the link expired. */
const inUse = sql`
  SELECT p.link_id FROM calls c
  JOIN visits v ON v.call_id = c.id
  JOIN participants p ON p.id = v.participant_id
  WHERE c.finished_at IS NULL AND p.link_id IS NOT NULL`;

/** Revokes these links if they are valid or in use in a running call. @returns their ids */
export const revokeLinksBy = (trx: Db, created: Created) => selectColumn(trx)`
    WITH locked AS (
      SELECT l.id FROM access_links l
      WHERE ${ofCreator(created)} AND (l.expires_at > ${now()} OR l.id IN (${inUse}))
      ORDER BY l.id FOR NO KEY UPDATE
    )
    UPDATE access_links l SET revoked_at = ${now()} FROM locked WHERE l.id = locked.id
    RETURNING l.id`;
