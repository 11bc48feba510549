import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { announceWork, type SegmentRow } from './store.ts';

interface TranscriptRequest {
  recordId: string;
  language: string;
  at: Date;
}

/**
 * Inserts a request, or starts an ended transcript anew. One under way stays, unless its language changes.
 * @returns whether the transcript begins anew
 */
export async function saveRequest(trx: Db, { recordId, language, at }: TranscriptRequest): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO transcripts AS t (record_id, language, requested_at, voice_seconds)
    VALUES (${recordId}, ${language}, ${at},
      (SELECT coalesce(sum(duration), 0) FROM record_voices WHERE record_id = ${recordId}))
    ON CONFLICT (record_id) DO UPDATE SET state = 'waiting', failure = NULL, language = excluded.language,
      spoken_language = NULL, engine = NULL, done_voices = '{}', progress = NULL, node_id = NULL, claim = NULL,
      claimed_until = NULL, attempts = 0, away_since = NULL, requested_at = excluded.requested_at, begun_at = NULL,
      finished_at = NULL, work_seconds = 0, voice_seconds = excluded.voice_seconds, summary = NULL,
      summary_version = t.summary_version + 1, summary_due_at = NULL, summary_attempts = 0
    WHERE t.state IN ('ready', 'failed') OR t.language <> excluded.language
    RETURNING t.record_id`.execute(trx);
  if (rows.length === 0) return false;
  await sql`DELETE FROM transcript_segments WHERE record_id = ${recordId}`.execute(trx);
  await sql`DELETE FROM transcript_chunks WHERE record_id = ${recordId}`.execute(trx);
  await announceWork(trx);
  return true;
}

/** Deletes a transcript with its segments, chunks and summary. @returns false if there was none */
export async function deleteTranscript(trx: Db, recordId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM transcripts WHERE record_id = ${recordId}`.execute(trx);
  return numAffectedRows === 1n;
}

export async function saveCorrection(
  trx: Db,
  { id, text, originalText, speaker, originalSpeaker }: SegmentRow,
): Promise<void> {
  await sql`
    UPDATE transcript_segments SET text = ${text}, original_text = ${originalText}, speaker = ${speaker},
      original_speaker = ${originalSpeaker}
    WHERE id = ${id}`.execute(trx);
}

/** Notes that segments changed; the summary follows after a pause. @returns the new revision */
export async function noteChange(
  trx: Db,
  { recordId, summaryAfterMs }: { recordId: string; summaryAfterMs: number },
): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    UPDATE transcripts SET revision = revision + 1, summary_version = summary_version + 1, summary_attempts = 0,
      summary_due_at = clock_timestamp() + ${summaryAfterMs} * interval '1 millisecond'
    WHERE record_id = ${recordId}
    RETURNING revision`.execute(trx);
  return rows[0]?.revision ?? 0;
}
