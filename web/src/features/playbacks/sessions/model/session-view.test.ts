import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  averageShare,
  chartPoints,
  findViewers,
  partsOfVideo,
  type SessionViewer,
  videoTicks,
} from './session-view.ts';

const curve = [
  { second: 10, people: 2 },
  { second: 40, people: 1 },
  { second: 60, people: 0 },
];

test('a chart begins at the first second of the video and keeps its height to the last one', () => {
  assert.deepEqual(chartPoints(curve, 60), [
    { at: 0, people: 0 },
    { at: 10_000, people: 2 },
    { at: 40_000, people: 1 },
    { at: 60_000, people: 1 },
  ]);
  assert.deepEqual(chartPoints([], 5), [
    { at: 0, people: 0 },
    { at: 5_000, people: 0 },
  ]);
});

test('the parts of the video have their viewers and everybody who left', () => {
  const leaving = [
    { second: 19, people: 1 },
    { second: 20, people: 2 },
    { second: 60, people: 3 },
  ];
  assert.deepEqual(partsOfVideo(chartPoints(curve, 60), leaving, { seconds: 60, most: 3 }), [
    { from: 0, to: 20, people: 0, left: 1 },
    { from: 20, to: 40, people: 2, left: 2 },
    { from: 40, to: 60, people: 1, left: 3 },
  ]);
});

test('ticks are round times of the video', () => {
  assert.deepEqual(videoTicks(130, 3), [0, 60_000, 120_000]);
});

const viewer = (fields: Partial<SessionViewer>) =>
  ({
    name: null,
    externalUserId: null,
    email: null,
    watchedShare: 0,
    firstEntryAt: null,
    ...fields,
  }) as SessionViewer;

test('the search finds names and ids; the average leaves out people who saw only the replay', () => {
  const people = [
    viewer({ name: 'Ann', watchedShare: 0.5, firstEntryAt: '2026-03-02T09:00:00.000Z' }),
    viewer({ externalUserId: 'lms-ANN' }),
    viewer({ name: 'Bob', watchedShare: 1, firstEntryAt: '2026-03-02T09:00:00.000Z' }),
  ];
  assert.deepEqual(findViewers(people, ' ann '), people.slice(0, 2));
  assert.equal(findViewers(people, '').length, 3);
  type Report = Parameters<typeof averageShare>[0];
  assert.equal(averageShare({ participants: people } as Report), 0.75);
  assert.equal(averageShare({ participants: [] as SessionViewer[] } as Report), undefined);
});
