import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { RecordingView } from '../../engines/recorder/recorder.ts';
import { decideNextStep, failureOf, type RecordFacts, type RecordStep } from './next-step.ts';

const begun = new Date('2026-01-01T10:00:00Z');
const after = (seconds: number): Date => new Date(begun.getTime() + seconds * 1000);

const row = (more: Partial<RecordFacts>): RecordFacts => ({
  ...{ state: 'new', createdAt: begun, startedAt: null, stoppedAt: null, failure: null, ...more },
});
const view = (more: Partial<RecordingView> = {}): RecordingView => ({
  ...{ isAlive: true, wasBegun: true, pictureAt: undefined, ended: undefined, emptySince: undefined },
  ...{ isFinished: false, changedAt: begun, ...more },
});
const ended = (reason: NonNullable<RecordingView['ended']>['reason'], at = after(60)) => ({
  isAlive: false,
  ended: { at, reason, message: undefined },
});
const pictured = { startedAt: after(2) };
const recording = row({ state: 'recording', ...pictured });
const processing = row({ state: 'processing', ...pictured, stoppedAt: after(50) });
const day = 24 * 3600;

const cases: [string, Parameters<typeof decideNextStep>[0], RecordStep | undefined][] = [
  ['asked for', { record: row({}), view: undefined, at: after(0) }, { do: 'begin', pictureBy: after(10) }],
  [
    'a folder without a recorder',
    { record: row({}), view: view({ wasBegun: false, isAlive: false }), at: after(1) },
    { do: 'begin', pictureBy: after(10) },
  ],
  [
    'too late to begin',
    { record: row({}), view: undefined, at: after(10) },
    { do: 'fail', failure: 'no_picture' },
  ],
  ['on its way', { record: row({}), view: view(), at: after(9) }, { do: 'wait', ms: 1000 }],
  ['no picture', { record: row({}), view: view(), at: after(10) }, { do: 'fail', failure: 'no_picture' }],
  [
    'a picture that was in time and is seen late',
    { record: row({}), view: view({ pictureAt: after(9) }), at: after(30) },
    { do: 'picture', at: after(9) },
  ],
  [
    'ended before a picture: the disk',
    { record: row({}), view: view(ended('disk_full')), at: after(3) },
    { do: 'fail', failure: 'disk_full' },
  ],
  [
    'died before a picture',
    { record: row({}), view: view({ isAlive: false }), at: after(3) },
    { do: 'fail', failure: 'no_picture', diedSilently: true },
  ],
  [
    'picture and end at once: the picture first',
    { record: row({}), view: view({ pictureAt: after(2), ...ended('room_ended') }), at: after(61) },
    { do: 'picture', at: after(2) },
  ],
  [
    'records',
    { record: recording, view: view({ pictureAt: after(2) }), at: after(9) },
    { do: 'wait', ms: 2000 },
  ],
  [
    'its folder is gone',
    { record: recording, view: undefined, at: after(9) },
    { do: 'fail', failure: 'media_lost' },
  ],
  [
    'ended by itself',
    { record: recording, view: view(ended('disk_low')), at: after(70) },
    { do: 'stop', at: after(60) },
  ],
  [
    'ended by itself after everybody left',
    { record: recording, view: view({ ...ended('room_ended'), emptySince: after(55) }), at: after(70) },
    { do: 'stop', at: after(55) },
  ],
  [
    'died',
    { record: recording, view: view({ isAlive: false }), at: after(70) },
    { do: 'stop', at: after(70) },
  ],
  [
    'stopped, still writing',
    { record: processing, view: view(), at: after(51) },
    { do: 'order', at: after(50) },
  ],
  [
    'stopped and ended',
    { record: processing, view: view({ pictureAt: after(2), ...ended('stopped') }), at: after(51) },
    { do: 'finish' },
  ],
  [
    'stopped before its picture was known',
    {
      record: row({ state: 'processing', stoppedAt: after(50) }),
      view: view({ pictureAt: after(2) }),
      at: after(51),
    },
    { do: 'picture', at: after(2) },
  ],
  [
    'stopped before anything began',
    { record: row({ state: 'processing', stoppedAt: after(1) }), view: undefined, at: after(2) },
    { do: 'fail', failure: 'no_picture' },
  ],
  [
    'stopped, and its folder is gone',
    { record: processing, view: undefined, at: after(51) },
    { do: 'fail', failure: 'media_lost' },
  ],
  [
    'finished',
    { record: row({ state: 'finished' }), view: view({ isAlive: false }), at: after(60) },
    { do: 'discard' },
  ],
  ['thrown away', { record: row({ state: 'aborted' }), view: view(), at: after(3) }, { do: 'discard' }],
  ['done', { record: row({ state: 'finished' }), view: undefined, at: after(60) }, undefined],
  [
    'of a node that was taken for lost',
    { record: row({ state: 'failed', failure: 'recorder_lost' }), view: view(), at: after(6 * day) },
    { do: 'keep' },
  ],
  [
    'the same, a week later',
    { record: row({ state: 'failed', failure: 'recorder_lost' }), view: view(), at: after(8 * day) },
    { do: 'discard' },
  ],
  [
    'of which no file could be made',
    { record: row({ state: 'failed', failure: 'broken' }), view: view(), at: after(6 * day) },
    { do: 'keep' },
  ],
  [
    'failed otherwise',
    { record: row({ state: 'failed', failure: 'room_deleted' }), view: view(), at: after(60) },
    { do: 'discard' },
  ],
  ['of no row', { record: undefined, view: view(), at: after(day) }, { do: 'keep' }],
  ['of no row, a week later', { record: undefined, view: view(), at: after(8 * day) }, { do: 'discard' }],
];

suite('the next step of a recording', () => {
  for (const [name, known, expected] of cases) {
    test(name, () => assert.deepEqual(decideNextStep(known), expected));
  }

  test('failureOf explains why there is no file', () => {
    const seen = { pictureAt: after(2), stoppedAt: after(60) };
    assert.equal(failureOf('disk_low', seen), 'disk_full');
    assert.equal(failureOf('engine_lost', seen), 'media_lost');
    assert.equal(failureOf('broken', seen), 'broken');
    assert.equal(failureOf(undefined, seen), 'media_lost');
    assert.equal(failureOf('stopped', { pictureAt: undefined, stoppedAt: after(1) }), 'no_picture');
    // Everybody left before the first picture.
    assert.equal(failureOf('stopped', { pictureAt: after(2), stoppedAt: after(1) }), 'no_picture');
  });
});
