import { type RawBuilder, sql } from 'kysely';
import type { RecordState } from '../../../contract/operations/records.ts';
import { containsText } from '../platform/db/contains-text.ts';
import type { Db } from '../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../platform/db/page.ts';
import { type RecordRow, recordColumns } from './store.ts';

export interface RecordFilters {
  /** The recordings requested in [from, until). */
  from?: Date | undefined;
  until?: Date | undefined;
  callId?: string | undefined;
  roomId?: string | undefined;
  state?: RecordState | undefined;
  /** A part of the name, in any case. */
  name?: string | undefined;
}

function meeting(first: RawBuilder<unknown>, filters: RecordFilters): RawBuilder<unknown> {
  const { from, until, callId, roomId, state, name } = filters;
  const conditions = [first, sql`r.deleted_at IS NULL`];
  if (from) conditions.push(sql`r.created_at >= ${from}`);
  if (until) conditions.push(sql`r.created_at < ${until}`);
  if (callId !== undefined) conditions.push(sql`r.call_id = ${callId}`);
  if (roomId !== undefined) conditions.push(sql`r.room_id = ${roomId}`);
  if (state !== undefined) conditions.push(sql`r.state = ${state}`);
  if (name !== undefined) conditions.push(containsText(sql`r.name`, name));
  return sql.join(conditions, sql` AND `);
}

async function list<T extends RecordRow>(
  db: Db,
  { columns, all, page }: { columns: RawBuilder<unknown>; all: RawBuilder<unknown>; page: Page },
): Promise<{ items: T[]; total: number }> {
  const direction = sqlDirectionOf(page);
  const { rows } = await sql<T>`
    SELECT ${columns} ${all} ORDER BY r.created_at ${direction}, r.id ${direction} ${sqlLimitOf(page)}`.execute(
    db,
  );
  return withTotal(db, rows, { page, all });
}

export const recordsOfRoom = (
  db: Db,
  { roomId, filters, page }: { roomId: string; filters: RecordFilters; page: Page },
): Promise<{ items: RecordRow[]; total: number }> =>
  list(db, {
    columns: recordColumns,
    all: sql`FROM records r WHERE ${meeting(sql`r.room_id = ${roomId}`, filters)}`,
    page,
  });

type NamedRecord = RecordRow & { roomName: string };

export const recordsOfSpace = (
  db: Db,
  { spaceId, filters, page }: { spaceId: string; filters: RecordFilters; page: Page },
): Promise<{ items: NamedRecord[]; total: number }> =>
  list(db, {
    columns: sql`${recordColumns}, o.name AS "roomName"`,
    all: sql`FROM records r JOIN rooms o ON o.id = r.room_id
      WHERE ${meeting(sql`r.space_id = ${spaceId}`, filters)}`,
    page,
  });
