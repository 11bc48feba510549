import { now } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/errors.ts';
import { lockRecord, markDeleted } from '../store.ts';
import { findPastRecords } from './retention.store.ts';

const pastAtOnce = 20;

/**
 * Marks a recording as deleted for everybody. Its files are removed afterwards, with retries.
 * @param onDeleting runs in the transaction, before the deletion; it may refuse
 */
export function removeRecord(
  db: Db,
  recordId: string,
  onDeleting: (trx: Db) => Promise<void> = async () => undefined,
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const record = await lockRecord(trx, recordId);
    await onDeleting(trx);
    if (record && !record.finishedAt) {
      throw new Refusal('record_active', {
        message: 'This recording is not finished: stop it and wait until it is ready.',
        recordId,
      });
    }
    await markDeleted(trx, recordId, now());
  });
}

/** Deletes a batch of recordings that ended before a moment, as a person would. @returns whether there may be more */
export async function deletePastRecords(trx: Db, before: Date): Promise<boolean> {
  const ids = await findPastRecords(trx, before, pastAtOnce);
  for (const id of ids) await removeRecord(trx, id);
  return ids.length === pastAtOnce;
}
