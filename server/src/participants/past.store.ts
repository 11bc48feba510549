import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

/**
 * Deletes participants who entered before a moment, with their visits, except in calls whose counts are not stored
 * yet.
 * @returns how many
 */
export async function deletePastParticipants(trx: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM participants WHERE id = ANY (ARRAY(
      SELECT p.id FROM participants p
      WHERE p.created_at < ${before}
        AND NOT EXISTS (SELECT FROM calls c WHERE c.id = p.call_id AND c.entries IS NULL)
        AND NOT EXISTS (
          SELECT FROM visits v JOIN calls c ON c.id = v.call_id WHERE v.participant_id = p.id AND c.entries IS NULL
        )
      ORDER BY p.created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ))`.execute(trx);
  return Number(numAffectedRows);
}
