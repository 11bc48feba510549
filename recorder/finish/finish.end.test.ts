import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JournalEntry } from '../folder/journal.ts';
import {
  at,
  endedEntry,
  finishUsable,
  type LeftFolder,
  leftFolders,
  lived,
} from '../testing/left-folders.ts';
import { near } from '../testing/near.ts';

// The end of a recording, and whether it contains all of the call.
const folders = leftFolders();

const away: JournalEntry = { type: 'lost', at: at(8), t: 8 };
const emptied: JournalEntry = { type: 'empty', at: at(15), t: 15 };
const partial: [string, LeftFolder, { duration: number; isPartial: boolean }][] = [
  ['was stopped', { journal: [...lived, endedEntry(24, 'stopped')] }, { duration: 24, isPartial: false }],
  [
    'reached its maximum length',
    { journal: [...lived, endedEntry(24, 'longest_reached')] },
    { duration: 24, isPartial: false },
  ],
  [
    'ended for lack of disk space',
    { journal: [...lived, endedEntry(24, 'disk_low')] },
    { duration: 24, isPartial: true },
  ],
  ['was killed', {}, { duration: 24, isPartial: true }],
  ['was killed after its stop order', { stop: { at: at(18) } }, { duration: 18, isPartial: false }],
  ['was killed after everybody left', { journal: [...lived, emptied] }, { duration: 15, isPartial: false }],
  [
    'lost the media server for a time',
    { journal: [...lived, away, { type: 'joined', at: at(11) }, endedEntry(24, 'stopped')] },
    { duration: 24, isPartial: true },
  ],
  [
    'was stopped after everybody left',
    { journal: [...lived, emptied, endedEntry(24, 'stopped')], stop: { at: at(24) } },
    { duration: 15, isPartial: false },
  ],
  [
    'lost the media server after everybody left',
    { journal: [...lived, emptied, { ...away, at: at(16), t: 16 }, endedEntry(24, 'engine_lost')] },
    { duration: 15, isPartial: false },
  ],
  [
    'was stopped long after somebody returned',
    {
      journal: [
        ...lived,
        { type: 'empty', at: at(5), t: 5 },
        { type: 'peopled', at: at(7), t: 7 },
        endedEntry(24, 'stopped'),
      ],
    },
    { duration: 24, isPartial: false },
  ],
];

for (const [what, left, wanted] of partial) {
  test(`a recording that ${what} lasts ${wanted.duration} s and is ${wanted.isPartial ? 'partial' : 'complete'}`, async () => {
    const result = await finishUsable(await folders.leave(left));
    near(result.duration, wanted.duration);
    assert.equal(result.isPartial, wanted.isPartial);
  });
}

test('a change of the wall clock during the recording does not move its end', async () => {
  const beats = Array.from({ length: 24 }, (_, n): JournalEntry => {
    const t = n + 1;
    return { type: 'beat', at: at(t < 12 ? t : t + 3600), t, bytes: 1, lateTicks: 0, missedAudioMs: 0 };
  });
  const journal = [...lived.slice(0, 3), ...beats];
  near((await finishUsable(await folders.leave({ journal, stop: { at: at(3618) } }))).duration, 18);
  near((await finishUsable(await folders.leave({ journal, stop: { at: at(5) } }))).duration, 5);
});

test('a journal entry that was written late does not move the end', async () => {
  const last: JournalEntry = { type: 'beat', at: at(20.4), t: 20, bytes: 1, lateTicks: 0, missedAudioMs: 0 };
  const result = await finishUsable(
    await folders.leave({ journal: [...lived, last, endedEntry(20.5, 'stopped')], stop: { at: at(20) } }),
  );
  near(result.duration, 20, 0.001);
});
