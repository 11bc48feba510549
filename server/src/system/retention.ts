import { setTimeout as pause } from 'node:timers/promises';
import { ticks } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import type { Logger } from '../platform/log.ts';
import { type Lease, releaseLease, renewLease, takeLease } from './lease.store.ts';

/** Erases one small batch, in its own transaction. @returns whether there may be more */
export type Step = (trx: Db) => Promise<boolean>;

/** A node that died loses the lease after so long; far longer than one batch takes. */
const leaseSeconds = 30;
/** Of one core: the rest of the time is a pause, so that requests find the database idle. */
const share = 0.06;
const leastPauseMs = 20;

export interface RetentionParts {
  db: Db;
  node: string;
  log: Pick<Logger, 'info'>;
  /** In this order, each until nothing is left of it. */
  steps: Step[];
  stop: AbortSignal;
}

/** @returns undefined where the lease is lost */
const batchOf = (db: Db, lease: Lease, step: Step): Promise<boolean | undefined> =>
  inTransaction(db, async (trx) => ((await renewLease(trx, lease)) ? step(trx) : undefined));

/**
 * Runs the steps while this node holds the lease.
 * @returns whether all of them came to their end; false: another node is at it, or it was stopped
 */
export async function erasePast({ db, node, log, steps, stop }: RetentionParts): Promise<boolean> {
  const lease: Lease = { name: 'retention', holder: node, seconds: leaseSeconds };
  if (!(await takeLease(db, lease))) return false;
  const begun = ticks();
  try {
    for (const step of steps) {
      for (let more: boolean | undefined = true; more; ) {
        const batchBegun = ticks();
        more = stop.aborted ? undefined : await batchOf(db, lease, step);
        if (more === undefined) return false;
        const rest = ((ticks() - batchBegun) * (1 - share)) / share;
        await pause(Math.max(leastPauseMs, rest), undefined, { signal: stop }).catch(() => undefined);
      }
    }
    log.info(
      { seconds: Math.round((ticks() - begun) / 1000) },
      'erased what is older than LECTERN_RETENTION_DAYS',
    );
    return true;
  } finally {
    await releaseLease(db, lease).catch(() => undefined);
  }
}
