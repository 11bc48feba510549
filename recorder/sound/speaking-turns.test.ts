import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SpeakingTurn, SpeakingTurns } from './speaking-turns.ts';

const length = 0.02;
const loud = new Float32Array(960).fill(0.1);
const quiet = new Float32Array(960).fill(0.0005);

/** Feeds `parts`, each some seconds of speech or of silence, one after the other. */
const hear = (
  parts: [seconds: number, isLoud: boolean][],
): { told: SpeakingTurn[]; turns: SpeakingTurns } => {
  const told: SpeakingTurn[] = [];
  const turns = new SpeakingTurns((turn) => told.push(turn));
  let block = 0;
  for (const [seconds, isLoud] of parts)
    for (const end = block + Math.round(seconds / length); block < end; block += 1)
      turns.hear(isLoud ? loud : quiet, block * length, length);
  return { told, turns };
};
const rounded = (told: SpeakingTurn[]) =>
  told.map(({ from, to }) => [Number(from.toFixed(2)), Number(to.toFixed(2))]);

test('a turn lasts from the first sound to the last, including pauses for breath', () => {
  const { told } = hear([
    [1, false],
    [2, true],
    [0.5, false],
    [1, true],
    [2, false],
  ]);
  assert.deepEqual(rounded(told), [[1, 4.5]]);
});

test('a click is not a turn', () => {
  assert.deepEqual(
    hear([
      [1, false],
      [0.06, true],
      [2, false],
    ]).told,
    [],
  );
});

test('a pause that is long enough begins another turn', () => {
  const { told } = hear([
    [1, true],
    [1, false],
    [1, true],
    [1, false],
  ]);
  assert.deepEqual(rounded(told), [
    [0, 1],
    [2, 3],
  ]);
});

test('a long turn is reported in parts without gaps, the rest at the end', () => {
  const { told, turns } = hear([[25, true]]);
  assert.deepEqual(rounded(told), [
    [0, 10],
    [10, 20],
  ]);
  assert.ok(turns.isSpeaking);
  turns.end();
  assert.deepEqual(rounded(told), [
    [0, 10],
    [10, 20],
    [20, 25],
  ]);
  assert.ok(!turns.isSpeaking);
});
