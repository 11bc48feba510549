import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shorten } from '../../../testing/timings.ts';
import { timings, workOff } from './queue.ts';

test('the time of the next attempt is set after the renewal under way, which would change it', async (t) => {
  shorten(timings, { renewMs: 1 }, t);
  const order: string[] = [];
  const renewing = Promise.withResolvers<void>();
  const attempt = {
    renew: async () => {
      renewing.resolve();
      await new Promise((resolve) => setImmediate(resolve));
      order.push('renewed');
      return true;
    },
    work: async () => {
      await renewing.promise;
      throw new Error("the test's own");
    },
    release: async () => undefined,
    fail: async () => void order.push('failed'),
    drop: () => undefined,
  };
  const claims = [attempt];
  await workOff(async () => claims.pop(), new AbortController().signal);
  assert.deepEqual(order, ['renewed', 'failed']);
});
