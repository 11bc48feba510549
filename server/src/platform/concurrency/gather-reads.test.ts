import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { gatherReads } from './gather-reads.ts';

/** Readings that are answered by hand, in their order. */
function manualReadings() {
  const begun: { keys: string[]; end: (error?: Error) => void }[] = [];
  const read = (keys: string[]) =>
    new Promise<Map<string, string>>((done, fail) => {
      const found = new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, `of ${key}`]));
      begun.push({ keys, end: (error) => (error ? fail(error) : done(found)) });
    });
  const next = async () => {
    await setImmediate();
    const reading = begun.shift();
    assert.ok(reading, 'a reading is under way');
    return reading;
  };
  return { read, next };
}

test('questions that come during a reading share the next one', async () => {
  const { read, next } = manualReadings();
  const ask = gatherReads(read, { readings: 1, keys: 3 });
  const answers = ['a', 'b', 'nobody', 'b', 'c'].map(ask);
  for (const keys of [['a'], ['b', 'nobody', 'b'], ['c']]) {
    const reading = await next();
    assert.deepEqual(reading.keys, keys);
    reading.end();
  }
  assert.deepEqual(await Promise.all(answers), ['of a', 'of b', undefined, 'of b', 'of c']);
});

test('a reading that fails fails its own questions only', async () => {
  const { read, next } = manualReadings();
  const ask = gatherReads(read, { readings: 2, keys: 10 });
  const [one, ...others] = ['a', 'b', 'c'].map(ask);
  const rejected = assert.rejects(one as Promise<unknown>, /away/);
  (await next()).end(new Error('away'));
  (await next()).end();
  (await next()).end();
  await rejected;
  assert.deepEqual(await Promise.all(others), ['of b', 'of c']);
});

test('a reading waits for further questions, and takes them alone', async () => {
  const readings: string[][] = [];
  const read = async (keys: string[]) => {
    readings.push(keys);
    return new Map(keys.map((key) => [key, `of ${key}`]));
  };
  const ask = gatherReads(read, { readings: 2, keys: 10, gatherMs: 1 });
  assert.deepEqual(await Promise.all(['a', 'b', 'c'].map(ask)), ['of a', 'of b', 'of c']);
  assert.deepEqual(readings, [['a', 'b', 'c']]);
});
