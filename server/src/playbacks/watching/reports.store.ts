import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { execute } from '../../platform/db/rows.ts';
import type { Followed, LastReport } from './follow.ts';

interface LastReportRow extends LastReport {
  viewingId: string;
}

/** Locks the viewings, so that reports of one viewing on two nodes are stored one after the other. */
export async function lockLastReports(trx: Db, viewingIds: string[]): Promise<Map<string, LastReportRow>> {
  const { rows } = await sql<LastReportRow>`
    SELECT id AS "viewingId", seen_at AS at, position, is_playing AS "isPlaying", is_tab_visible AS "isTabVisible",
      interval_id::text AS "intervalId"
    FROM viewings WHERE id = ANY (${viewingIds}) ORDER BY id FOR NO KEY UPDATE`.execute(trx);
  return new Map(rows.map((row) => [row.viewingId, row]));
}

/** A report with the changes that it makes. */
export interface StoredReport extends Followed {
  viewingId: string;
  /** Set if the page was closed with it. */
  closedAt: Date | null;
}

/** Stores one report of each of these viewings, with what was watched until then. */
export async function storeReports(trx: Db, reports: StoredReport[]): Promise<void> {
  const column = <T>(pick: (stored: StoredReport) => T): T[] => reports.map(pick);
  const parts = reports.flatMap(({ viewingId, parts: own }) => own.map((part) => ({ ...part, viewingId })));
  const partColumn = <T>(pick: (part: (typeof parts)[number]) => T): T[] => parts.map(pick);
  await execute(trx)`
    WITH r AS (
      SELECT * FROM unnest(
        ${column(({ viewingId }) => viewingId)}::text[],
        ${column(({ report }) => report.at)}::timestamptz[],
        ${column(({ report }) => report.position)}::double precision[],
        ${column(({ report }) => report.isPlaying)}::boolean[],
        ${column(({ report }) => report.isTabVisible)}::boolean[],
        ${column(({ isContinued }) => isContinued)}::boolean[],
        ${column(({ parts: own }) => own.at(-1)?.intervalId ?? null)}::bigint[],
        ${column(({ closedAt }) => closedAt)}::timestamptz[]
      ) AS r (viewing_id, at, position, is_playing, is_tab_visible, is_continued, lengthened_id, closed_at)
    ), part AS (
      SELECT * FROM unnest(
        ${partColumn(({ viewingId }) => viewingId)}::text[],
        ${partColumn(({ intervalId }) => intervalId)}::bigint[],
        ${partColumn(({ startedAt }) => startedAt)}::timestamptz[],
        ${partColumn(({ endedAt }) => endedAt)}::timestamptz[],
        ${partColumn(({ from }) => from)}::double precision[],
        ${partColumn(({ to }) => to)}::double precision[],
        ${partColumn(({ isTabVisible }) => isTabVisible)}::boolean[]
      ) AS part (viewing_id, interval_id, started_at, ended_at, position_from, position_to, is_tab_visible)
    ), added AS (
      INSERT INTO watch_intervals (viewing_id, started_at, ended_at, position_from, position_to, is_tab_visible)
      SELECT viewing_id, started_at, ended_at, position_from, position_to, is_tab_visible
      FROM part WHERE interval_id IS NULL
      RETURNING id, viewing_id, ended_at
    ), lengthened AS (
      UPDATE watch_intervals w SET ended_at = part.ended_at, position_to = part.position_to
      FROM part WHERE w.id = part.interval_id
    )
    UPDATE viewings v SET seen_at = r.at, position = r.position, is_playing = r.is_playing,
      is_tab_visible = r.is_tab_visible,
      -- A report that is older than the end of a viewing does not open it again.
      closed_at = CASE WHEN v.closed_at > r.at THEN v.closed_at ELSE r.closed_at END,
      interval_id = CASE WHEN r.is_continued THEN coalesce(r.lengthened_id, added.id) END
    FROM r LEFT JOIN added ON added.viewing_id = r.viewing_id AND added.ended_at = r.at
    WHERE v.id = r.viewing_id`;
}
