import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { WatchedPart, WatchReport } from './intervals.ts';

/** The last report of a viewing, and the interval that the next one may lengthen. */
export interface LastReport extends WatchReport {
  viewingId: string;
  intervalId: string | null;
}

/** Locks the viewings, so that reports of one viewing on two nodes are stored one after the other. */
export async function lockLastReports(trx: Db, viewingIds: string[]): Promise<Map<string, LastReport>> {
  const { rows } = await sql<LastReport>`
    SELECT id AS "viewingId", seen_at AS at, position, is_playing AS "isPlaying", is_tab_visible AS "isTabVisible",
      interval_id::text AS "intervalId"
    FROM viewings WHERE id = ANY (${viewingIds}) ORDER BY id FOR NO KEY UPDATE`.execute(trx);
  return new Map(rows.map((row) => [row.viewingId, row]));
}

/** A report with the changes that it makes. */
export interface StoredReport {
  viewingId: string;
  report: WatchReport;
  /** The part that was watched since the report before; undefined if none was. */
  part: WatchedPart | undefined;
  /** The interval that the part lengthens; null: the part is a new one. */
  intervalId: string | null;
  /** Whether the next report may lengthen this part. */
  isContinued: boolean;
  /** Set if the page was closed with it. */
  closedAt: Date | null;
}

/** Stores one report of each of these viewings. */
export async function storeReports(trx: Db, reports: StoredReport[]): Promise<void> {
  const column = <T>(pick: (stored: StoredReport) => T): T[] => reports.map(pick);
  await sql`
    WITH r AS (
      SELECT * FROM unnest(
        ${column(({ viewingId }) => viewingId)}::text[],
        ${column(({ report }) => report.at)}::timestamptz[],
        ${column(({ report }) => report.position)}::double precision[],
        ${column(({ report }) => report.isPlaying)}::boolean[],
        ${column(({ report }) => report.isTabVisible)}::boolean[],
        ${column(({ intervalId }) => intervalId)}::bigint[],
        ${column(({ isContinued }) => isContinued)}::boolean[],
        ${column(({ closedAt }) => closedAt)}::timestamptz[],
        ${column(({ part }) => part?.startedAt ?? null)}::timestamptz[],
        ${column(({ part }) => part?.endedAt ?? null)}::timestamptz[],
        ${column(({ part }) => part?.from ?? null)}::double precision[],
        ${column(({ part }) => part?.to ?? null)}::double precision[],
        ${column(({ part }) => part?.isTabVisible ?? null)}::boolean[]
      ) AS r (viewing_id, at, position, is_playing, is_tab_visible, interval_id, is_continued, closed_at,
        started_at, ended_at, position_from, position_to, was_tab_visible)
    ), added AS (
      INSERT INTO watch_intervals (viewing_id, started_at, ended_at, position_from, position_to, is_tab_visible)
      SELECT viewing_id, started_at, ended_at, position_from, position_to, was_tab_visible
      FROM r WHERE started_at IS NOT NULL AND interval_id IS NULL
      RETURNING id, viewing_id
    ), lengthened AS (
      UPDATE watch_intervals w SET ended_at = r.ended_at, position_to = r.position_to
      FROM r WHERE w.id = r.interval_id AND r.started_at IS NOT NULL
    )
    UPDATE viewings v SET seen_at = r.at, position = r.position, is_playing = r.is_playing,
      is_tab_visible = r.is_tab_visible, closed_at = r.closed_at,
      interval_id = CASE WHEN r.is_continued THEN coalesce(r.interval_id, added.id) END
    FROM r LEFT JOIN added ON added.viewing_id = r.viewing_id
    WHERE v.id = r.viewing_id`.execute(trx);
}
