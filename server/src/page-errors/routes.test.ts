import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietLog } from '../../testing/quiet-log.ts';
import { Refusal } from '../platform/errors.ts';
import { RateLimits } from '../platform/http/access/rate-limit.ts';
import type { Logger } from '../platform/logging/log.ts';
import { pageErrorEndpoints } from './routes.ts';

const body = { part: 'chat', kind: 'render', name: 'TypeError', frames: [], browser: 'chrome' };

/** Sends reports, each from its own address unless one is given. */
async function report(times: number, { isLimited, from }: { isLimited: boolean; from?: string }) {
  const limits = new RateLimits({ redisUrl: undefined, prefix: 'test', log: quietLog });
  const did = { counted: 0, logged: 0, refused: 0 };
  const add = (what: keyof typeof did) => () => {
    did[what] += 1;
  };
  const log = { warn: add('logged') } as unknown as Logger;
  const [endpoint] = pageErrorEndpoints({ log, limits, isLimited, count: add('counted') });
  for (let index = 0; index < times; index += 1) {
    const origin = { ip: from ?? `10.0.${index >> 8}.${index & 255}` };
    try {
      await endpoint?.spec.handle({ body, origin } as never);
    } catch (error) {
      assert.ok(error instanceof Refusal && error.code === 'rate_limited', String(error));
      did.refused += 1;
    }
  }
  limits.stop();
  return did;
}

test('reports from many addresses are all counted, and 300 of them a minute are logged', async () => {
  assert.deepEqual(await report(400, { isLimited: true }), { counted: 400, logged: 300, refused: 0 });
});

test('without request limits every report of an address is counted and logged', async () => {
  const from = '10.0.0.1';
  assert.deepEqual(await report(400, { isLimited: false, from }), { counted: 400, logged: 400, refused: 0 });
  assert.deepEqual(await report(400, { isLimited: true, from }), { counted: 30, logged: 30, refused: 370 });
});
