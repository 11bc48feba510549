import { now, seconds, ticks } from '../clock.ts';
import type { Work } from '../concurrency/repeat.ts';
import type { Db } from '../db/db.ts';
import { type JobDefinition, LoggedFailure, type NamedJob } from './job.ts';
import { deleteOtherRuns, type JobRun, saveRuns } from './runs.store.ts';

export const timings = { everyMs: seconds(10) };

/** Messages of foreign programs have any length, and characters that the database does not store. */
const messageOf = (error: unknown): string =>
  String((error as Partial<Error>).message ?? error)
    .slice(0, 500)
    .toWellFormed()
    .replaceAll('\0', '\ufffd');

/** The last run of each job of this node, for the metrics and, in the table `job_runs`, for `lectern jobs`. */
export class JobRuns {
  readonly #runs = new Map<string, JobRun>();

  add({ name, everyMs, leaseSeconds }: NamedJob): void {
    const none = { begunAt: null, endedAt: null, seconds: null, error: null };
    this.#runs.set(name, { name, everyMs, leaseSeconds: leaseSeconds ?? null, ...none });
  }

  list(): JobRun[] {
    return [...this.#runs.values()];
  }

  /** Runs the work of a job and notes how it ended, unless the stop of the node interrupted it. */
  async note(name: string, stop: AbortSignal, run: Work): Promise<number | undefined> {
    const begun = ticks();
    const change = (changed: Partial<JobRun>) => Object.assign(this.#runs.get(name) ?? {}, changed);
    const end = (error: string | null) =>
      change({ endedAt: now(), seconds: (ticks() - begun) / 1000, error });
    change({ begunAt: now() });
    try {
      const restMs = await run(stop);
      end(null);
      return typeof restMs === 'number' ? restMs : undefined;
    } catch (error) {
      if (!stop.aborted) end(messageOf(error));
      if (error instanceof LoggedFailure) return undefined;
      throw error;
    }
  }

  /** Writes them into the table: for all jobs together every 10 s, because many run several times a second. */
  reportJob({ db, node }: { db: Db; node: string }): JobDefinition {
    let isFirst = true;
    return {
      everyMs: timings.everyMs,
      run: async () => {
        const runs = this.list();
        if (isFirst) await deleteOtherRuns(db, node, runs);
        isFirst = false;
        await saveRuns(db, node, runs);
      },
    };
  }
}
