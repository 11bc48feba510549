import type pg from 'pg';
import { type Repeating, repeat } from '../concurrency/repeat.ts';
import type { Db } from '../db/db.ts';
import { listen } from '../db/listen.ts';
import type { Logger } from '../logging/log.ts';
import type { NamedJob } from './job.ts';
import { TaskLease } from './lease.ts';
import { JobRuns } from './runs.ts';

export { type JobDefinition, LoggedFailure, type NamedJob } from './job.ts';

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

/**
 * Repeats the jobs of a node until the returned function is called, which resolves when no run is under way
 * (docs/decisions/0033).
 * @example startRepeating(parts, [{ name: 'spaces.sweep', everyMs: 2_000, leaseSeconds: 15, run: () => sweep(db) }]);
 */
export function startRepeating(parts: RepeatingParts, jobs: NamedJob[]): () => Promise<void> {
  const { pool, log, runs = new JobRuns() } = parts;
  const leaseOf = leasesOf(parts);
  const listeners = new Map<string, ((payload?: string) => void)[]>();
  const stops = jobs.map((job) => {
    const { name, places = 1, wokenBy = [], isFor, run, end } = job;
    const options = { ...job, what: `the job ${name}`, log: job.log ?? log, lease: leaseOf(job) };
    runs.add(job);
    const repeatings: Repeating[] = [];
    const wake = () => {
      for (const repeating of repeatings) repeating.wake();
    };
    while (repeatings.length < places) {
      repeatings.push(repeat(options, (stop) => runs.note(name, stop, () => run(stop, wake))));
    }
    // Without a payload the connection is new, and notifications may be lost.
    const onNotice = (payload?: string) => {
      if (payload === undefined || isFor === undefined || isFor(payload)) wake();
    };
    for (const channel of wokenBy) listeners.set(channel, [...(listeners.get(channel) ?? []), onNotice]);
    return async () => {
      await Promise.all(repeatings.map((repeating) => repeating.stop()));
      await end?.();
    };
  });
  const onNotice = (channel: string, payload?: string) => {
    for (const notice of listeners.get(channel) ?? []) notice(payload);
  };
  if (listeners.size > 0) stops.push(listen({ pool, channels: [...listeners.keys()], log, onNotice }));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
