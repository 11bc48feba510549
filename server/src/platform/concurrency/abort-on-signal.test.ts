import assert from 'node:assert/strict';
import { test } from 'node:test';
import { abortOnSignal } from './abort-on-signal.ts';

const never = new AbortController().signal;

test('without an abort the promise settles as the work does', async () => {
  assert.equal(await abortOnSignal(Promise.resolve(5), never), 5);
  await assert.rejects(abortOnSignal(Promise.reject(new Error('of the work')), never), /of the work/);
});

test('an abort rejects the promise with its reason, also if it came first and the work is done', async () => {
  const stopping = new AbortController();
  const waiting = abortOnSignal(Promise.withResolvers().promise, stopping.signal);
  stopping.abort(new Error('stopping'));
  await assert.rejects(waiting, /stopping/);
  await assert.rejects(abortOnSignal(Promise.resolve(5), stopping.signal), /stopping/);
});

test('work that fails after the abort raises no unhandled rejection', async (t) => {
  const unhandled = t.mock.fn();
  process.on('unhandledRejection', unhandled);
  t.after(() => process.off('unhandledRejection', unhandled));
  const { promise, reject } = Promise.withResolvers();
  const aborted = AbortSignal.abort(new Error('stopping'));
  await assert.rejects(abortOnSignal(promise, aborted), /stopping/);
  reject(new Error('nobody waits for this any more'));
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(unhandled.mock.callCount(), 0);
});
