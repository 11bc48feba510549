import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { execute, selectAll, selectFirst, selectValue } from '../../platform/db/rows.ts';
import { columnsOf, type RowOf, snakeCased } from '../../platform/db/tables.ts';
import { newId } from '../../platform/ids.ts';

/** One media session of a person in the media server. */
export type VisitRow = Omit<RowOf<'visits'>, 'activityNumber'>;

const visitsWhere = (db: Db, rest: RawBuilder<unknown>) =>
  selectAll<VisitRow>(db)`SELECT ${columnsOf('visits', 'v')} FROM visits v WHERE ${rest}`;

export const visitOf = async (db: Db, sid: string): Promise<VisitRow | undefined> =>
  (await visitsWhere(db, sql`v.engine_sid = ${sid}`))[0];

/** The visits of these sessions, by session id. */
export async function visitsOf(db: Db, sids: string[]): Promise<Map<string, VisitRow>> {
  const rows = sids.length === 0 ? [] : await visitsWhere(db, sql`v.engine_sid = ANY (${sids})`);
  return new Map(rows.map((row) => [row.engineSid, row]));
}

export const openVisitsIn = (db: Db, callId: string): Promise<VisitRow[]> =>
  visitsWhere(db, sql`v.call_id = ${callId} AND v.exited_at IS NULL`);

export const visitsOfPerson = (db: Db, callId: string, participantId: string): Promise<VisitRow[]> =>
  visitsWhere(db, sql`v.call_id = ${callId} AND v.participant_id = ${participantId} ORDER BY v.entered_at`);

/**
 * When the entry of this session began, if it is not a moderator's. A session soon after another one continues its
 * entry: the connection was lost, or the page was loaded again.
 */
export const findEntryOfUser = (db: Db, sid: string) => selectValue<Date>(db)`
    SELECT min(e.entered_at) AS "enteredAt"
    FROM visits v
    JOIN participants p ON p.id = v.participant_id AND p.role = 'user'
    JOIN visits e ON e.call_id = v.call_id AND e.participant_id = v.participant_id
      AND (e.exited_at IS NULL OR e.exited_at > v.entered_at - interval '60 seconds')
    WHERE v.engine_sid = ${sid}
    HAVING count(*) > 0`;

export async function insertVisit(trx: Db, visit: Omit<VisitRow, 'id'>): Promise<VisitRow> {
  const row = { id: newId(), ...visit };
  await trx.insertInto('visits').values(snakeCased(row)).execute();
  return row;
}

export const saveExit = (trx: Db, visitId: string, exitedAt: Date) =>
  execute(trx)`UPDATE visits SET exited_at = ${exitedAt} WHERE id = ${visitId}`;

/** The first entry and last exit of a call, and how many sessions are open. */
export const presenceSpanOf = async (db: Db, callId: string) =>
  (await selectFirst<{ open: number; first: Date | null; last: Date | null }>(db)`
    SELECT count(*) FILTER (WHERE exited_at IS NULL)::int AS open,
      min(entered_at) AS first, max(exited_at) AS last
    FROM visits WHERE call_id = ${callId}`) ?? { open: 0, first: null, last: null };

/** The highest presence: merges each person's sessions, then counts over time. */
export const countMostPresent = async (db: Db, callId: string) =>
  (await selectValue<number>(db)`
    WITH presence AS (
      SELECT unnest(range_agg(tstzrange(entered_at, exited_at))) AS span
      FROM visits WHERE call_id = ${callId} GROUP BY participant_id
    ), steps AS (
      SELECT lower(span) AS at, 1 AS step FROM presence
      UNION ALL SELECT upper(span), -1 FROM presence WHERE NOT upper_inf(span)
    ), counted AS (
      SELECT sum(sum(step)) OVER (ORDER BY at) AS present FROM steps GROUP BY at
    )
    SELECT greatest(coalesce((SELECT max(present) FROM counted), 0),
      (SELECT count(*) FROM (SELECT 1 FROM visits WHERE call_id = ${callId} LIMIT 1) one))::int AS most`) ??
  0;

/** When each of these participants was removed from the room, if they were. */
export async function removalTimesIn(db: Db, roomId: string, ids: string[]): Promise<Map<string, Date>> {
  const rows = await selectAll<{ id: string; removedAt: Date }>(db)`
    SELECT id, removed_at AS "removedAt" FROM participants
    WHERE room_id = ${roomId} AND id = ANY (${ids}) AND removed_at IS NOT NULL`;
  return new Map(rows.map(({ id, removedAt }) => [id, removedAt]));
}
