import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import type { RowOf } from '../db/tables.ts';

/**
 * The last run of a job on a node. `leaseSeconds` null: each node does the job. `begunAt` null: none has begun since the
 * node started. `endedAt`, `seconds` and `error` are about the last run that ended; `error` is null if it did not fail.
 */
export type JobRun = Omit<RowOf<'job_runs'>, 'node'>;

/** Deletes the runs of forgotten nodes, and those of jobs that this node does not do any more. */
export async function deleteOtherRuns(db: Db, node: string, runs: JobRun[]): Promise<void> {
  await sql`
    DELETE FROM job_runs
    WHERE node <> ${node} AND node NOT IN (SELECT id FROM nodes)
      OR node = ${node} AND name <> ALL (${runs.map(({ name }) => name)})`.execute(db);
}

/** Rows without a new run are not written. */
export async function saveRuns(db: Db, node: string, runs: JobRun[]): Promise<void> {
  await sql`
    INSERT INTO job_runs (name, node, every_ms, lease_seconds, begun_at, ended_at, seconds, error)
    SELECT r.name, ${node}, r."everyMs", r."leaseSeconds", r."begunAt", r."endedAt", r.seconds, r.error
    FROM jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) AS r (
      name text, "everyMs" integer, "leaseSeconds" integer, "begunAt" timestamptz, "endedAt" timestamptz,
      seconds double precision, error text
    )
    ON CONFLICT (name, node) DO UPDATE SET every_ms = excluded.every_ms, lease_seconds = excluded.lease_seconds,
      begun_at = excluded.begun_at, ended_at = excluded.ended_at, seconds = excluded.seconds, error = excluded.error
    WHERE (job_runs.begun_at, job_runs.ended_at) IS DISTINCT FROM (excluded.begun_at, excluded.ended_at)`.execute(
    db,
  );
}

/** The jobs of all nodes that have not left, by name. A job with a lease has one row, of the node that began it last. */
export async function listJobRuns(db: Db): Promise<RowOf<'job_runs'>[]> {
  const { rows } = await sql<RowOf<'job_runs'>>`
    SELECT DISTINCT ON (r.name, CASE WHEN lease_seconds IS NULL THEN node END)
      r.name, node, every_ms AS "everyMs", lease_seconds AS "leaseSeconds", begun_at AS "begunAt",
      ended_at AS "endedAt", seconds, error
    FROM job_runs r JOIN nodes n ON n.id = node
    ORDER BY r.name, CASE WHEN lease_seconds IS NULL THEN node END, begun_at DESC NULLS LAST`.execute(db);
  return rows;
}
