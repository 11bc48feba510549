import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from './clock.fake.ts';
import { Replica, type ReplicaParts } from './replica.ts';

const add = (name: string) => (list: readonly string[]) => [...list, name];
const remove = (name: string) => (list: readonly string[]) => list.filter((one) => one !== name);

/** A list of names; `answer` answers the oldest reading that waits. */
function createReplica(parts: Partial<ReplicaParts<readonly string[]>> = {}) {
  const clock = createFakeClock();
  const waiting: PromiseWithResolvers<readonly string[]>[] = [];
  const counts = { reads: 0 };
  const read = (): Promise<readonly string[]> => {
    counts.reads += 1;
    const response = Promise.withResolvers<readonly string[]>();
    waiting.push(response);
    return response.promise;
  };
  const replica = new Replica({ initial: [], read, clock, ...parts });
  return {
    ...{ clock, replica, counts },
    answer: async (...names: string[]): Promise<void> => {
      waiting.shift()?.resolve(names);
      await clock.advance(0);
    },
    fail: async (status?: number): Promise<void> => {
      waiting.shift()?.reject(Object.assign(new Error('no'), { status }));
      await clock.advance(0);
    },
    names: () => replica.value.get().join(' '),
    state: () => {
      const { phase, isStale, isRefused } = replica.state.get();
      return `${phase}${isStale ? ', stale' : ''}${isRefused ? ', refused' : ''}`;
    },
  };
}

test('it is read, and events change it in their order', async () => {
  const { replica, answer, names, state } = createReplica();
  assert.equal(state(), 'loading');
  void replica.read();
  await answer('anna');
  replica.apply(add('boris'));
  replica.apply(add('vera'));
  replica.apply(remove('anna'));
  assert.deepEqual([names(), state()], ['boris vera', 'ready']);
});

test('events that arrive during a reading count now and after it, whether its response has them or not', async () => {
  for (const response of [['anna'], ['boris'], []]) {
    const { replica, answer, names } = createReplica();
    void replica.read();
    replica.apply((list) => add('boris')(remove('boris')(list)));
    replica.apply(remove('anna'));
    assert.equal(names(), 'boris');
    await answer(...response);
    assert.equal(names(), 'boris');
  }
});

test('a reading after a gap replaces one that began before it', async () => {
  const { replica, answer, names } = createReplica();
  const first = replica.read();
  replica.apply(add('before the gap'));
  void replica.read();
  await answer('old');
  await first;
  assert.equal(names(), 'before the gap');
  await answer('new');
  assert.equal(names(), 'new');
});

test('a failed reading is repeated, and keeps what is known', async () => {
  const { replica, answer, fail, clock, names, state } = createReplica();
  void replica.read();
  await fail();
  assert.equal(state(), 'failed, stale');
  await clock.advance(1_000);
  await answer('anna');
  assert.deepEqual([names(), state()], ['anna', 'ready']);
  void replica.read();
  await fail(503);
  assert.deepEqual([names(), state()], ['anna', 'ready, stale']);
  await clock.advance(1_000);
  await answer('boris');
  assert.deepEqual([names(), state()], ['boris', 'ready']);
});

test('a refused reading is repeated on request only', async () => {
  const { replica, fail, clock, counts, state } = createReplica();
  void replica.read();
  await fail(403);
  await clock.advance(600_000);
  assert.deepEqual([counts.reads, state()], [1, 'failed, stale, refused']);
  void replica.read();
  assert.deepEqual([counts.reads, state()], [2, 'loading, stale']);
});

test('many hints cause few readings, and those during a reading another one', async () => {
  const { replica, answer, clock, counts } = createReplica({ hintsEvery: 1_000 });
  for (let hint = 0; hint < 3; hint += 1) replica.readSoon();
  await clock.advance(0);
  assert.equal(counts.reads, 1);
  for (let hint = 0; hint < 3; hint += 1) replica.readSoon();
  await clock.advance(5_000);
  assert.equal(counts.reads, 1);
  await answer();
  assert.equal(counts.reads, 2);
  await answer();
  replica.readSoon();
  await clock.advance(900);
  assert.equal(counts.reads, 2);
  await clock.advance(100);
  assert.equal(counts.reads, 3);
});

test('a hint does not wait for the pause after a failure', async () => {
  const { replica, fail, clock, counts } = createReplica();
  void replica.read();
  for (const pause of [1_000, 3_000, 10_000]) {
    await fail();
    await clock.advance(pause);
  }
  await fail();
  replica.readSoon();
  await clock.advance(0);
  assert.equal(counts.reads, 5);
});

test('a value is stale while the server is silent', async () => {
  const { replica, answer, clock, state } = createReplica({ silentAfter: 4_000 });
  void replica.read();
  await clock.advance(4_000);
  assert.equal(state(), 'failed, stale');
  await answer();
  assert.equal(state(), 'ready');
});

test('after a reset or the end no response counts', async () => {
  const { replica, answer, clock, counts, names, state } = createReplica();
  void replica.read();
  await answer('anna');
  void replica.read();
  replica.reset();
  await answer('boris');
  assert.deepEqual([names(), state()], ['', 'loading']);
  void replica.read();
  replica.end();
  await answer('vera');
  replica.apply(add('gleb'));
  replica.readSoon();
  await replica.read();
  await clock.advance(60_000);
  assert.deepEqual([names(), counts.reads], ['', 3]);
});
