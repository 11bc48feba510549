import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeTab } from './call.fake.ts';
import { keepScreenOn } from './wake-lock.ts';

/** A browser that releases its lock when the test hides the page. */
function createFakeLocks() {
  const log: string[] = [];
  const locks: { released: boolean; release: () => Promise<void> }[] = [];
  const request = async () => {
    log.push('request');
    const lock = {
      released: false,
      release: async () => {
        log.push('release');
        lock.released = true;
      },
    };
    locks.push(lock);
    return lock;
  };
  const releaseAll = (): void => {
    for (const lock of locks) lock.released = true;
  };
  return { log, request, releaseAll };
}

const settle = () => new Promise<void>((done) => setImmediate(done));

test('the screen stays on during the call, again after the page was hidden, and no longer than the call', async () => {
  const [locks, tab] = [createFakeLocks(), createFakeTab()];
  const end = keepScreenOn(locks, tab);
  await settle();
  tab.hide();
  locks.releaseAll();
  tab.show();
  tab.show();
  await settle();
  end();
  tab.show();
  await settle();
  assert.deepEqual(locks.log, ['request', 'request', 'release']);
});

test('a call that ends while the browser decides gives the lock back', async () => {
  const [locks, tab] = [createFakeLocks(), createFakeTab()];
  keepScreenOn(locks, tab)();
  await settle();
  assert.deepEqual(locks.log, ['request', 'release']);
});

test('a browser that refuses or has no lock changes nothing', async () => {
  const tab = createFakeTab();
  const refused = keepScreenOn({ request: () => Promise.reject(new Error('low battery')) }, tab);
  const absent = keepScreenOn(undefined, tab);
  await settle();
  refused();
  absent();
});
