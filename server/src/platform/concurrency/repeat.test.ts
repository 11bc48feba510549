import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOwnDatabase } from '../../../testing/engines/own-database.ts';
import { quietLog } from '../../../testing/quiet-log.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { TaskLease } from '../jobs/lease.ts';
import { repeat } from './repeat.ts';

const withDeadline = (message: string) => ({ timeout: 5_000, message });

/** A log that records its lines. */
function keptLog() {
  const lines: string[] = [];
  const keep =
    (level: string) =>
    (...line: unknown[]) =>
      void lines.push(`${level}: ${line.at(-1)}`);
  return { lines, log: { info: keep('info'), warn: keep('warn'), error: keep('error') } as never };
}

test('runs follow each other, also after a failure, and the log counts failures', async () => {
  const { lines, log } = keptLog();
  let [runs, atOnce] = [0, 0];
  const repeating = repeat({ what: 'sweeping', everyMs: 1, log }, async () => {
    atOnce += 1;
    await new Promise((resolve) => setTimeout(resolve, 2));
    assert.equal(atOnce, 1);
    atOnce -= 1;
    runs += 1;
    if (runs < 3) throw new Error('a failure of the test');
  });
  await waitUntil(() => runs > 4, withDeadline('further runs'));
  await repeating.stop();
  assert.deepEqual(lines, ['error: sweeping failed; retrying']);
});

test('a service that is away is logged once, and once more when it is back', async () => {
  const { lines, log } = keptLog();
  let runs = 0;
  const awayService = () => 'the storage';
  const repeating = repeat({ what: 'sweeping', everyMs: 1, awayService, log }, async () => {
    runs += 1;
    if (runs < 4) throw new Error('away');
  });
  await waitUntil(() => runs > 5, withDeadline('further runs'));
  await repeating.stop();
  assert.deepEqual(lines, ['warn: sweeping paused: the storage is away', 'info: sweeping resumed']);
});

test('a wake starts a run at once or after the current one; a stop waits for the current run', async () => {
  let runs = 0;
  let end = () => {};
  const repeating = repeat({ what: 'sweeping', everyMs: 3_600_000, log: quietLog }, () => {
    runs += 1;
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  await waitUntil(() => runs === 1, withDeadline('the first run'));
  repeating.wake();
  end();
  await waitUntil(() => runs === 2, withDeadline('the run that was asked for during the first'));
  end();
  await waitUntil(async () => {
    repeating.wake();
    return runs === 3;
  }, withDeadline('the run that was asked for in the rest'));
  let isStopped = false;
  const stopped = repeating.stop().then(() => {
    isStopped = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isStopped, false);
  end();
  await stopped;
  assert.equal(runs, 3);
});

test('a wake leaves the first run at its time, which finds everything', async () => {
  const began = performance.now();
  const moments: number[] = [];
  const options = { what: 'sweeping', everyMs: 3_600_000, firstAfterMs: 100, log: quietLog };
  const repeating = repeat(options, async () => void moments.push(performance.now() - began));
  repeating.wake();
  await waitUntil(() => moments.length > 0, withDeadline('the first run'));
  await repeating.stop();
  assert.equal(moments.length, 1);
  assert.ok((moments[0] ?? 0) > 90, `it ran after ${moments[0]} ms`);
});

test('the node with the lease works, and another takes over from a stopped or dead one', async (t) => {
  const { db, remove } = await startOwnDatabase();
  t.after(remove);
  const runs: string[] = [];
  const work = (holder: string, seconds: number) => {
    const lease = new TaskLease(db, { name: 'task', holder, seconds });
    return repeat(
      { what: 'the task', everyMs: 20, lease, log: quietLog },
      async () => void runs.push(holder),
    );
  };
  const comes = (holder: string) =>
    waitUntil(() => runs.at(-1) === holder, withDeadline(`a run of ${holder}`));
  const one = work('one', 60);
  await comes('one');
  const two = work('two', 0.5);
  await waitUntil(() => runs.length > 10, withDeadline('further runs'));
  assert.ok(!runs.includes('two'));
  await one.stop();
  await comes('two');
  // A dead node releases nothing.
  await two.stop();
  await db
    .insertInto('leases')
    .values({ name: 'task', holder: 'dead', expires_at: new Date(Date.now() + 700) })
    .execute();
  const three = work('three', 0.5);
  await comes('three');
  await three.stop();
});
