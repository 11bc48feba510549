import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';
import { quietLog } from '../../testing/quiet-log.ts';
import { repeat } from '../platform/concurrency/repeat.ts';
import { JobRuns } from '../platform/jobs/runs.ts';
import { housekeepingJob, type Task } from './housekeeping.ts';

const minute = 60_000;
const hour = 60 * minute;
/** The lease of a node that is alone. */
const lease = { askMs: 20_000, isHeld: async () => true, release: async () => undefined };

afterEach(() => mock.timers.reset());

function startHousekeeping(tasks: Task[], own: Partial<typeof lease> = {}, log = quietLog) {
  const { run, ...options } = housekeepingJob(log, tasks);
  const runs = new JobRuns();
  const what = 'housekeeping';
  return repeat({ ...options, what, lease: { ...lease, ...own }, log }, (stop) =>
    runs.note(what, stop, () => run(stop, () => undefined)),
  );
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Runs the event loop until the condition holds; the timers are mocked. */
async function done(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1000 && !condition(); turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.ok(condition(), 'the tasks have ended');
}

test('each task runs within a minute of the start, then hourly, also after one that failed', async () => {
  mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  let [failed, second] = [0, 0];
  const housekeeping = startHousekeeping([
    async () => {
      failed += 1;
      throw new Error('the database is away');
    },
    async () => {
      second += 1;
    },
  ]);
  assert.equal(second, 0);
  for (const times of [1, 2, 3]) {
    mock.timers.tick(times === 1 ? minute : hour - minute);
    if (times > 1) mock.timers.tick(minute);
    await done(() => failed === times && second === times);
  }
  await housekeeping.stop();
  mock.timers.tick(hour);
  assert.equal(second, 3);
});

test('a stop aborts the running task, starts no further one, and waits for the end', async () => {
  mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  const said: string[] = [];
  const housekeeping = startHousekeeping([
    (stopping) =>
      new Promise<void>((resolve) => {
        said.push('begun');
        stopping.addEventListener('abort', () => {
          said.push('told');
          setImmediate(() => {
            said.push('ended');
            resolve();
          });
        });
      }),
    async () => said.push('next'),
  ]);
  mock.timers.tick(minute);
  await done(() => said.length === 1);
  await housekeeping.stop();
  assert.deepEqual(said, ['begun', 'told', 'ended']);
});

test('tasks whose lease another node holds are tried again within a minute', async () => {
  mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  let [asked, runs] = [0, 0];
  const isHeld = async () => {
    asked += 1;
    return asked > 2;
  };
  const count = async () => {
    runs += 1;
  };
  const housekeeping = startHousekeeping([count], { isHeld });
  for (const times of [1, 2, 3]) {
    mock.timers.tick(minute);
    await done(() => asked === times);
    await turns(100);
  }
  assert.equal(runs, 1);
  mock.timers.tick(hour - 1);
  await turns(100);
  assert.equal(runs, 1);
  mock.timers.tick(1);
  await done(() => runs === 2);
  await housekeeping.stop();
});

test('the next run starts an hour after a long one ended, and no run queues behind it', async () => {
  mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  let runs = 0;
  let end = () => {};
  const housekeeping = startHousekeeping([
    () => {
      runs += 1;
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    },
  ]);
  mock.timers.tick(minute);
  await done(() => runs === 1);
  for (let hours = 0; hours < 3; hours += 1) mock.timers.tick(hour);
  end();
  await turns(100);
  assert.equal(runs, 1);
  mock.timers.tick(hour);
  await done(() => runs === 2);
  end();
  await housekeeping.stop();
});

test('each failed task is logged at once, also before one that hangs', async () => {
  mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  const logged: string[] = [];
  const note = ({ err }: { err?: Error }, text: string) => logged.push(`${text}: ${err?.message}`);
  const fail = (message: string) => () => Promise.reject(new Error(message));
  let end = () => {};
  const hang = () => new Promise<void>((resolve) => (end = resolve));
  const log = { ...quietLog, warn: note, error: note } as never;
  const housekeeping = startHousekeeping([fail('broken'), fail('away'), hang], {}, log);
  mock.timers.tick(minute);
  await done(() => logged.length === 2);
  await turns(10);
  end();
  await housekeeping.stop();
  const text = 'housekeeping failed; trying again in an hour';
  assert.deepEqual(logged, [`${text}: broken`, `${text}: away`]);
});
