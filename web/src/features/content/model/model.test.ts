import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Renewal } from '../../../panel/player/renewal.ts';
import { percentText, sizeText } from '../../../panel/uploads/amounts.ts';
import { playerCommandOf, stepSpeed } from '../../../ui/player/keys.ts';
import { clockText, clockValue, placeTexts } from '../../../ui/times.ts';
import { filterNames, readFilters, toRecordQuery, writeFilters } from './filters.ts';
import { KeptPictures } from './kept-pictures.ts';
import {
  isDeletable,
  isInProgress,
  type ListedRecord,
  paceOf,
  paceOfList,
  type RecordState,
  recordStates,
  runningSeconds,
} from './record.ts';

const listed = (state: RecordState, transcript: ListedRecord['transcription']['state'] = 'none') => ({
  state,
  transcription: { state: transcript },
});

const plain = (text: string) => text.replace(/\s/g, ' ');

test('a recording in progress is refreshed soon, other lists rarely', () => {
  assert.deepEqual(
    recordStates.filter((state) => isInProgress({ state })),
    ['new', 'recording', 'processing'],
  );
  assert.deepEqual([paceOf(listed('processing')), paceOf(listed('finished'))], [2_500, undefined]);
  assert.equal(paceOfList([listed('finished'), listed('processing')]), 2_500);
  assert.equal(paceOfList([listed('finished'), listed('failed'), listed('aborted')]), 30_000);
  assert.deepEqual(
    recordStates.filter((state) => !isDeletable({ state })),
    ['new', 'recording', 'processing'],
  );
});

test('a recording whose transcript is being created is refreshed until that is ready', () => {
  const of = (transcript: 'waiting' | 'running' | 'ready') => listed('finished', transcript);
  assert.deepEqual(
    [paceOf(of('waiting')), paceOf(of('running')), paceOf(of('ready'))],
    [5_000, 5_000, undefined],
  );
  assert.deepEqual([paceOfList([of('waiting')]), paceOfList([of('running')])], [30_000, 5_000]);
});

test('the running time is right, also with a slow clock', () => {
  const startedAt = '2026-03-01T10:00:00.000Z';
  assert.equal(runningSeconds({ startedAt }, Date.parse(startedAt) + 61_900), 61);
  assert.equal(runningSeconds({ startedAt }, Date.parse(startedAt) - 5_000), 0);
  assert.equal(runningSeconds({ startedAt: null }, Date.now()), 0);
});

test('durations and sizes are readable', () => {
  assert.deepEqual([0.9, 7, 754, 3_723, 360_000, Number.NaN].map(clockText), [
    '0:00',
    '0:07',
    '12:34',
    '1:02:03',
    '100:00:00',
    '0:00',
  ]);
  assert.equal(clockValue(754.9), 'PT754S');
  assert.deepEqual(
    [placeTexts(10, 237.9), placeTexts(237.9, 237.9), placeTexts(5, 0)],
    [
      { at: '0:10', length: '3:58' },
      { at: '3:58', length: '3:58' },
      { at: '0:05', length: '0:00' },
    ],
  );
  assert.deepEqual(
    [0, 999, 1_000, 999_600, 1_540_000, 240_000_000, 1_940_000_000].map((size) =>
      plain(sizeText(size, 'en')),
    ),
    ['0 byte', '999 byte', '1 kB', '1 MB', '1.5 MB', '240 MB', '1.9 GB'],
  );
  assert.equal(plain(sizeText(1_540_000, 'ru')), '1,5 МБ');
  assert.equal(plain(percentText(0.427, 'ru')), '43 %');
});

test('filters are kept in the address; invalid ones filter nothing', () => {
  const room = 'a'.repeat(24);
  const written = { room, state: 'failed', period: 'own', from: '2026-02-27', to: '2026-02-28' };
  const filters = readFilters(written);
  assert.deepEqual(writeFilters(filters), written);
  assert.deepEqual(Object.keys(written), [...filterNames]);
  assert.deepEqual(toRecordQuery(filters, new Date()), {
    roomId: room,
    state: 'failed',
    dateFrom: new Date(2026, 1, 27).toISOString(),
    dateTo: new Date(2026, 2, 1).toISOString(),
  });
  assert.deepEqual(
    toRecordQuery(readFilters({ room: '../x', state: 'lost', period: 'ever' }), new Date()),
    {},
  );
});

test('a picture keeps its address until that is old or broken, or a first picture appears', () => {
  const pictures = new KeptPictures();
  const id = 'a';
  const shown = (posterUrl: string | null, now: number) =>
    pictures.keep({ id, posterUrl, previewUrl: null }, now).posterUrl;
  assert.equal(shown(null, 0), null);
  assert.equal(shown('/1', 1_000), '/1');
  assert.equal(shown('/2', 2_000), '/1');
  pictures.forget(id);
  assert.equal(shown('/2', 2_000), '/2');
  assert.equal(shown('/3', 13 * 3_600_000), '/3');
});

test('a new address is requested twice in a row, then the failure is shown', () => {
  const renewal = new Renewal();
  assert.deepEqual([renewal.mayTry(), renewal.mayTry(), renewal.mayTry()], [true, true, false]);
  renewal.flows();
  assert.equal(renewal.mayTry(), true);
  const end = '2026-03-02T10:00:00.000Z';
  assert.equal(Renewal.isOver(end, Date.parse(end) - 31_000), false);
  assert.equal(Renewal.isOver(end, Date.parse(end) - 29_000), true);
});

test("keys control the player in any script, and leave the browser's own alone", () => {
  const free = { code: '', altKey: false, ctrlKey: false, metaKey: false };
  assert.deepEqual(playerCommandOf({ ...free, key: ' ' }), { kind: 'toggle' });
  assert.deepEqual(playerCommandOf({ ...free, key: 'л', code: 'KeyK' }), { kind: 'toggle' });
  assert.deepEqual(playerCommandOf({ ...free, key: 'ArrowLeft' }), { kind: 'seek', by: -5 });
  assert.deepEqual(playerCommandOf({ ...free, key: '7' }), { kind: 'jump', to: 0.7 });
  assert.equal(playerCommandOf({ ...free, key: 'f', code: 'KeyF', ctrlKey: true }), undefined);
  assert.equal(playerCommandOf({ ...free, key: 'Tab' }), undefined);
});

test('speeds change in steps and stay within the list', () => {
  assert.deepEqual(
    [stepSpeed(1, 1), stepSpeed(1, -1), stepSpeed(2, 1), stepSpeed(0.5, -1), stepSpeed(3, 0)],
    [1.25, 0.75, 2, 0.5, 2],
  );
});
