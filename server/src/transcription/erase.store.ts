import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { execute } from '../platform/db/rows.ts';
import { announceWork } from './store.ts';

/**
 * Erases what these participants said from all transcripts, and has the summaries made again. Locks transcripts by
 * the ids of their recordings, so that one that becomes ready now is erased, too. One under way loses its claim:
 * the attempt knows the old voices, so that another one continues without it.
 */
export async function eraseFromTranscripts(trx: Db, participantIds: string[]): Promise<void> {
  const isTheirs = sql`
    record_id IN (SELECT record_id FROM record_voices WHERE participant_id = ANY (${participantIds}))`;
  await execute(trx)`SELECT FROM transcripts WHERE ${isTheirs} ORDER BY record_id FOR UPDATE`;
  await execute(trx)`
    UPDATE transcripts SET state = 'waiting', node_id = NULL, claim = NULL, claimed_until = NULL,
      attempts = greatest(attempts - 1, 0),
      work_seconds = work_seconds + extract(epoch FROM clock_timestamp() - begun_at)
    WHERE ${isTheirs} AND state = 'running'`;
  await execute(trx)`
    DELETE FROM transcript_chunks c USING record_voices v
    WHERE v.record_id = c.record_id AND v.number = c.voice AND v.participant_id = ANY (${participantIds})`;
  await execute(trx)`
    WITH erased AS (
      DELETE FROM transcript_segments WHERE participant_id = ANY (${participantIds}) RETURNING record_id
    )
    UPDATE transcripts SET revision = revision + 1, summary = NULL, summary_version = summary_version + 1,
      summary_attempts = 0, summary_due_at = clock_timestamp()
    WHERE record_id IN (SELECT record_id FROM erased)`;
  await announceWork(trx);
}
