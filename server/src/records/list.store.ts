import { sql } from 'kysely';
import type { RecordState } from '../../../contract/operations/records.ts';
import { containsText } from '../platform/db/contains-text.ts';
import type { Db } from '../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../platform/db/page.ts';
import { selectAll } from '../platform/db/rows.ts';
import { type RecordRow, recordColumns } from './store.ts';

export interface RecordFilters {
  /** The recordings requested in [from, until). */
  from?: Date | undefined;
  until?: Date | undefined;
  callId?: string | undefined;
  state?: RecordState | undefined;
  /** A part of the name, in any case. */
  name?: string | undefined;
}

/** A group, a room, or a room that must be one of the group. */
type Listed = { roomId: string } | { spaceId: string; roomId?: string | undefined };

function conditionsOf(filters: RecordFilters & { spaceId?: string; roomId?: string | undefined }) {
  const { from, until, spaceId, roomId, callId, state, name } = filters;
  const conditions = [sql`r.deleted_at IS NULL`];
  if (spaceId !== undefined) conditions.push(sql`r.space_id = ${spaceId}`);
  if (roomId !== undefined) conditions.push(sql`r.room_id = ${roomId}`);
  if (from) conditions.push(sql`r.created_at >= ${from}`);
  if (until) conditions.push(sql`r.created_at < ${until}`);
  if (callId !== undefined) conditions.push(sql`r.call_id = ${callId}`);
  if (state !== undefined) conditions.push(sql`r.state = ${state}`);
  if (name !== undefined) conditions.push(containsText(sql`r.name`, name));
  return sql.join(conditions, sql` AND `);
}

export async function listRecords(db: Db, filters: RecordFilters & Listed, page: Page) {
  const all = sql`FROM records r JOIN rooms o ON o.id = r.room_id WHERE ${conditionsOf(filters)}`;
  const direction = sqlDirectionOf(page);
  const rows = await selectAll<RecordRow & { roomName: string }>(db)`
    SELECT ${recordColumns}, o.name AS "roomName" ${all}
    ORDER BY r.created_at ${direction}, r.id ${direction} ${sqlLimitOf(page)}`;
  return withTotal(db, rows, { page, all });
}
