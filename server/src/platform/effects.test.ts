import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from './db/db.ts';
import { type Effect, runAll } from './effects.ts';

test('effects run one after another in the order of their list, and not after one that fails', async () => {
  const done: string[] = [];
  const slow: Effect<string> = async (_db, event) => {
    await Promise.resolve();
    done.push(`slow ${event}`);
  };
  const quick: Effect<string> = async (_db, event) => done.push(`quick ${event}`);
  const failing: Effect<string> = async () => Promise.reject(new Error('full'));
  await assert.rejects(runAll({} as Db, [slow, quick, failing, quick], 'end'), /full/);
  assert.deepEqual(done, ['slow end', 'quick end']);
});
