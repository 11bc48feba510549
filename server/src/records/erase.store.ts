import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { type Erasing, erasedName } from '../platform/erasing.ts';

/**
 * Takes the name out of what these participants asked to record, and out of the list of who spoke. Recordings are held
 * in the order of their ids, as where a room is deleted.
 */
export async function eraseFromRecords(
  trx: Db,
  { erasedId }: Pick<Erasing, 'erasedId'>,
  participantIds: string[],
): Promise<void> {
  await sql`
    UPDATE records SET started_by_name = ${erasedName}
    WHERE id IN (
      SELECT id FROM records WHERE started_by_participant = ANY (${participantIds}) ORDER BY id FOR UPDATE
    )`.execute(trx);
  await sql`
    UPDATE record_voices SET name = ${erasedName},
      external_user_id = CASE WHEN external_user_id IS NOT NULL THEN ${erasedId} END
    WHERE participant_id = ANY (${participantIds})`.execute(trx);
}
