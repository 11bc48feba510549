import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../../kit/clock.fake.ts';
import { FakeServer, refusal, unreachable } from './server.fake.ts';
import { Sync } from './sync.ts';
import type { Change } from './types.ts';

function createSync(server = new FakeServer()) {
  const clock = createFakeClock();
  const applied: number[] = [];
  const refused: unknown[] = [];
  const resets: number[] = [];
  const sync = new Sync({
    clock,
    join: () => server.api.join(server.channelId),
    read: (since) => server.api.changes(server.channelId, since),
    reset: (channel) => {
      applied.length = 0;
      resets.push(channel.seq);
    },
    apply: (changes) => applied.push(...changes.map(({ seq }) => seq)),
    refused: (error) => refused.push(error),
    random: () => 0.5,
  });
  const happen = (count: number): Change[] =>
    Array.from({ length: count }, () => server.write('200', `number ${server.seq + 1}`)).map(
      ({ seq }) => server.changes[seq - 1] as Change,
    );
  const start = async (): Promise<void> => {
    sync.start();
    await clock.advance(0);
  };
  const reads = (): string[] => server.asked.filter((line) => line.startsWith('changes'));
  return { server, clock, sync, applied, refused, resets, happen, start, reads };
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

test('changes are applied by number without a request', async () => {
  const { sync, happen, start, applied, reads } = createSync();
  happen(3);
  await start();
  for (const change of happen(4)) sync.receive(change);
  assert.deepEqual(applied, [4, 5, 6, 7]);
  assert.deepEqual(reads(), []);
});

test('known changes are dropped, however often they arrive', async () => {
  const { sync, happen, start, applied, reads } = createSync();
  await start();
  const changes = happen(3);
  for (const change of [...changes, ...changes, ...changes]) sync.receive(change);
  assert.deepEqual(applied, [1, 2, 3]);
  assert.deepEqual(reads(), []);
});

test('a gap is filled from the table before anything after it is applied', async () => {
  const { sync, happen, start, applied, reads, clock } = createSync();
  await start();
  const [first, , third, fourth] = happen(4);
  for (const change of [first, third, fourth]) if (change) sync.receive(change);
  assert.deepEqual(applied, [1]);
  await clock.advance(0);
  assert.deepEqual(applied, [1, 2, 3, 4]);
  assert.deepEqual(reads(), ['changes 1']);
});

test('the channel is joined again if the changes are no longer kept', async () => {
  const { sync, server, happen, start, applied, resets, clock } = createSync();
  await start();
  const changes = happen(4);
  for (const index of [0, 1]) {
    server.changes[index] = { event: 'trimmed', payload: { channelId: server.channelId }, seq: index + 1 };
  }
  if (changes[3]) sync.receive(changes[3]);
  await clock.advance(0);
  assert.deepEqual([resets, applied, sync.known], [[0, 4], [], 4]);
});

test('changes that arrive while the table is read are applied once, after what was read', async () => {
  const { sync, server, happen, start, applied, clock } = createSync();
  await start();
  const early = happen(5);
  let release = (): void => undefined;
  server.before = () =>
    new Promise((resolve) => {
      release = resolve;
    });
  if (early[4]) sync.receive(early[4]);
  await clock.advance(0);
  // The response contains these two as well: they were stored before it was sent.
  for (const change of happen(2)) sync.receive(change);
  server.before = () => undefined;
  release();
  await clock.advance(0);
  assert.deepEqual(applied, range(1, 7));
  for (const change of happen(1)) sync.receive(change);
  assert.deepEqual(applied, range(1, 8));
});

test('changes in the worst order are applied in the right one', async () => {
  const { sync, happen, start, applied, clock } = createSync();
  await start();
  for (const change of happen(40).reverse()) sync.receive(change);
  await clock.advance(0);
  assert.deepEqual(applied, range(1, 40));
});

test('a failed recovery reads page after page until nothing is missing', async () => {
  const { sync, happen, start, applied, reads, clock, server } = createSync();
  await start();
  happen(2_500);
  sync.subscribed({ epoch: 'one', top: server.seq, recovered: false });
  await clock.advance(0);
  assert.deepEqual(applied, range(1, 2_500));
  assert.deepEqual(reads(), ['changes 0', 'changes 1000', 'changes 2000']);
});

test('without a position from the socket, the last page ends the recovery', async () => {
  const { sync, happen, start, applied, reads, clock } = createSync();
  await start();
  happen(1_500);
  sync.subscribed({ recovered: false });
  await clock.advance(0);
  assert.deepEqual(applied, range(1, 1_500));
  assert.deepEqual(reads(), ['changes 0', 'changes 1000']);
});

test('a successful recovery reads nothing', async () => {
  const { sync, happen, start, applied, reads } = createSync();
  await start();
  sync.subscribed({ epoch: 'one', top: 0, recovered: false });
  const changes = happen(3);
  sync.subscribed({ epoch: 'one', top: 0, recovered: true });
  for (const change of changes) sync.receive(change);
  assert.deepEqual(applied, [1, 2, 3]);
  assert.deepEqual(reads(), []);
});

test('a socket that subscribes from a later number causes the gap to be read', async () => {
  const { sync, happen, start, applied, clock, server } = createSync();
  await start();
  happen(2);
  sync.subscribed({ epoch: 'one', top: server.seq, recovered: false });
  await clock.advance(0);
  assert.deepEqual(applied, [1, 2]);
});

test('a channel with a new epoch is read again, whatever its numbers', async () => {
  const { sync, server, happen, start, resets, applied, clock } = createSync();
  happen(30);
  await start();
  sync.subscribed({ epoch: 'one', top: 30, recovered: false });
  Object.assign(server, { seq: 0, messages: [], changes: [] });
  happen(4);
  sync.subscribed({ epoch: 'two', top: 4, recovered: false });
  await clock.advance(0);
  assert.deepEqual(resets, [30, 4]);
  for (const change of happen(1)) sync.receive(change);
  assert.deepEqual(applied, [5]);
});

test('the response to a join from before the new epoch is ignored', async () => {
  const { sync, server, happen, start, resets, clock } = createSync();
  happen(9);
  await start();
  sync.subscribed({ epoch: 'one', top: 9, recovered: false });
  let release = (): void => undefined;
  server.after = () =>
    new Promise((resolve) => {
      release = resolve;
    });
  sync.subscribed({ epoch: 'two', top: 9, recovered: false });
  await clock.advance(0);
  sync.subscribed({ epoch: 'three', top: 2, recovered: false });
  Object.assign(server, { seq: 2, after: () => undefined });
  release();
  await clock.advance(0);
  assert.deepEqual(resets, [9, 2]);
});

test('after a very long absence the latest page is read, not everything in between', async () => {
  const { sync, server, happen, start, resets, reads, clock } = createSync();
  happen(10);
  await start();
  server.seq = 60_000;
  sync.subscribed({ epoch: 'one', top: 60_000, recovered: false });
  await clock.advance(0);
  assert.deepEqual(resets, [10, 60_000]);
  assert.deepEqual(reads(), []);
});

test('an unreachable server is retried with growing pauses, and at once when the network is back', async () => {
  const { sync, server, happen, start, applied, reads, clock } = createSync();
  await start();
  server.before = () => {
    throw unreachable();
  };
  const changes = happen(3);
  if (changes[2]) sync.receive(changes[2]);
  await clock.advance(4_000);
  assert.equal(reads().length, 4);
  server.before = () => undefined;
  sync.retryNow();
  await clock.advance(0);
  assert.deepEqual(applied, [1, 2, 3]);
  const asked = reads().length;
  await clock.advance(600_000);
  assert.equal(reads().length, asked, 'nothing is requested while nothing is missing');
});

test('a refusal is reported, and not retried until somebody asks', async () => {
  const { server, start, refused, resets, clock } = createSync();
  server.before = () => {
    throw refusal(403, 'removed_from_call');
  };
  await start();
  await clock.advance(60_000);
  assert.equal(refused.length, 1);
  assert.deepEqual(server.asked, ['join']);
  server.before = () => undefined;
  await start();
  assert.deepEqual(resets, [0]);
});

test('a person who is no longer in the channel joins again', async () => {
  const { sync, server, happen, start, resets, clock } = createSync();
  await start();
  happen(3);
  server.before = (operation) => {
    if (operation === 'changes') throw refusal(403, 'not_joined');
  };
  sync.subscribed({ epoch: 'one', top: 3, recovered: false });
  await clock.advance(0);
  assert.deepEqual(resets, [0, 3]);
});

test('a number that the table does not have is not waited for forever', async () => {
  const { sync, happen, start, applied, reads, clock } = createSync();
  await start();
  sync.receive({ event: 'message', payload: {}, seq: 5 });
  await clock.advance(60_000);
  const asked = reads().length;
  assert.ok(asked >= 3);
  await clock.advance(600_000);
  assert.equal(reads().length, asked);
  for (const change of happen(2)) sync.receive(change);
  assert.deepEqual(applied, [1, 2]);
});

test('after the end nothing is applied or requested', async () => {
  const { sync, server, happen, start, applied, clock } = createSync();
  await start();
  const asked = server.asked.length;
  sync.end();
  for (const change of happen(3)) sync.receive(change);
  sync.subscribed({ epoch: 'one', top: 3, recovered: false });
  await clock.advance(60_000);
  assert.deepEqual(applied, []);
  assert.equal(server.asked.length, asked);
});
