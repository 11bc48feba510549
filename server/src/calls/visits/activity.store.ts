import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { execute, selectValue } from '../../platform/db/rows.ts';

/** The states of a visit that its page reports: the tab is visible, the person speaks. */
export const activityKinds = ['tab', 'speaking'] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** A report of a page. Kinds that are in neither list do not change. */
export interface ActivityReport {
  participantId: string;
  spaceId: string;
  /** The entry whose visit is meant; null: the newest visit. */
  entryId: string | null;
  /** The page numbers its reports in their order; null: it does not. */
  number: number | null;
  on: ActivityKind[];
  off: ActivityKind[];
}

/**
 * Stores what a page reports about its visit, with the time at which the report arrived. An interval ends by a report
 * or with its visit, never by silence: the media server decides when a page is gone.
 * @returns false if the participant has no such visit
 */
export const recordActivity = async (
  db: Db,
  { participantId, spaceId, entryId, number, on, off }: ActivityReport,
) =>
  (await selectValue<boolean>(db)`${prepared}
    SELECT report_activity(${participantId}, ${spaceId}, ${entryId}, ${number}, ${on}, ${off}, ${now()}) AS "isKnown"`) ===
  true;

/** Stores a state of a visit that is over. */
export const insertActivity = (
  trx: Db,
  {
    visitId,
    kind,
    startedAt,
    endedAt,
  }: { visitId: string; kind: ActivityKind; startedAt: Date; endedAt: Date },
) => execute(trx)`
    INSERT INTO activity_intervals (visit_id, kind, started_at, ended_at)
    VALUES (${visitId}, ${kind}, ${startedAt}, ${endedAt})`;

/**
 * Ends the intervals of a visit that no report ended. The exit may become known late: an interval that a report started
 * or ended after it keeps these times, because the next visit of the entry continues it.
 */
export const endActivity = (trx: Db, visitId: string, exitedAt: Date) => execute(trx)`
    UPDATE activity_intervals SET ended_at = greatest(started_at, ${exitedAt}), ends_with_visit = true
    WHERE visit_id = ${visitId} AND (ended_at IS NULL OR ends_with_visit)`;

/**
 * Continues the intervals of the previous visit of the same entry in a new visit: those that ended with it, and those
 * that a report ended after the new visit began. The media SDK begins a new session of its own when the media server was
 * lost, and a report of the page may arrive before the server knows that session.
 */
export const continueActivity = (trx: Db, visitId: string) => execute(trx)`
    INSERT INTO activity_intervals (visit_id, kind, started_at, ended_at, ends_with_visit)
    SELECT v.id, a.kind, greatest(v.entered_at, a.started_at),
      CASE WHEN a.ends_with_visit THEN v.exited_at ELSE a.ended_at END, a.ends_with_visit AND v.exited_at IS NOT NULL
    FROM visits v
    JOIN LATERAL (
      SELECT * FROM visits earlier
      WHERE earlier.participant_id = v.participant_id AND earlier.call_id = v.call_id AND earlier.id <> v.id
        AND earlier.entry_id = v.entry_id AND earlier.exited_at <= v.entered_at
      ORDER BY earlier.exited_at DESC LIMIT 1
    ) last ON true
    JOIN activity_intervals a ON a.visit_id = last.id
    WHERE v.id = ${visitId} AND (a.ends_with_visit OR a.ended_at > v.entered_at)`;
