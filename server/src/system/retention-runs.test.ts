import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { type Database, databaseOf } from '../../testing/database.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { collectWarnings, quietLog } from '../../testing/quiet-log.ts';
import { shorten } from '../../testing/timings.ts';
import { waitUntil } from '../../testing/wait.ts';
import { now } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { releaseLease, renewLease, takeLease } from '../platform/jobs/lease.store.ts';
import { erasePast, type Step, timings } from './retention.ts';

shorten(timings, { share: 0.95, leastPauseMs: 0 });

let lectern: InProcess;
let database: Database;
before(async () => {
  lectern = await startInProcess();
  database = await databaseOf(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

test('one node at a time erases; another takes over when the lease of a dead one expires', async () => {
  const { db } = database;
  const lease = (holder: string) => ({ name: 'test', holder, seconds: 30 });
  assert.ok(await takeLease(db, lease('one')));
  assert.equal(await takeLease(db, lease('two')), false);
  assert.ok(await renewLease(db, lease('one')));
  await db.updateTable('leases').set({ expires_at: now() }).where('name', '=', 'test').execute();
  assert.equal(await renewLease(db, lease('one')), false, 'an expired lease is not extended');
  assert.ok(await takeLease(db, lease('two')));
  assert.equal(await renewLease(db, lease('one')), false);
  await releaseLease(db, lease('one'));
  assert.ok(await renewLease(db, lease('two')), 'only the holder releases it');
  await releaseLease(db, lease('two'));
  assert.ok(await takeLease(db, lease('one')));
});

test('no node erases while another one is frozen in a batch, however long', async () => {
  const { db } = database;
  const lease = (holder: string) => ({ name: 'frozen', holder, seconds: 0.2 });
  assert.ok(await takeLease(db, lease('one')));
  const { promise: thawed, resolve: thaw } = Promise.withResolvers<void>();
  const order: string[] = [];
  const { promise: inBatch, resolve: begun } = Promise.withResolvers<void>();
  const batch = inTransaction(db, async (trx) => {
    assert.ok(await renewLease(trx, lease('one')));
    begun();
    await thawed;
    order.push('the batch ends');
  });
  await inBatch;
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db);
  assert.ok(rows[0]);
  const other = await databaseOf(lectern);
  const taken = takeLease(other.db, lease('two')).then((isTaken) =>
    order.push(`another takes it: ${isTaken}`),
  );
  await waitUntil(
    async () => {
      const { rows: waiting } = await sql`
        SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INTO leases%'`.execute(
        db,
      );
      return waiting.length > 0;
    },
    { timeout: 30_000, message: 'the other node to wait' },
  );
  thaw();
  await Promise.all([batch, taken]);
  await other.close();
  assert.equal(order[0], 'the batch ends');
});

test('of two nodes one runs every step and the other none; a stop ends the run between two batches', async () => {
  const { db } = database;
  const ran: string[] = [];
  const stepsOf = (name: string): Step[] =>
    [1, 2, 3].map((number) => ({
      what: `step ${number}`,
      erase: async () => {
        ran.push(`${name} ${number}`);
        return ran.filter((one) => one === `${name} ${number}`).length < 2;
      },
    }));
  const run = (node: string, stop = new AbortController().signal) =>
    erasePast({ db, node, log: quietLog, steps: stepsOf(node), stop });
  const done = await Promise.all([run('one'), run('two')]);
  assert.deepEqual(done.toSorted(), [false, true]);
  const name = done[0] ? 'one' : 'two';
  assert.deepEqual(
    ran,
    [1, 1, 2, 2, 3, 3].map((number) => `${name} ${number}`),
  );
  ran.length = 0;
  assert.equal(await run('three', AbortSignal.abort()), false);
  assert.deepEqual(ran, []);
  assert.ok(await run('four'), 'a stopped run released its lease');
});

/** Runs the steps on a clock on which each batch takes a minute. @returns what is logged */
async function runSlowly(t: TestContext, steps: Step[]): Promise<{ isDone: boolean; logged: string[] }> {
  shorten(timings, { leaseSeconds: 2 }, t);
  const { log, logged } = collectWarnings();
  let minutes = 0;
  const isDone = await erasePast({
    ...{ db: database.db, node: 'a slow one', steps, stop: new AbortController().signal },
    log,
    ticks: () => {
      minutes += 1;
      return minutes * 60_000;
    },
  });
  return { isDone, logged };
}

test('the pause after a slow batch does not outlast the lease', async (t) => {
  let batches = 0;
  const erase = async () => {
    batches += 1;
    return batches < 3;
  };
  assert.deepEqual(await runSlowly(t, [{ what: 'slow', erase }]), { isDone: true, logged: [] });
  assert.equal(batches, 3);
});

test('a lease that is lost meanwhile ends the run with a warning', async (t) => {
  const steal = async (trx: Db) => {
    await trx.updateTable('leases').set({ holder: 'another' }).where('name', '=', 'retention').execute();
    return true;
  };
  const { isDone, logged } = await runSlowly(t, [{ what: 'stolen', erase: steal }]);
  assert.equal(isDone, false);
  assert.match(logged.join(), /^retention lost its lease/);
  await releaseLease(database.db, { name: 'retention', holder: 'another' });
});

test('a step that fails is logged, the others run, and then the run fails', async () => {
  let ran = 0;
  const broken = { what: 'broken', erase: () => Promise.reject(new Error("the test's own error")) };
  const next = {
    what: 'next',
    erase: async () => {
      ran += 1;
      return false;
    },
  };
  const { log, logged } = collectWarnings();
  const { signal: stop } = new AbortController();
  const run = erasePast({ db: database.db, node: 'a node', log, steps: [broken, next], stop });
  await assert.rejects(run, /^LoggedFailure: failed: broken; the log has the errors$/);
  assert.deepEqual(logged, ['a step of the retention failed; trying again in an hour']);
  assert.equal(ran, 1);
});
