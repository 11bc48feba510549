import type pg from 'pg';
import { type Repeating, repeat } from '../concurrency/repeat.ts';
import type { Db } from '../db/db.ts';
import { listen } from '../db/listen.ts';
import type { Logger } from '../logging/log.ts';
import type { NamedJob } from './job.ts';
import { TaskLease } from './lease.ts';
import { JobRuns } from './runs.ts';

export type { JobDefinition, NamedJob } from './job.ts';

export interface RepeatingParts {
  db: Db;
  pool: pg.Pool;
  node: string;
  log: Logger;
  runs?: JobRuns;
}

/** The leases of a node's jobs; those of one name share one. */
function leasesOf({ db, node }: RepeatingParts): (job: NamedJob) => TaskLease | undefined {
  const leases = new Map<string, TaskLease>();
  return ({ name, lease = name, leaseSeconds: seconds }) => {
    if (seconds !== undefined && !leases.has(lease)) {
      leases.set(lease, new TaskLease(db, { name: lease, holder: node, seconds }));
    }
    return leases.get(lease);
  };
}

const wakeAll = (repeatings: Repeating[]): void => {
  for (const repeating of repeatings) repeating.wake();
};

/**
 * Repeats the jobs of a node until the returned function is called, which resolves when no run is under way
 * (docs/decisions/0033).
 * @example startRepeating(parts, [{ name: 'spaces.sweep', everyMs: 2_000, leaseSeconds: 15, run: () => sweep(db) }]);
 */
export function startRepeating(parts: RepeatingParts, jobs: NamedJob[]): () => Promise<void> {
  const { pool, log, runs = new JobRuns() } = parts;
  const leaseOf = leasesOf(parts);
  const woken = new Map<string, Repeating[]>();
  const stops = jobs.map((job) => {
    const { name, places = 1, wokenBy = [], run, end } = job;
    const options = { ...job, what: `the job ${name}`, log: job.log ?? log, lease: leaseOf(job) };
    runs.add(job);
    const repeatings: Repeating[] = [];
    const wake = () => wakeAll(repeatings);
    while (repeatings.length < places) {
      repeatings.push(repeat(options, (stop) => runs.note(name, stop, () => run(stop, wake))));
    }
    for (const channel of wokenBy) woken.set(channel, [...(woken.get(channel) ?? []), ...repeatings]);
    return async () => {
      await Promise.all(repeatings.map((repeating) => repeating.stop()));
      await end?.();
    };
  });
  for (const [channel, repeatings] of woken) {
    stops.push(listen({ pool, channel, log, onNotice: () => wakeAll(repeatings) }));
  }
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
