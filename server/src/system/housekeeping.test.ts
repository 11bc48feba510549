import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';
import { quietLog } from '../../testing/quiet-log.ts';
import { waitUntil } from '../../testing/wait.ts';
import { startHousekeeping } from './housekeeping.ts';

const hour = 3_600_000;

afterEach(() => mock.timers.reset());

const done = (condition: () => boolean) =>
  waitUntil(condition, { timeout: 5000, message: 'the tasks to be done' });

test('each task is done once an hour, also after one that failed', async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  let [failed, second] = [0, 0];
  const stop = startHousekeeping(quietLog, [
    async () => {
      failed += 1;
      throw new Error('the database is away');
    },
    async () => {
      second += 1;
    },
  ]);
  assert.equal(second, 0);
  for (const times of [1, 2]) {
    mock.timers.tick(hour);
    await done(() => failed === times && second === times);
  }
  await stop();
  mock.timers.tick(hour);
  assert.equal(second, 2);
});

test('a long task is told of the end, those after it are not begun, and the end waits for it', async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  const said: string[] = [];
  const stop = startHousekeeping(quietLog, [
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
  mock.timers.tick(hour);
  await done(() => said.length === 1);
  await stop();
  assert.deepEqual(said, ['begun', 'told', 'ended']);
});
