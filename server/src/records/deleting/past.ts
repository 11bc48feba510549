import type { Db } from '../../platform/db/db.ts';
import { removeRecord } from './delete.ts';
import { deleteRowsWithoutFiles, findPastRecords } from './past.store.ts';

const recordsAtOnce = 20;
const rowsAtOnce = 100;

/** Deletes a batch of recordings that ended before a moment, as a person would. @returns whether there may be more */
export async function deletePastRecords(trx: Db, before: Date): Promise<boolean> {
  const ids = await findPastRecords(trx, before, recordsAtOnce);
  for (const id of ids) await removeRecord(trx, id);
  return ids.length === recordsAtOnce;
}

/** Deletes a batch of rows of deleted recordings whose files are removed. @returns whether there may be more */
export const deletePastRecordRows = async (trx: Db, before: Date): Promise<boolean> =>
  (await deleteRowsWithoutFiles(trx, before, rowsAtOnce)) === rowsAtOnce;
