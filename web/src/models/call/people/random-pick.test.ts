import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RandomPick } from './random-pick.ts';

const people = ['anna', 'boris', 'vera', 'gleb'];

/** Picks so many times, by the given random numbers in turns. @returns who was shown */
function picked(times: number, { randoms, ids = people }: { randoms: number[]; ids?: string[] }): string[] {
  let count = 0;
  const pick = new RandomPick(() => {
    count += 1;
    return randoms[count % randoms.length] ?? 0;
  });
  return Array.from({ length: times }, () => {
    pick.next(ids);
    return pick.state.get().shown ?? '';
  });
}

test('nobody is picked twice before everybody was picked once, and nobody twice in a row', () => {
  for (const randoms of [[0], [0.999], [0.5], [0.1, 0.7, 0.4], [0.9, 0, 0.6, 0.3, 0.8]]) {
    const shown = picked(12, { randoms });
    for (const from of [0, 4, 8]) {
      assert.deepEqual(shown.slice(from, from + 4).sort(), [...people].sort(), `${randoms}`);
    }
    for (let index = 1; index < shown.length; index += 1) assert.notEqual(shown[index], shown[index - 1]);
  }
});

test('each of the people can be the first', () => {
  const firsts = people.map((_, index) => picked(1, { randoms: [(index + 0.5) / people.length] })[0]);
  assert.deepEqual(firsts, people);
});

test('a single person is picked again, and nobody is picked from an empty list', () => {
  assert.deepEqual(picked(2, { randoms: [0.5], ids: ['anna'] }), ['anna', 'anna']);
  assert.deepEqual(picked(1, { randoms: [0.5], ids: [] }), ['']);
});

test('people who come during a round are picked in it, and those who leave do not hold it up', () => {
  const pick = new RandomPick(() => 0);
  const next = (...ids: string[]): string | undefined => {
    pick.next(ids);
    return pick.state.get().shown;
  };
  assert.equal(next('anna', 'boris'), 'anna');
  assert.equal(next('anna', 'boris', 'vera'), 'boris');
  assert.equal(next('anna', 'vera'), 'vera');
  assert.equal(next('anna', 'vera'), 'anna');
});

test('a hidden pick still counts', () => {
  const pick = new RandomPick(() => 0);
  pick.next(['anna', 'boris']);
  pick.hide();
  assert.equal(pick.state.get().shown, undefined);
  pick.next(['anna', 'boris']);
  assert.equal(pick.state.get().shown, 'boris');
});
