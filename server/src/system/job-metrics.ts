import { Gauge, type Registry } from 'prom-client';
import type { JobRun } from '../platform/jobs/runs.store.ts';
import type { JobRuns } from '../platform/jobs/runs.ts';

/** Each metric with its text and its value; null: it has none before the first run. */
const gauges: Record<string, [help: string, value: (run: JobRun) => number | null]> = {
  lectern_job_last_run_timestamp_seconds: [
    'When the last run of a job on this node ended, in seconds since 1970.',
    ({ endedAt }) => endedAt && endedAt.getTime() / 1000,
  ],
  lectern_job_last_run_duration_seconds: [
    'Seconds that the last run of a job on this node took.',
    ({ seconds }) => seconds,
  ],
  lectern_job_failing: [
    'Whether the last run of a job on this node failed: 1 or 0.',
    ({ endedAt, error }) => endedAt && Number(error !== null),
  ],
};

/** Adds the metrics of the jobs of this node, which are there also while the database is away. */
export function addJobMetrics(registry: Registry, runs: Pick<JobRuns, 'list'>): void {
  for (const [name, [help, value]] of Object.entries(gauges)) {
    new Gauge({
      ...{ name, help, labelNames: ['name'], registers: [registry] },
      collect() {
        this.reset();
        for (const run of runs.list()) {
          const current = value(run);
          if (current !== null) this.set({ name: run.name }, current);
        }
      },
    });
  }
}
