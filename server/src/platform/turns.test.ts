import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from './errors.ts';
import { Turns } from './turns.ts';

function heldWork() {
  const ends: (() => void)[] = [];
  const log = { now: 0, most: 0 };
  const work = async (): Promise<void> => {
    log.now += 1;
    log.most = Math.max(log.most, log.now);
    await new Promise<void>((resolve) => {
      ends.push(resolve);
    });
    log.now -= 1;
  };
  return { work, ends, log };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('no more work at once than there are places; the rest in its order; too much is refused', async () => {
  const turns = new Turns({ places: 2, mostWaiting: 3, retryAfter: 4 });
  const { work, ends, log } = heldWork();
  const order: number[] = [];
  const all = [0, 1, 2, 3, 4].map((n) => turns.take(work).then(() => order.push(n)));
  await settle();
  assert.equal(log.now, 2);
  await assert.rejects(turns.take(work), (error) => error instanceof Refusal && error.retryAfter === 4);
  for (let done = 0; done < 5; done += 1) {
    ends.shift()?.();
    await settle();
  }
  await Promise.all(all);
  assert.deepEqual(order, [0, 1, 2, 3, 4]);
  assert.equal(log.most, 2);
});

test('work that fails gives its place back', async () => {
  const turns = new Turns({ places: 1, mostWaiting: 1, retryAfter: 1 });
  for (let round = 0; round < 3; round += 1) {
    await assert.rejects(
      turns.take(() => Promise.reject(new Error('no'))),
      /no/,
    );
  }
  assert.equal(await turns.take(async () => 'done'), 'done');
});
