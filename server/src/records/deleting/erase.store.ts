import type { Db } from '../../platform/db/db.ts';
import { execute } from '../../platform/db/rows.ts';
import { erasedName } from '../../platform/erasing.ts';
import { announceDeletion } from '../store.ts';

/**
 * Erases the names of these participants, and of this account, from the recordings they started and the lists of
 * speakers, and has the files of their voices removed. Locks recordings by id, in the same order as the deletion of a
 * room. Includes those of their rooms that have not ended: their
 * speakers may be stored at this moment from the old rows of the participants.
 */
export async function eraseFromRecords(
  trx: Db,
  { erasedId, userId }: { erasedId: string; userId?: string },
  participantIds: string[],
): Promise<void> {
  await execute(trx)`
    SELECT id FROM records
    WHERE id IN (
      SELECT id FROM records
      WHERE started_by_participant = ANY (${participantIds}) OR started_by_user = ${userId}::text
      UNION
      SELECT r.id FROM participants p JOIN records r ON r.room_id = p.room_id
      WHERE p.id = ANY (${participantIds}) AND r.finished_at IS NULL AND r.deleted_at IS NULL
    )
    ORDER BY id FOR UPDATE`;
  await execute(trx)`
    UPDATE records SET started_by_name = ${erasedName}, started_by_user = nullif(started_by_user, ${userId}::text)
    WHERE started_by_participant = ANY (${participantIds}) OR started_by_user = ${userId}::text`;
  await execute(trx)`
    UPDATE record_voices SET name = ${erasedName}, erased_at = coalesce(erased_at, clock_timestamp()),
      external_user_id = CASE WHEN external_user_id IS NOT NULL THEN ${erasedId} END
    WHERE participant_id = ANY (${participantIds})`;
  await announceDeletion(trx);
}
