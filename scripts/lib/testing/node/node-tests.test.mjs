import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Project } from '../../../checks/project.mjs';
import { findTests, intoUnits, mayShare } from './files.mjs';
import { runUnits } from './schedule.mjs';

test('each file runs once', () => {
  const all = findTests([]);
  const shared = mayShare(all);
  assert.ok(shared.length > 50 && shared.length < all.length);
  const units = intoUnits(all, shared);
  assert.deepEqual(units.flatMap(({ files }) => files).sort(), all);
  for (const { files } of units)
    assert.ok(files.length === 1 || files.every((path) => shared.includes(path)));
});

test('a file that records calls runs beside one other recording at most, wherever it is', () => {
  const kinds = {
    'server/src/startup/nodes/roles.test.ts': 'recording',
    'server/src/transcription/whole-way.alone.test.ts': 'alone',
    'server/src/records/running/running.test.ts': 'recording',
    'server/src/records/records.test.ts': 'any',
  };
  for (const { files, kind } of intoUnits(Object.keys(kinds), [])) assert.equal(kind, kinds[files[0]]);
});

test('a file has a process of its own when it changes or measures the process, or loads a native library of media', () => {
  const texts = {
    'server/plain.test.ts': "import { add } from './add.ts';\nimport type { Room } from '@livekit/rtc-node';",
    'server/add.ts': 'export const add = 1;',
    'server/records.test.ts': "import './picture.ts';",
    'server/picture.ts': "import { Decoder } from 'node-av/api';",
    'server/starts.test.ts': "import { spawn } from 'node:child_process';\nspawn(process.execPath);",
    'server/reads.test.ts': 'assert.equal(process.env.A, 1);',
    'server/settings.test.ts': 'process.env.A = 1;',
    'server/memory.test.ts': 'process.memoryUsage();',
    'server/plain.alone.test.ts': 'export {};',
    'web/fetches.test.ts': 'globalThis.fetch = () => {};',
    'web/clock.test.ts': 'mock.timers.enable();',
    'web/own-mock.test.ts': 't.mock.timers.enable();',
    'recorder/mixer.test.ts': 'export {};',
    'recorder/draws.test.ts': "import '@napi-rs/canvas';",
  };
  const paths = Object.keys(texts).filter((path) => path.includes('.test.'));
  assert.deepEqual(mayShare(paths, new Project(texts)), [
    'server/plain.test.ts',
    'server/starts.test.ts',
    'server/reads.test.ts',
    'web/own-mock.test.ts',
    'recorder/mixer.test.ts',
  ]);
});

/** Runs the units, each for as many milliseconds as its seconds are, and gives what ran whenever one began. */
async function watch(units, options) {
  const moments = [];
  const running = new Set();
  const begin = async (unit) => {
    running.add(unit);
    moments.push([...running]);
    await new Promise((resolve) => setTimeout(resolve, unit.seconds));
    running.delete(unit);
  };
  await runUnits(units, begin, { hasRoom: () => false, ...options });
  return moments;
}

const unit = (name, seconds, kind = 'any') => ({ name, seconds, kind });
const namesIn = (moments) => moments.map((running) => running.at(-1).name);

test('the longest run first, as many as there are slots', async () => {
  const moments = await watch([unit('a', 1), unit('b', 9), unit('c', 5), unit('d', 7)], { least: 2 });
  assert.deepEqual(namesIn(moments), ['b', 'd', 'c', 'a']);
  assert.ok(moments.every((running) => running.length <= 2));
  assert.equal(moments[1].length, 2);
});

test('more run at a time while the processors have room, the next one when the load of the last is known', async () => {
  const units = ['a', 'b', 'c', 'd'].map((name) => unit(name, 60));
  const moments = await watch(units, { least: 1, most: 2, lookMs: 5, settledMs: 20, hasRoom: () => true });
  assert.deepEqual(
    moments.map((running) => running.length),
    [1, 2, 2, 2],
  );
  const busy = await watch(units, { least: 1, most: 2, lookMs: 5, settledMs: 20, hasRoom: () => false });
  assert.ok(busy.every((running) => running.length === 1));
});

test('recorders begin first, never run side by side, and what records waits until they are done', async () => {
  const units = [
    unit('away', 9, 'recording'),
    unit('disk', 8, 'recording'),
    unit('unseen', 7, 'recording'),
    unit('other', 3),
    unit('late', 2),
  ];
  const recorders = [unit('cut', 2, 'recorder'), unit('end', 4, 'recorder')];
  const moments = await watch([...units, ...recorders], { least: 3 });
  const began = namesIn(moments);
  assert.deepEqual(began.slice(0, 2), ['end', 'other']);
  assert.equal(began.length, 7);
  for (const running of moments) {
    const hasRecorder = running.some(({ kind }) => kind === 'recorder');
    const recording = running.filter(({ kind }) => kind !== 'any').length;
    assert.ok(recording <= (hasRecorder ? 1 : 2));
  }
  assert.deepEqual(began.slice(-3), ['away', 'disk', 'unseen']);
});

test('what needs the machine for itself runs first, and nothing beside it', async () => {
  const shared = [unit('shared', 20, 'shared'), unit('more', 20, 'shared')];
  const others = [unit('any', 9), unit('cut', 9, 'recorder')];
  const alone = [unit('offset', 5, 'alone'), unit('slow', 3, 'alone')];
  const begun = [];
  const running = new Set();
  const begin = async (one) => {
    running.add(one);
    begun.push({ name: one.name, kinds: [...running].map(({ kind }) => kind).sort() });
    await new Promise((resolve) => setTimeout(resolve, one.seconds));
    running.delete(one);
  };
  await runUnits([...shared, ...others, ...alone], begin, { least: 3, hasRoom: () => false });
  assert.equal(begun.length, 6);
  for (const { name, kinds } of begun) {
    if (kinds.includes('alone')) assert.deepEqual(kinds, ['alone'], name);
  }
  assert.deepEqual(
    begun.slice(0, 2).map(({ kinds }) => kinds),
    [['alone'], ['alone']],
  );
});
