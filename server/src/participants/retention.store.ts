import type { Db } from '../platform/db/db.ts';
import { execute, selectColumn } from '../platform/db/rows.ts';

interface PastParticipants {
  before: Date;
  limit: number;
  /** Runs in the transaction, before the participants with these ids are deleted. */
  onDeleting: (trx: Db, ids: string[]) => Promise<void>;
}

/**
 * Deletes participants who entered before a moment, with their visits and viewings. Those stay whose calls have no
 * stored counts yet, who watched something since, or whose session of an automatic webinar ended later.
 * @returns how many
 */
export async function deletePastParticipants(
  trx: Db,
  { before, limit, onDeleting }: PastParticipants,
): Promise<number> {
  const ids = await selectColumn(trx)`
    SELECT p.id FROM participants p
    WHERE p.created_at < ${before}
      AND NOT EXISTS (SELECT FROM calls c WHERE c.id = p.call_id AND c.entries IS NULL)
      AND NOT EXISTS (
        SELECT FROM visits v JOIN calls c ON c.id = v.call_id WHERE v.participant_id = p.id AND c.entries IS NULL
      )
      AND NOT EXISTS (
        SELECT FROM viewings w JOIN playback_sessions s ON s.id = w.session_id
        WHERE w.participant_id = p.id AND (w.seen_at >= ${before}
          OR NOT s.is_permanent AND coalesce(least(s.end_date, s.finished_at) >= ${before}, true))
      )
    ORDER BY p.created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
  if (ids.length === 0) return 0;
  await onDeleting(trx, ids);
  await execute(trx)`DELETE FROM participants WHERE id = ANY (${ids})`;
  return ids.length;
}
