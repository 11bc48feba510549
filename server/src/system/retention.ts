import { setTimeout as pause } from 'node:timers/promises';
import { ticks } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { type Lease, releaseLease, renewLease, takeLease } from '../platform/lease.store.ts';
import type { Logger } from '../platform/log.ts';

export interface Step {
  /** For the log. */
  what: string;
  /** Erases one small batch, in its own transaction. @returns whether there may be more */
  erase: (trx: Db) => Promise<boolean>;
}

export const waits = {
  /** A node that died loses the lease after so long; far longer than one batch takes. */
  leaseSeconds: 30,
  leastPauseMs: 20,
  /** Of one core: the rest of the time is a pause, so that requests find the database idle. */
  share: 0.06,
};

export interface RetentionParts {
  db: Db;
  node: string;
  log: Pick<Logger, 'info' | 'warn'>;
  /** In this order, each until nothing is left of it. */
  steps: Step[];
  stop: AbortSignal;
  /** Instead of the time that a batch really took. */
  ticks?: () => number;
}

/** @returns undefined where the lease is lost */
const batchOf = (db: Db, lease: Lease, { erase }: Step): Promise<boolean | undefined> =>
  inTransaction(db, async (trx) => ((await renewLease(trx, lease)) ? erase(trx) : undefined));

/** @returns false where the lease was lost or the node stops */
async function finish(parts: RetentionParts, lease: Lease, step: Step): Promise<boolean> {
  const { db, log, stop, ticks: read = ticks } = parts;
  // The lease is renewed at the start of the next batch: a longer pause would outlast it.
  const mostPauseMs = (lease.seconds * 1000) / 3;
  for (let more = true; more; ) {
    if (stop.aborted) return false;
    const begun = read();
    const result = await batchOf(db, lease, step);
    if (result === undefined) {
      const text =
        'retention lost its lease: another node took it, or a batch took too long; trying again in 30 s';
      if (!stop.aborted) log.warn({ step: step.what }, text);
      return false;
    }
    more = result;
    const rest = ((read() - begun) * (1 - waits.share)) / waits.share;
    const restMs = Math.min(mostPauseMs, Math.max(waits.leastPauseMs, rest));
    await pause(restMs, undefined, { signal: stop }).catch(() => undefined);
  }
  return true;
}

/**
 * Runs the steps while this node holds the lease. A step that fails is logged and does not keep the others from running.
 * @returns false where this node did not have the lease to the end, or was stopped
 */
export async function erasePast(parts: RetentionParts): Promise<boolean> {
  const { db, log, steps } = parts;
  const lease: Lease = {
    name: 'retention',
    holder: parts.node,
    seconds: waits.leaseSeconds,
  };
  if (!(await takeLease(db, lease))) return false;
  const begun = ticks();
  let failures = 0;
  try {
    for (const step of steps) {
      try {
        if (!(await finish(parts, lease, step))) return false;
      } catch (error) {
        failures += 1;
        log.warn({ err: error, step: step.what }, 'a step of the retention failed; trying again in an hour');
      }
    }
    if (failures === 0) {
      const elapsed = Math.round((ticks() - begun) / 1000);
      log.info({ seconds: elapsed }, 'erased what is older than LECTERN_RETENTION_DAYS');
    }
    return true;
  } finally {
    await releaseLease(db, lease).catch(() => undefined);
  }
}
