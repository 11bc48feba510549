import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { announceWork } from './store.ts';

/**
 * Erases what these participants said from all transcripts, and has the summaries made again. Locks transcripts by
 * the ids of their recordings, so that one that becomes ready now is erased, too.
 */
export async function eraseFromTranscripts(trx: Db, participantIds: string[]): Promise<void> {
  await sql`
    SELECT FROM transcripts
    WHERE record_id IN (SELECT record_id FROM record_voices WHERE participant_id = ANY (${participantIds}))
    ORDER BY record_id FOR UPDATE`.execute(trx);
  await sql`
    DELETE FROM transcript_chunks c USING record_voices v
    WHERE v.record_id = c.record_id AND v.number = c.voice AND v.participant_id = ANY (${participantIds})`.execute(
    trx,
  );
  await sql`
    WITH erased AS (
      DELETE FROM transcript_segments WHERE participant_id = ANY (${participantIds}) RETURNING record_id
    )
    UPDATE transcripts SET revision = revision + 1, summary = NULL, summary_version = summary_version + 1,
      summary_attempts = 0, summary_due_at = clock_timestamp()
    WHERE record_id IN (SELECT record_id FROM erased)`.execute(trx);
  await announceWork(trx);
}
