import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { seedOr } from '../../../../../testing/fuzzing/chance.ts';
import { waitUntil } from '../../../../../testing/wait.ts';
import { Random } from '../../../../calls/testing/random.ts';
import { type ChangeEntry, mostRecovered } from '../../socket.ts';
import { type Limits, usualLimits } from '../limits.ts';
import { FakeTable } from '../testing/table.ts';
import { Stream } from './stream.ts';

const channel = 'chat:1';

/** A stream over a table of its own, with what it emitted. */
function scene(limits: Partial<Limits> = {}) {
  const table = new FakeTable();
  table.make(channel);
  const seen: ChangeEntry[] = [];
  const events: string[] = [];
  const stream = new Stream({
    limits: { ...usualLimits, holeMs: 1, ...limits },
    read: (wanted) => table.read(channel, wanted),
    onEntry: (entry) => seen.push(entry),
    onBroken: () => events.push('broken'),
    onGone: () => events.push('gone'),
    onFailed: () => events.push('failed'),
  });
  return { table, stream, seen, events };
}

const numbers = (entries: ChangeEntry[]): number[] => entries.map(({ seq }) => seq);
const bare = (entries: ChangeEntry[]): ChangeEntry[] => entries.map(({ seq, data }) => ({ seq, data }));
/** Does the copy hold the same content as the table now? */
function isTrue(stream: Stream, table: FakeTable): boolean {
  const kept = bare(stream.after(0));
  const truth = table.channels.get(channel)?.entries.slice(stream.top - kept.length, stream.top);
  return isDeepStrictEqual(kept, truth);
}
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

suite("a channel's copy of the table", () => {
  test('a stream emits each change once, in order, and keeps no redacted content, whatever is lost, late, doubled or redacted', async () => {
    const first = seedOr(1);
    for (let seed = first; seed < first + 60; seed += 1) {
      const random = new Random(seed);
      const { table, stream, seen, events } = scene({ copyLength: random.pick([5, 50, 1_000]) });
      for (let count = random.below(20); count > 0; count -= 1) table.add(channel);
      await stream.ready();
      const start = stream.top;
      if (seed % 2) table.delay = () => new Promise((done) => setImmediate(done));
      const late: (() => void)[] = [];
      for (let step = 0; step < 120; step += 1) {
        const change = table.add(channel);
        const hand = () => stream.offer(change);
        const how = random.next();
        if (how < 0.5) hand();
        else if (how < 0.8) late.push(hand, hand);
        if (random.chance(0.3)) for (const one of random.shuffled(late.splice(0))) one();
        if (random.chance(0.1)) {
          table.redact(channel, Math.max(1, change.seq - random.below(5)));
          stream.forget();
        }
        if (random.chance(0.1)) void stream.reach(random.below(change.seq));
        if (random.chance(0.05)) void stream.mend();
        assert.ok(isTrue(stream, table), `seed ${seed}, step ${step}`);
        if (random.chance(0.2)) await new Promise((done) => setImmediate(done));
      }
      await stream.mend();
      assert.ok(isTrue(stream, table), `seed ${seed}`);
      const top = table.channels.get(channel)?.entries.length ?? 0;
      assert.deepEqual(numbers(seen), range(start + 1, top), `seed ${seed}`);
      assert.deepEqual(events, [], `seed ${seed}`);
      await stream.reach(0);
      assert.ok(isTrue(stream, table) && stream.after(0).length > 0, `seed ${seed}`);
      stream.end();
    }
  });

  test('the copy holds the newest changes up to its limits of number and age, and is read again for older ones', async () => {
    const { table, stream } = scene({ copyLength: 40, copyMs: 50 });
    for (let count = 0; count < 60; count += 1) table.add(channel);
    await stream.ready();
    assert.deepEqual(numbers(stream.after(0)), range(21, 60));
    assert.deepEqual(numbers(stream.after(58)), [59, 60]);
    assert.ok(stream.holdsAfter(20) && !stream.holdsAfter(19));
    await waitUntil(
      () => {
        stream.age();
        return stream.after(0).length === 0;
      },
      { timeout: 2_000, message: 'the copy to age' },
    );
    assert.ok(stream.holdsAfter(60) && !stream.holdsAfter(59));
    await stream.reach(50);
    assert.deepEqual(numbers(stream.after(50)), range(51, 60));
    stream.end();
  });

  test('the stream does not read more than one reply may hold', async () => {
    const { table, stream } = scene();
    for (let count = 0; count < mostRecovered + 50; count += 1) table.add(channel);
    await stream.ready();
    const { read } = table.asked;
    await stream.reach(49);
    assert.equal(table.asked.read, read);
    stream.forget();
    await stream.reach(50);
    assert.equal(table.asked.read, read + 1);
    assert.equal(stream.after(50).length, mostRecovered);
    stream.end();
  });

  test('requests during a read share one later read', async () => {
    const { table, stream } = scene();
    let open = () => {};
    table.gate = new Promise<void>((done) => {
      open = done;
    });
    const first = stream.ready();
    const crowd = range(1, 50).map(() => stream.mend());
    open();
    await Promise.all([first, ...crowd]);
    assert.equal(table.asked.read, 2);
    stream.end();
  });

  test('a failed read is repeated by the next request', async () => {
    const { table, stream, events, seen } = scene();
    table.isAway = true;
    await assert.rejects(stream.ready());
    table.isAway = false;
    await stream.ready();
    table.isAway = true;
    table.add(channel);
    stream.offer(table.add(channel));
    await waitUntil(() => events.includes('failed'), { timeout: 2_000, message: 'the read to fail' });
    assert.ok(stream.isBehind);
    table.isAway = false;
    await stream.mend();
    assert.deepEqual(numbers(seen), [1, 2]);
    assert.ok(!stream.isBehind);
    stream.end();
  });

  test('known changes cause no read', async () => {
    const { table, stream, seen } = scene();
    const change = table.add(channel);
    await stream.ready();
    stream.offer(change);
    assert.ok(!stream.isBehind);
    assert.deepEqual(seen, []);
    stream.end();
  });

  test('changes of a past epoch are never emitted', async () => {
    const { table, stream, seen, events } = scene();
    await stream.ready();
    const old = [table.add(channel), table.add(channel), table.add(channel)];
    table.make(channel, { epoch: 'second' });
    for (const change of old.slice(1)) stream.offer(change);
    stream.offer(table.add(channel, 'new'));
    await stream.mend();
    assert.deepEqual(events, ['broken']);
    table.add(channel, 'newer');
    stream.offer(table.add(channel, 'newest'));
    await waitUntil(() => stream.top === 3, { timeout: 2_000, message: 'the second epoch to continue' });
    assert.deepEqual(
      seen.map(({ data }) => JSON.parse(data).payload.text),
      ['newer', 'newest'],
    );
    stream.end();
  });
});
