import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../../platform/db/page.ts';
import { selectAll, selectColumn, selectFirst } from '../../platform/db/rows.ts';
import { columnsOf, type NewRowOf, type RowOf, snakeCased } from '../../platform/db/tables.ts';

/** An event with the start of its next session. */
export type PlaybackEvent = RowOf<'playback_events'> & { nextStartDate: Date | null };

/** Events `e` with the start of their next sessions; `rest` is the FROM clause and what follows. */
const events = (db: Db, at: Date, rest: RawBuilder<unknown>) => selectAll<PlaybackEvent>(db)`
  SELECT ${columnsOf('playback_events', 'e')}, (
    SELECT min(s.start_date) FROM playback_sessions s
    WHERE s.event_id = e.id AND s.start_date > ${at} AND s.finished_at IS NULL
  ) AS "nextStartDate"
  ${rest}`;

/** Finds an event that is not deleted. */
export async function findPlaybackEvent(
  db: Db,
  { spaceId, eventId }: { spaceId: string; eventId: string },
  at: Date,
): Promise<PlaybackEvent | undefined> {
  const found = sql`FROM playback_events e JOIN rooms r ON r.id = e.playback_id
    WHERE e.id = ${eventId} AND r.space_id = ${spaceId} AND e.deleted_at IS NULL`;
  return (await events(db, at, found))[0];
}

/** Locks an event that is not deleted until the transaction ends. */
export const lockPlaybackEvent = (trx: Db, eventId: string): Promise<RowOf<'playback_events'> | undefined> =>
  selectFirst<RowOf<'playback_events'>>(trx)`
    SELECT ${columnsOf('playback_events', 'e')} FROM playback_events e
    WHERE e.id = ${eventId} AND e.deleted_at IS NULL
    FOR UPDATE`;

/** The lateral OFFSET 0 makes the planner look up the events of each playback: it would read those of all groups. */
export async function listPlaybackEvents(
  db: Db,
  { spaceId, playbackId }: { spaceId: string; playbackId: string | undefined },
  { at, page }: { at: Date; page: Page },
): Promise<{ items: PlaybackEvent[]; total: number }> {
  const ofPlayback = playbackId === undefined ? sql`` : sql`AND r.id = ${playbackId}`;
  const all = sql`FROM rooms r CROSS JOIN LATERAL (
      SELECT * FROM playback_events WHERE playback_id = r.id AND deleted_at IS NULL OFFSET 0
    ) e
    WHERE r.space_id = ${spaceId} AND r.kind = 'playback' ${ofPlayback}`;
  const rows = await events(db, at, sql`${all} ORDER BY e.id ${sqlDirectionOf(page)} ${sqlLimitOf(page)}`);
  return withTotal(db, rows, { page, all });
}

export async function insertPlaybackEvent(trx: Db, event: NewRowOf<'playback_events'>): Promise<void> {
  await trx.insertInto('playback_events').values(snakeCased(event)).execute();
}

export async function savePlaybackEvent(
  trx: Db,
  eventId: string,
  changes: Partial<Omit<NewRowOf<'playback_events'>, 'id' | 'playbackId'>>,
): Promise<void> {
  await trx.updateTable('playback_events').set(snakeCased(changes)).where('id', '=', eventId).execute();
}

/** The recurring events whose sessions do not reach `until`, in the order of their ids. */
export const eventsToPlan = (
  db: Db,
  { until, after, limit }: { until: Date; after: string; limit: number },
): Promise<string[]> =>
  selectColumn(db)`
    SELECT e.id FROM playback_events e
    WHERE e.recurrence IS NOT NULL AND e.deleted_at IS NULL AND e.id > ${after}
      AND e.planned_until < least(e.end_date, ${until})
    ORDER BY e.id LIMIT ${limit}`;
