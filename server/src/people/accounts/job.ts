import { seconds } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/errors.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { type DeletedAccount, type DeletionParts, deleteAccount, followDeletion } from './delete.ts';
import { lockDeletionRequest, noteFailure, requestedDeletions } from './requests.store.ts';

interface JobParts {
  db: Db;
  log: Logger;
  parts: DeletionParts;
}

/** @returns undefined if the request was done or withdrawn meanwhile */
function deleteRequested({ db, parts }: JobParts, userId: string): Promise<DeletedAccount | undefined> {
  return inTransaction(db, async (trx) => {
    const request = await lockDeletionRequest(trx, userId);
    if (!request) return undefined;
    return deleteAccount(parts, trx, { ...request, spaces: 'deleteAll' });
  });
}

async function work(job: JobParts, userId: string): Promise<void> {
  const { db, log, parts } = job;
  try {
    const deleted = await deleteRequested(job, userId);
    if (!deleted) return;
    log.info({ userId, groups: deleted.deletedSpaces }, 'deleted an account, as the operator requested');
    await followDeletion(parts, db, deleted);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await noteFailure(db, userId, error.message);
    log.error({ userId, reason: error.message }, 'could not delete an account; it stays disabled');
  }
}

/** Deletes the accounts that the operator named on the command line. The rest of the groups is decided there. */
export const deleteAccountsJob = (job: JobParts): JobDefinition => ({
  everyMs: seconds(2),
  run: async (stop) => {
    for (const userId of await requestedDeletions(job.db)) {
      if (stop.aborted) return;
      await work(job, userId);
    }
  },
});
