import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../errors.ts';
import { FairQueue } from './fair-queue.ts';

/** Work that the test ends. */
function createWork() {
  const ends: (() => void)[] = [];
  const started: string[] = [];
  const log = { running: 0, most: 0 };
  const work = (name: string) => async (): Promise<string> => {
    started.push(name);
    log.running += 1;
    log.most = Math.max(log.most, log.running);
    await new Promise<void>((resolve) => {
      ends.push(resolve);
    });
    log.running -= 1;
    return name;
  };
  const endOne = async () => {
    ends.shift()?.();
    await settle();
  };
  return { work, started, log, endOne };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
const isRefused = (error: unknown) => error instanceof Refusal && error.retryAfter === 4;

test("no more work runs than there are slots, and each client's work runs in order", async () => {
  const queue = new FairQueue({ slots: 2, maxWaiting: 3, retryAfter: 4 });
  const { work, started, log, endOne } = createWork();
  const all = ['1', '2', '3', '4'].map((name) => queue.run('a', work(name)));
  const other = queue.run('b', work('other'));
  await settle();
  assert.equal(log.running, 2);
  await assert.rejects(queue.run('a', work('5')), isRefused);
  for (let done = 0; done < 5; done += 1) await endOne();
  await Promise.all([...all, other]);
  assert.deepEqual(started, ['1', 'other', '2', '3', '4']);
  assert.equal(log.most, 2);
});

test('one client never occupies the last free slot', async () => {
  const queue = new FairQueue({ slots: 3, maxWaiting: 10, retryAfter: 4 });
  const { work, started, endOne } = createWork();
  const flood = Array.from({ length: 5 }, (_, n) => queue.run('flood', work(`flood ${n}`)));
  await settle();
  assert.deepEqual(started, ['flood 0', 'flood 1']);
  const other = queue.run('x', work('x'));
  await settle();
  assert.deepEqual(started, ['flood 0', 'flood 1', 'x'], 'at once');
  for (let done = 0; done < 6; done += 1) await endOne();
  await Promise.all([...flood, other]);
  assert.deepEqual(started, ['flood 0', 'flood 1', 'x', 'flood 2', 'flood 3', 'flood 4']);
});

test('one client occupies no more slots than it may have', async () => {
  const queue = new FairQueue({ slots: 4, slotsOfClient: 1, maxWaiting: 10, retryAfter: 4 });
  const { work, started, endOne } = createWork();
  const all = ['1', '2'].map((name) => queue.run('a', work(name)));
  const other = queue.run('b', work('other'));
  await settle();
  assert.deepEqual(started, ['1', 'other']);
  for (let done = 0; done < 3; done += 1) await endOne();
  await Promise.all([...all, other]);
  assert.deepEqual(started, ['1', 'other', '2']);
});

test('clients take turns, so that one with many requests does not delay the others', async () => {
  const queue = new FairQueue({ slots: 1, maxWaiting: 100, retryAfter: 4 });
  const { work, started, endOne } = createWork();
  const flood = Array.from({ length: 20 }, (_, n) => queue.run('flood', work(`flood ${n}`)));
  const others = ['x', 'y', 'x'].map((client, n) => queue.run(client, work(`${client} ${n}`)));
  await settle();
  for (let done = 0; done < 23; done += 1) await endOne();
  await Promise.all([...flood, ...others]);
  const firstSeven = ['flood 0', 'flood 1', 'x 0', 'y 1', 'flood 2', 'x 2', 'flood 3'];
  assert.deepEqual(started.slice(0, 7), firstSeven);
});

test('a full queue refuses a request of the client with the most, not the new one', async () => {
  const queue = new FairQueue({ slots: 1, maxWaiting: 4, retryAfter: 4 });
  const { work, started, endOne } = createWork();
  const flood = Array.from({ length: 5 }, (_, n) => queue.run('flood', work(`flood ${n}`)));
  const [first, second, third, fourth, fifth] = flood.map((one) => one.then(String, isRefused));
  await assert.rejects(queue.run('flood', work('flood 5')), isRefused);
  const others = ['x', 'y', 'z'].map((client) => queue.run(client, work(client)).then(String, isRefused));
  await settle();
  // Every client has one request in the queue now, so that a new one displaces none and is refused.
  await assert.rejects(queue.run('x', work('x again')), isRefused);
  await assert.rejects(queue.run('late', work('late')), isRefused);
  for (let done = 0; done < 5; done += 1) await endOne();
  assert.deepEqual(started, ['flood 0', 'flood 1', 'x', 'y', 'z']);
  assert.deepEqual(await Promise.all([first, second]), ['flood 0', 'flood 1']);
  assert.deepEqual(await Promise.all([third, fourth, fifth, ...others]), [true, true, true, 'x', 'y', 'z']);
});

test('work that fails frees its slot', async () => {
  const queue = new FairQueue({ slots: 1, maxWaiting: 1, retryAfter: 1 });
  const fail = () => Promise.reject(new Error('no'));
  for (let round = 0; round < 3; round += 1) await assert.rejects(queue.run('a', fail), /no/);
  assert.equal(await queue.run('a', async () => 'done'), 'done');
});

test('an abort ends the wait of its own request only, and the next ones move up', async () => {
  const queue = new FairQueue({ slots: 1, maxWaiting: 2, retryAfter: 4 });
  const { work, started, endOne } = createWork();
  const client = new AbortController();
  const first = queue.run('a', work('first'), client.signal);
  const gone = queue.run('a', work('gone'), client.signal);
  const other = queue.run('a', work('other'));
  await settle();
  await assert.rejects(queue.run('a', work('too many')), isRefused);
  client.abort(new Error('disconnected'));
  await assert.rejects(gone, /disconnected/);
  const late = queue.run('a', work('late'));
  await assert.rejects(queue.run('a', work('never'), client.signal), /disconnected/);
  // Work that runs has to stop by itself: it keeps its slot until then.
  assert.deepEqual(started, ['first']);
  for (let done = 0; done < 3; done += 1) await endOne();
  await Promise.all([first, other, late]);
  assert.deepEqual(started, ['first', 'other', 'late']);
});
