import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { type OwnDatabase, startOwnDatabase } from '../../../testing/engines/own-database.ts';
import { runCommand } from '../../../testing/processes/command-line.ts';
import { quietLog } from '../../../testing/quiet-log.ts';
import { shorten } from '../../../testing/timings.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { addJobMetrics } from '../../system/job-metrics.ts';
import { newId } from '../ids.ts';
import { LoggedFailure, type NamedJob, startRepeating } from './jobs.ts';
import { listJobRuns } from './runs.store.ts';
import { JobRuns, timings } from './runs.ts';

let database: OwnDatabase;
before(async () => {
  database = await startOwnDatabase();
});
after(() => database?.remove());
shorten(timings, { everyMs: 20 });

/** A node with these jobs. */
async function startNode(jobs: NamedJob[]) {
  const { db, pool } = database;
  const [node, runs] = [newId(), new JobRuns()];
  await sql`
    INSERT INTO nodes (id, started_at, seen_at, roles, recorder_places) VALUES (${node}, now(), now(), '{}', 0)`.execute(
    db,
  );
  const report = { name: 'report', ...runs.reportJob({ db, node }) };
  const end = startRepeating({ db, pool, node, log: quietLog, runs }, [...jobs, report]);
  const stop = async () => {
    await end();
    await db.deleteFrom('nodes').where('id', '=', node).execute();
  };
  return { node, runs, stop };
}

const until = (condition: () => Promise<boolean>, message: string) =>
  waitUntil(condition, { timeout: 20_000, message });
const runOf = async (name: string) => (await listJobRuns(database.db)).filter((run) => run.name === name);

test('the command and the metrics show the last run of each job, its error, and that a job never ran', async (t) => {
  const fail = () => Promise.reject(new Error('the storage\nis full\0\ud83d'));
  const { node, runs, stop } = await startNode([
    { name: 'works', everyMs: 20, leaseSeconds: 15, run: async () => undefined },
    { name: 'fails', everyMs: 20, run: fail },
    { name: 'waits', everyMs: 3_600_000, firstAfterMs: 3_600_000, run: fail },
    {
      name: 'hangs',
      everyMs: 20,
      run: (signal) => new Promise<void>((_, end) => signal.addEventListener('abort', end)),
    },
  ]);
  t.after(stop);
  const hasRun = async (name: string) => (await runOf(name))[0]?.endedAt != null;
  await until(async () => (await hasRun('works')) && (await hasRun('fails')), 'both to be noted');
  const { out, err } = await runCommand(['jobs'], { settings: database.settings });
  const [fails, hangs, , waiting, works] = out.split('\n');
  const ended = '\\d{4}-\\S+Z\t\\d+\\.\\d{3} s';
  assert.match(
    fails ?? '',
    new RegExp(`^fails\t${node}\t0.02 s\tfailed\t${ended}\tthe storage\ufffdis full\ufffd\ufffd$`),
    err,
  );
  assert.equal(hangs, `hangs\t${node}\t0.02 s\trunning\t-\t-\t-`);
  assert.equal(waiting, `waits\t${node}\t3600 s\tnever\t-\t-\t-`);
  assert.match(works ?? '', new RegExp(`^works\t${node}\t0.02 s\t(ok|running)\t${ended}\t-$`));
  const registry = new Registry();
  addJobMetrics(registry, runs);
  const metrics = await registry.metrics();
  assert.match(metrics, /^lectern_job_failing\{name="fails"\} 1$/m);
  assert.match(metrics, /^lectern_job_failing\{name="works"\} 0$/m);
  assert.match(metrics, /^lectern_job_last_run_timestamp_seconds\{name="works"\} \d{10}/m);
  assert.match(metrics, /^lectern_job_last_run_duration_seconds\{name="works"\} \d/m);
  assert.doesNotMatch(metrics, /name="waits"/);
});

test('one node does a job that has a lease, and is the one that is listed', async (t) => {
  const job = { name: 'shared', everyMs: 20, leaseSeconds: 6, run: async () => undefined };
  const first = await startNode([job]);
  t.after(first.stop);
  await until(async () => (await runOf('shared'))[0]?.endedAt != null, 'a run of the first node');
  const second = await startNode([job]);
  t.after(second.stop);
  const areListed = async () => (await runOf('report')).length === 2;
  await until(areListed, 'the reports of both nodes');
  assert.deepEqual(
    (await runOf('shared')).map(({ node }) => node),
    [first.node],
  );
  await first.stop();
  await until(async () => (await runOf('shared'))[0]?.node === second.node, 'a run of the second node');
});

test('a node that has left is not listed', async (t) => {
  const { stop } = await startNode([{ name: 'leaves', everyMs: 20, run: async () => undefined }]);
  t.after(stop);
  await until(async () => (await runOf('leaves')).length === 1, 'the run to be listed');
  await stop();
  assert.deepEqual(await runOf('leaves'), []);
});

test('a failure that is logged already keeps the lease, is logged no more, and is listed', async (t) => {
  const lines: string[] = [];
  const error = (_about: object, text: string) => lines.push(text);
  const fails = (name: string, failure: Error): NamedJob => ({
    ...{ name, everyMs: 20, leaseSeconds: 60, log: { ...quietLog, error } as never },
    run: async () => {
      throw failure;
    },
  });
  const jobs = [fails('silent', new LoggedFailure('see the log')), fails('loud', new Error('broken'))];
  const { stop } = await startNode(jobs);
  t.after(stop);
  const errorOf = async (name: string) => (await runOf(name))[0]?.error;
  await until(async () => (await errorOf('silent')) === 'see the log' && lines.length > 0, 'the failures');
  assert.deepEqual(new Set(lines), new Set(['the job loud failed; retrying']));
  const { rows } = await sql`SELECT FROM leases WHERE name = 'silent'`.execute(database.db);
  assert.equal(rows.length, 1);
});

test('a job runs at once for the notifications that concern it', async (t) => {
  const counts = { all: 0, mine: 0, other: 0 };
  const count = (name: keyof typeof counts, channel = 'test_wakes'): NamedJob => ({
    ...{ name, everyMs: 3_600_000, wokenBy: [channel] },
    run: async () => {
      counts[name] += 1;
    },
  });
  const mine = { ...count('mine'), isFor: (node: string) => node === 'this' };
  const { stop } = await startNode([count('all'), mine, count('other', 'test_wakes_other')]);
  t.after(stop);
  const counted = (all: number, mine: number, other = 2) => {
    const hasRun = async () => counts.all === all && counts.mine === mine && counts.other === other;
    return until(hasRun, `${all}, ${mine} and ${other} runs`);
  };
  // One run at the start, and one when the connection listens.
  await counted(2, 2);
  await sql`SELECT pg_notify('test_wakes', 'another')`.execute(database.db);
  await counted(3, 2);
  await sql`SELECT pg_notify('test_wakes', 'this')`.execute(database.db);
  await counted(4, 3);
  await sql`SELECT pg_notify('test_wakes_other', 'this')`.execute(database.db);
  await counted(4, 3, 3);
});
