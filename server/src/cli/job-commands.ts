import { timestamp } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { type JobRun, listJobRuns } from '../platform/jobs/runs.store.ts';
import { type Command, type CommandOutput, formatLine, onDatabase } from './command.ts';

/** A job that waits for something that hangs is seen by its last run, which ended long ago. */
function stateOf({ begunAt, endedAt, error }: JobRun): string {
  if (begunAt === null) return 'never';
  if (endedAt === null || begunAt > endedAt) return 'running';
  return error === null ? 'ok' : 'failed';
}

async function listJobs(db: Db): Promise<CommandOutput> {
  const jobs = (await listJobRuns(db)).map((job) => ({ ...job, state: stateOf(job) }));
  return {
    answer: jobs.map(({ name, node, everyMs, state, endedAt, seconds, error }) =>
      formatLine(
        ...[name, node, `${everyMs / 1000} s`, state, endedAt ? timestamp(endedAt) : '-'],
        ...[seconds === null ? '-' : `${seconds.toFixed(3)} s`, error ?? '-'],
      ),
    ),
    json: jobs,
  };
}

export const jobCommands: Record<string, Command> = {
  jobs: {
    summary:
      'list the work in the background: its name, the node that did it last, the pause between two runs, never, running, ok or failed, the end of the last run, how long it took, and its error',
    run: onDatabase(listJobs),
  },
};
