import { sql } from 'kysely';
import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';

/** The states of a visit that its page reports: the tab is visible, the person speaks. */
export const activityKinds = ['tab', 'speaking'] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** A report of a page. Kinds that are in neither list do not change. */
export interface ActivityReport {
  participantId: string;
  spaceId: string;
  /** The entry whose visit is meant; null: the newest visit. */
  entryId: string | null;
  on: ActivityKind[];
  off: ActivityKind[];
}

/**
 * Finds the open visit of a report and renews its open intervals that are on. A report that changes nothing ends here:
 * 2,000 pages send such a report every 20 s. It waits for no lock, because it holds none of the visit: if another
 * statement changes an interval at this moment, the report is not done.
 * @param silentBefore intervals that were not renewed since then are over
 * @returns undefined if the participant has no such visit; `isDone`: the report changes nothing else
 */
export async function renewActivity(
  db: Db,
  { participantId, spaceId, entryId, on, off }: ActivityReport,
  silentBefore: Date,
): Promise<{ visitId: string; isDone: boolean } | undefined> {
  const { rows } = await sql<{ visitId: string; isDone: boolean }>`
    WITH visit AS (
      SELECT v.id
      FROM visits v JOIN calls c ON c.id = v.call_id JOIN participants p ON p.id = v.participant_id
      WHERE v.participant_id = ${participantId} AND v.exited_at IS NULL AND c.finished_at IS NULL
        AND c.space_id = ${spaceId} AND p.removed_at IS NULL
        AND (${entryId}::text IS NULL OR v.entry_id = ${entryId})
      ORDER BY v.entered_at DESC LIMIT 1
    ), renewed AS (
      UPDATE activity_intervals SET seen_at = greatest(seen_at, ${now()})
      WHERE id IN (
        SELECT a.id FROM visit JOIN activity_intervals a ON a.visit_id = visit.id
        WHERE a.ended_at IS NULL AND a.kind = ANY (${on}) AND a.seen_at >= ${silentBefore}
        FOR NO KEY UPDATE OF a SKIP LOCKED
      )
      RETURNING kind
    )
    SELECT visit.id AS "visitId",
      (SELECT count(*) FROM renewed) = cardinality(${on}::text[]) AND NOT EXISTS (
        SELECT FROM activity_intervals a
        WHERE a.visit_id = visit.id AND a.ended_at IS NULL AND a.kind = ANY (${off})
      ) AS "isDone"
    FROM visit`.execute(db);
  return rows[0];
}

/**
 * Renews the open intervals of reports that changed nothing else.
 * @returns how many intervals of each visit were renewed
 */
export async function renewVisits(
  db: Db,
  reports: { visitId: string; at: Date; report: Pick<ActivityReport, 'on'> }[],
  silentBefore: Date,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ visitId: string; count: number }>`
    WITH reported AS (
      SELECT * FROM unnest(
        ${reports.flatMap(({ visitId, report }) => report.on.map(() => visitId))}::text[],
        ${reports.flatMap(({ report }) => report.on)}::text[],
        ${reports.flatMap(({ at, report }) => report.on.map(() => at))}::timestamptz[]
      ) AS reported (visit_id, kind, at)
    ), renewed AS (
      UPDATE activity_intervals a SET seen_at = greatest(a.seen_at, r.at)
      FROM reported r
      WHERE a.visit_id = r.visit_id AND a.kind = r.kind AND a.id IN (
        SELECT o.id FROM reported JOIN activity_intervals o USING (visit_id, kind)
        WHERE o.ended_at IS NULL AND o.seen_at >= ${silentBefore}
        FOR NO KEY UPDATE OF o SKIP LOCKED
      )
      RETURNING a.visit_id
    )
    SELECT visit_id AS "visitId", count(*)::int AS count FROM renewed GROUP BY visit_id`.execute(db);
  return new Map(rows.map(({ visitId, count }) => [visitId, count]));
}

/**
 * Locks a visit until the transaction ends, so that it does not end meanwhile and its reports are stored one by one.
 * @returns false if it is over
 */
export async function lockOpenVisit(trx: Db, visitId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM visits WHERE id = ${visitId} AND exited_at IS NULL FOR NO KEY UPDATE`.execute(trx);
  return rows.length > 0;
}

/**
 * Ends the intervals of these kinds, and all that were not renewed since `silentBefore`: now, or at the last renewal if
 * that is before `lateBefore`, because the page could not report the end in time.
 */
export async function stopActivity(
  trx: Db,
  visitId: string,
  { kinds, silentBefore, lateBefore }: { kinds: ActivityKind[]; silentBefore: Date; lateBefore: Date },
): Promise<void> {
  await sql`
    UPDATE activity_intervals
    SET ended_at = CASE WHEN seen_at < ${lateBefore} THEN seen_at ELSE greatest(seen_at, ${now()}) END
    WHERE visit_id = ${visitId} AND ended_at IS NULL AND (kind = ANY (${kinds}) OR seen_at < ${silentBefore})
  `.execute(trx);
}

/** Starts an interval of each kind that has no open one, and renews the others. */
export async function startActivity(trx: Db, visitId: string, kinds: ActivityKind[]): Promise<void> {
  await sql`
    INSERT INTO activity_intervals (visit_id, kind, started_at, seen_at)
    SELECT v.id, kind, greatest(v.entered_at, ${now()}), greatest(v.entered_at, ${now()})
    FROM visits v CROSS JOIN unnest(${kinds}::text[]) AS kind
    WHERE v.id = ${visitId}
    ON CONFLICT (visit_id, kind) WHERE ended_at IS NULL
    DO UPDATE SET seen_at = greatest(activity_intervals.seen_at, excluded.seen_at)`.execute(trx);
}

/** Ends a visit's intervals with the visit, or at their last renewal if that is too long ago. */
export async function endActivity(
  trx: Db,
  visitId: string,
  { exitedAt, silentBefore }: { exitedAt: Date; silentBefore: Date },
): Promise<void> {
  await sql`
    UPDATE activity_intervals
    SET started_at = least(started_at, ${exitedAt}),
      ended_at = least(coalesce(ended_at, CASE WHEN seen_at < ${silentBefore} THEN seen_at END, ${exitedAt}), ${exitedAt})
    WHERE visit_id = ${visitId} AND (ended_at IS NULL OR ended_at > ${exitedAt})`.execute(trx);
}

/**
 * Goes on in a new visit with the intervals that ended with the previous visit of the same entry. The media SDK begins
 * a new session of its own when the media server was lost, and the page has nothing new to report then.
 */
export async function continueActivity(
  trx: Db,
  { visitId, silentBefore }: { visitId: string; silentBefore: Date },
): Promise<void> {
  await sql`
    INSERT INTO activity_intervals (visit_id, kind, started_at, seen_at)
    SELECT v.id, a.kind, v.entered_at, greatest(v.entered_at, a.seen_at)
    FROM visits v
    JOIN LATERAL (
      SELECT * FROM visits earlier
      WHERE earlier.participant_id = v.participant_id AND earlier.call_id = v.call_id AND earlier.id <> v.id
        AND earlier.entry_id = v.entry_id AND earlier.exited_at <= v.entered_at
      ORDER BY earlier.exited_at DESC LIMIT 1
    ) last ON true
    JOIN activity_intervals a ON a.visit_id = last.id AND a.ended_at = last.exited_at
    WHERE v.id = ${visitId} AND a.seen_at >= ${silentBefore}
    ON CONFLICT (visit_id, kind) WHERE ended_at IS NULL DO NOTHING`.execute(trx);
}

/**
 * Ends the intervals that no page renewed, at their last renewal. Skips those that a report changes at this moment.
 */
export async function endSilentActivity(db: Db, silentBefore: Date): Promise<void> {
  await sql`
    UPDATE activity_intervals SET ended_at = seen_at
    WHERE id IN (
      SELECT id FROM activity_intervals WHERE ended_at IS NULL AND seen_at < ${silentBefore} FOR UPDATE SKIP LOCKED
    )`.execute(db);
}
