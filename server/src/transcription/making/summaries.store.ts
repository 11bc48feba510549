import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { countChanged, execute, selectFirst } from '../../platform/db/rows.ts';
import type { StoredSummary } from '../../platform/db/tables.ts';
import { type TranscriptRow, transcriptColumns } from '../store.ts';

export type DueSummary = Pick<TranscriptRow, 'recordId' | 'summaryVersion'>;

/** Claims the summary that is due for the longest time. Until the hold ends, no other node makes it. */
export const claimSummary = (db: Db, holdSeconds: number) => selectFirst<TranscriptRow>(db)`
    UPDATE transcripts t SET summary_attempts = t.summary_attempts + 1,
      summary_due_at = clock_timestamp() + ${holdSeconds} * interval '1 second'
    WHERE t.record_id = (
      SELECT record_id FROM transcripts
      WHERE summary_due_at <= clock_timestamp() AND state = 'ready'
      ORDER BY summary_due_at LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING ${transcriptColumns}`;

const isCurrent = ({ recordId, summaryVersion }: DueSummary) => sql<boolean>`
  record_id = ${recordId} AND summary_version = ${summaryVersion} AND state = 'ready'`;

/** Moves the next attempt. @returns false if the segments changed meanwhile, or the summary is stored */
export const postponeSummary = async (db: Db, due: DueSummary, pauseMs: number) =>
  (await countChanged(db)`
    UPDATE transcripts SET summary_due_at = clock_timestamp() + ${pauseMs} * interval '1 millisecond'
    WHERE ${isCurrent(due)} AND summary_due_at IS NOT NULL`) === 1;

/** Keeps the summary as it is. */
export const endSummary = (db: Db, due: DueSummary) =>
  execute(db)`UPDATE transcripts SET summary_due_at = NULL WHERE ${isCurrent(due)}`;

/** Stores a summary, unless the segments changed meanwhile. @param isLast whether no better one follows */
export async function saveSummary(
  db: Db,
  due: DueSummary,
  { summary, isLast }: { summary: StoredSummary; isLast: boolean },
): Promise<void> {
  const text = JSON.stringify(summary);
  await execute(db)`
    UPDATE transcripts SET summary = ${text},
      revision = revision + CASE WHEN summary IS DISTINCT FROM ${text}::jsonb THEN 1 ELSE 0 END,
      summary_due_at = CASE WHEN ${isLast} THEN NULL ELSE summary_due_at END
    WHERE ${isCurrent(due)}`;
}
