import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JournalEntry } from '../folder/journal.ts';
import { at, ended, finishUsable, type LeftFolder, leftFolders, lived } from '../testing/left-folders.ts';
import { near } from '../testing/near.ts';

// Where a recording ends, and whether all of the call is in it.
const folders = leftFolders();

const away: JournalEntry = { type: 'lost', at: at(8), t: 8 };
const emptied: JournalEntry = { type: 'empty', at: at(15), t: 15 };
const partial: [string, LeftFolder, { duration: number; isPartial: boolean }][] = [
  ['stopped', { journal: [...lived, ended(24, 'stopped')] }, { duration: 24, isPartial: false }],
  [
    'at its greatest length',
    { journal: [...lived, ended(24, 'longest_reached')] },
    { duration: 24, isPartial: false },
  ],
  ['without more room', { journal: [...lived, ended(24, 'disk_low')] }, { duration: 24, isPartial: true }],
  ['by a kill', {}, { duration: 24, isPartial: true }],
  [
    'by a kill after the last moment that counts',
    { stop: { at: at(18) } },
    { duration: 18, isPartial: false },
  ],
  ['by a kill when everybody had gone', { journal: [...lived, emptied] }, { duration: 15, isPartial: false }],
  [
    'after the engine was away',
    { journal: [...lived, away, { type: 'joined', at: at(11) }, ended(24, 'stopped')] },
    { duration: 24, isPartial: true },
  ],
  [
    'with the last departure',
    { journal: [...lived, emptied, ended(24, 'stopped')], stop: { at: at(24) } },
    { duration: 15, isPartial: false },
  ],
  [
    'with the engine, when everybody had gone',
    { journal: [...lived, emptied, { ...away, at: at(16), t: 16 }, ended(24, 'engine_lost')] },
    { duration: 15, isPartial: false },
  ],
  [
    'long after somebody came again',
    {
      journal: [
        ...lived,
        { type: 'empty', at: at(5), t: 5 },
        { type: 'peopled', at: at(7), t: 7 },
        ended(24, 'stopped'),
      ],
    },
    { duration: 24, isPartial: false },
  ],
];

for (const [what, left, wanted] of partial) {
  test(`it ended ${what}: ${wanted.duration} s, ${wanted.isPartial ? 'partial' : 'whole'}`, async () => {
    const result = await finishUsable(await folders.leave(left));
    near(result.duration, wanted.duration);
    assert.equal(result.isPartial, wanted.isPartial);
  });
}

test('a wall clock that is set while it records moves the end by nothing', async () => {
  const beats = Array.from({ length: 24 }, (_, n): JournalEntry => {
    const t = n + 1;
    return { type: 'beat', at: at(t < 12 ? t : t + 3600), t, bytes: 1, lateTicks: 0, missedAudioMs: 0 };
  });
  const journal = [...lived.slice(0, 3), ...beats];
  near((await finishUsable(await folders.leave({ journal, stop: { at: at(3618) } }))).duration, 18);
  near((await finishUsable(await folders.leave({ journal, stop: { at: at(5) } }))).duration, 5);
});

test('an entry that was written late does not move the end', async () => {
  const last: JournalEntry = { type: 'beat', at: at(20.4), t: 20, bytes: 1, lateTicks: 0, missedAudioMs: 0 };
  const result = await finishUsable(
    await folders.leave({ journal: [...lived, last, ended(20.5, 'stopped')], stop: { at: at(20) } }),
  );
  near(result.duration, 20, 0.001);
});
