import { deleteSpaceTokens } from '../auth/auth.ts';
import { seconds, ticks } from '../platform/clock.ts';
import { DeadlineMissed, withDeadline } from '../platform/concurrency/deadline.ts';
import { type Db, inTransaction, isDatabaseAway, isTooSlow } from '../platform/db/db.ts';
import { allowLongStatements, deletionSeconds } from '../platform/db/limits.ts';
import { type Effects, runAll } from '../platform/effects.ts';
import type { JobDefinition } from '../platform/jobs/jobs.ts';
import type { Logger } from '../platform/logging/log.ts';
import { deleteHiddenRow, hiddenSpaces, hideSpaceRow } from './delete.store.ts';
import { lockSpace, type SpaceRow } from './store.ts';

/** The parts of other features in the deletion of a group. */
export interface SpaceDeletion {
  /** In the transaction that hides the group. */
  onSpaceDeleting: Effects<SpaceRow>;
  /** Each deletes up to `limit` rows of a hidden group with all that depends on them, and returns their number. */
  steps: ((trx: Db, some: { spaceId: string; limit: number }) => Promise<number>)[];
}

export const timings = {
  /** How long a request may take before it responds that the deletion is not finished, in ms. */
  answerMs: seconds(2),
  /** How long one group is worked on before the next one has its turn, in ms. */
  turnMs: seconds(5),
};

/** A batch that takes longer is halved, in ms: locks are short, and other statements hardly wait. */
const longBatchMs = 500;
const mostRows = 1000;

/**
 * Hides a group in one transaction: from then on it and everything in it is absent for everybody. `deleteHidden` deletes
 * its rows. The second of two concurrent deletions finds nothing to hide.
 */
export function hideSpace(
  db: Db,
  spaceId: string,
  { onSpaceDeleting }: Pick<SpaceDeletion, 'onSpaceDeleting'>,
): Promise<void> {
  return inTransaction(db, async (trx) => {
    await allowLongStatements(trx, deletionSeconds);
    const space = await lockSpace(trx, spaceId);
    if (!space) return;
    await runAll(trx, onSpaceDeleting, space);
    await deleteSpaceTokens(trx, spaceId);
    await hideSpaceRow(trx, spaceId);
  });
}

/**
 * Deletes the rows of a hidden group in batches, each committed on its own, until `stop`. Several nodes may do it at
 * once. The first batch is one row, since one room may have millions of rows.
 */
async function deleteHidden(
  db: Db,
  spaceId: string,
  { steps, stop }: Pick<SpaceDeletion, 'steps'> & { stop: AbortSignal },
): Promise<void> {
  for (const step of steps) {
    let limit = 1;
    let isDone = false;
    while (!isDone) {
      if (stop.aborted) return;
      const begun = ticks();
      const count = await inTransaction(db, async (trx) => {
        await allowLongStatements(trx, deletionSeconds);
        return step(trx, { spaceId, limit });
      });
      isDone = count < limit;
      limit = ticks() - begun > longBatchMs ? Math.ceil(limit / 2) : Math.min(limit * 2, mostRows);
    }
  }
  await deleteHiddenRow(db, spaceId);
}

interface Parts {
  db: Db;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  deletion: SpaceDeletion;
}

/** Hides a group and deletes it as far as that is possible before the request has to be answered. */
export async function deleteSpace({ db, log, deletion }: Parts, spaceId: string): Promise<void> {
  const begun = ticks();
  await hideSpace(db, spaceId, deletion);
  const leftMs = Math.max(0, Math.round(timings.answerMs - (ticks() - begun)));
  const deleted = deleteHidden(db, spaceId, { ...deletion, stop: AbortSignal.timeout(leftMs) });
  await withDeadline(deleted, leftMs, 'the deletion of a group').catch((error: unknown) => {
    if (error instanceof DeadlineMissed) return;
    log.warn({ err: error, spaceId }, 'could not delete the rows of a group yet; a background job will');
  });
}

/** Deletes the rows of hidden groups, each in turns: also of those that a killed node left, and of deleted accounts. */
export const deleteSpacesJob = ({ db, log, deletion }: Parts): JobDefinition => ({
  everyMs: seconds(2),
  run: async (signal) => {
    for (const spaceId of await hiddenSpaces(db)) {
      const stop = AbortSignal.any([signal, AbortSignal.timeout(timings.turnMs)]);
      await deleteHidden(db, spaceId, { ...deletion, stop }).catch((error: unknown) => {
        // A batch that takes too long must not keep the groups after it waiting.
        if (isDatabaseAway(error) && !isTooSlow(error)) throw error;
        log.error({ err: error, spaceId }, 'could not delete the rows of a group; will retry');
      });
    }
    return (await hiddenSpaces(db)).length > 0 ? 200 : undefined;
  },
});
