import { setTimeout as pause } from 'node:timers/promises';
import { after, seconds, ticks } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { LoggedFailure, type NamedJob } from '../platform/jobs/jobs.ts';
import { type Lease, releaseLease, renewLease, takeLease } from '../platform/jobs/lease.store.ts';
import type { Logger } from '../platform/logging/log.ts';
import { hourly } from './housekeeping.ts';

export interface Step {
  /** Name in the log. */
  what: string;
  /** Erases one small batch in its own transaction. @returns whether there may be more */
  erase: (trx: Db) => Promise<boolean>;
}

export const timings = {
  /** After this time a dead node loses the lease; far longer than one batch takes. */
  leaseSeconds: 30,
  leastPauseMs: 20,
  /**
   * Share of a core: the rest of the time is a pause, which leaves the database to requests
   * (docs/decisions/0019).
   */
  share: 0.06,
};

const leaseName = 'retention';

export interface RetentionParts {
  db: Db;
  node: string;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Run in this order, each until nothing is left to erase. */
  steps: Step[];
  stop: AbortSignal;
  /** Replaces the measured time of a batch, for tests. */
  ticks?: () => number;
}

/** @returns undefined if the lease was lost */
const batchOf = (db: Db, lease: Lease, { erase }: Step): Promise<boolean | undefined> =>
  inTransaction(db, async (trx) => ((await renewLease(trx, lease)) ? erase(trx) : undefined));

/** @returns false if the lease was lost or the node stops */
async function finish(parts: RetentionParts, lease: Lease, step: Step): Promise<boolean> {
  const { db, log, stop, ticks: read = ticks } = parts;
  // The next batch renews the lease: a longer pause would outlast it.
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
    const rest = ((read() - begun) * (1 - timings.share)) / timings.share;
    const restMs = Math.min(mostPauseMs, Math.max(timings.leastPauseMs, rest));
    await pause(restMs, undefined, { signal: stop }).catch(() => undefined);
  }
  return true;
}

/**
 * Runs the steps while this node holds the lease. A failing step does not prevent the others.
 * @returns false if this node lost the lease or was stopped
 * @throws LoggedFailure if steps failed
 */
export async function erasePast(parts: RetentionParts): Promise<boolean> {
  const { db, log, steps } = parts;
  const lease: Lease = {
    name: leaseName,
    holder: parts.node,
    seconds: timings.leaseSeconds,
  };
  if (!(await takeLease(db, lease))) return false;
  const begun = ticks();
  const failures: string[] = [];
  try {
    for (const step of steps) {
      try {
        if (!(await finish(parts, lease, step))) return false;
      } catch (error) {
        failures.push(step.what);
        log.warn({ err: error, step: step.what }, 'a step of the retention failed; trying again in an hour');
      }
    }
    if (failures.length > 0)
      throw new LoggedFailure(`failed: ${failures.join(', ')}; the log has the errors`);
    const elapsed = Math.round((ticks() - begun) / 1000);
    log.info({ seconds: elapsed }, 'erased what is older than LECTERN_RETENTION_DAYS');
    return true;
  } finally {
    await releaseLease(db, lease).catch(() => undefined);
  }
}

/** How soon a node that lost the lease requests it again. */
const againMs = seconds(30);

/** Erases what is older than these days. Each batch extends the lease of the job, since a run may take hours. */
export const retentionJob = (
  parts: Pick<RetentionParts, 'db' | 'node' | 'log'> & { days: number; stepsOf: (before: Date) => Step[] },
): Omit<NamedJob, 'name'> => ({
  ...hourly,
  lease: leaseName,
  leaseSeconds: timings.leaseSeconds,
  run: async (stop) => {
    const steps = parts.stepsOf(after(-seconds(parts.days * 86_400)));
    return (await erasePast({ ...parts, stop, steps })) ? undefined : againMs;
  },
});
