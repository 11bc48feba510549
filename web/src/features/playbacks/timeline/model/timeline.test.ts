import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyItem, faultsOfDraft, type ItemDraft, type SavedItem, sentItemOf } from './item-draft.ts';
import { parseSecond, secondText } from './seconds.ts';
import {
  changeItem,
  conflictsOf,
  isSameTimeline,
  mergeDraft,
  moveItem,
  refusedItemsOf,
  returnItem,
  sortedDraft,
  takeItem,
  takeTheirs,
  timelineDraftOf,
  withIds,
} from './timeline-draft.ts';
import { isBeyond, secondAt, shareOf, ticksOf, trackLength, zoomsOf } from './track.ts';

const offer = (id: string, at: number, more: Partial<SavedItem> = {}): SavedItem => ({
  ...{ id, type: 'offer', at, until: null, title: `Offer ${id}`, text: null, buttonText: 'Open' },
  ...{ url: 'https://lms.example.org/', ...more },
});
const poll: SavedItem = {
  ...{ id: 'p', type: 'poll', at: 5, until: 65.5, question: 'Clear?', withAnswer: true, isOpenEnded: false },
  ...{ isSingleChoice: false, areResultsHidden: false },
  options: [
    { option: 'yes', valid: true },
    { option: 'no', valid: false },
  ],
};
const message: SavedItem = { id: 'm', type: 'message', at: 3, until: null, author: 'Mo', text: 'Hi' };
const keysOf = (draft: readonly ItemDraft[]) => draft.map(({ key }) => key);
const [first, second] = ['a', 'b'].map((id, index) => offer(id, index * 10));
const both = timelineDraftOf([first, second] as SavedItem[]);

test('seconds are read as people type them, and shown so that they can be read again', () => {
  const read = ['0', '7', '75', '1:05', '01:02:03', '1:02:03.25', ' 12,5 ', '90:00', '277:46:40'];
  assert.deepEqual(read.map(parseSecond), [0, 7, 75, 65, 3723, 3723.25, 12.5, 5400, 1_000_000]);
  for (const bad of [
    '',
    ' ',
    '-1',
    '1:60',
    '1:99:00',
    '1:2:3:4',
    'a',
    '1h',
    '1e3',
    '1:',
    ':1',
    '277:46:41',
    '٣',
  ]) {
    assert.equal(parseSecond(bad), undefined, bad);
  }
  for (const at of [0, 59.999, 60, 3599.5, 3600, 12.000001, 999_999.9, 1_000_000]) {
    assert.equal(parseSecond(secondText(at)), at);
  }
  assert.deepEqual([7, 3723.5, 59.9999999].map(secondText), ['0:00:07', '1:02:03.5', '0:01:00']);
});

test('an item that nobody changes is sent as it came', () => {
  for (const item of [offer('a', 1, { until: 9, text: 'More' }), poll, message]) {
    const [draft] = timelineDraftOf([item]);
    assert.deepEqual(draft && sentItemOf(draft), item);
    assert.deepEqual(draft && faultsOfDraft(draft), {});
  }
});

test('an open question has no options, and empty options are not sent', () => {
  const [draft] = timelineDraftOf([poll]);
  assert.ok(draft);
  const open = sentItemOf({ ...draft, poll: { ...draft.poll, isOpenEnded: true } });
  assert.deepEqual([open.isOpenEnded, open.options, open.withAnswer], [true, [], false]);
  const options = [...draft.poll.options, { key: 9, text: ' ', isRight: true }];
  assert.equal(sentItemOf({ ...draft, poll: { ...draft.poll, options } }).options?.length, 2);
});

test('every fault of an item is named by its field', () => {
  const faults = (type: ItemDraft['type'], change: Partial<ItemDraft> = {}) =>
    faultsOfDraft({ ...emptyItem('k', type, 5), ...change });
  assert.deepEqual(faults('offer'), { title: 'missing', buttonText: 'missing', url: 'missing' });
  assert.deepEqual(faults('poll'), { question: 'missing', options: 'missing' });
  assert.deepEqual(faults('message', { at: '' }), { at: 'missing', author: 'missing', text: 'missing' });
  const long = { title: 'x'.repeat(201), text: 'x'.repeat(4001), buttonText: 'x'.repeat(101) };
  assert.deepEqual(faults('offer', { ...long, url: 'javascript:alert(1)', at: '1:99' }), {
    ...{ at: 'bad', title: 'long', text: 'long', buttonText: 'long', url: 'bad' },
  });
  const full = { author: 'Mo', text: 'Hi', hasEnd: true };
  assert.deepEqual(faults('message', { ...full, until: '0' }), {});
  const [of] = timelineDraftOf([poll]);
  for (const [until, fault] of [
    ['0:05', 'order'],
    ['x', 'bad'],
    ['', 'missing'],
  ] as const) {
    assert.deepEqual(of && faultsOfDraft({ ...of, until }), { until: fault });
  }
  const none = of && {
    ...of.poll,
    options: of.poll.options.map((option) => ({ ...option, isRight: false })),
  };
  assert.deepEqual(of && none && faultsOfDraft({ ...of, poll: none }), { right: 'missing' });
});

test('items are sorted by their seconds; one whose time cannot be read comes last', () => {
  const draft = changeItem(timelineDraftOf([...both.map(sentItemOf), message] as SavedItem[]), 'a', {
    at: 'x',
  });
  assert.deepEqual(keysOf(sortedDraft(draft)), ['m', 'b', 'a']);
});

test('a moved item keeps its length and stays behind the beginning', () => {
  const [moved] = moveItem(timelineDraftOf([poll]), 'p', 100.4);
  assert.deepEqual([moved?.at, moved?.until], ['0:01:40', '0:02:40.5']);
  const [begin] = moveItem(timelineDraftOf([poll]), 'p', -5);
  assert.deepEqual([begin?.at, begin?.until], ['0:00:00', '0:01:00.5']);
});

test('a deleted item returns to its place, and the timeline is as it was saved', () => {
  const { draft, taken } = takeItem(both, 'a');
  assert.deepEqual([keysOf(draft), isSameTimeline(both, draft)], [['b'], false]);
  assert.ok(taken && isSameTimeline(both, returnItem(draft, taken)));
  assert.equal(isSameTimeline(both, both.toReversed()), true);
  assert.equal(takeItem(both, 'nothing').taken, undefined);
});

test('changes of others hold, unless the reader changed the same item', () => {
  const added = emptyItem('new', 'message', 7);
  const mine = [...changeItem(both, 'a', { title: 'Mine' }), added];
  const theirs = timelineDraftOf([offer('a', 0, { title: 'Theirs' }), offer('c', 30)]);
  const merged = mergeDraft(both, mine, theirs);
  assert.deepEqual(
    merged.map(({ key, title }) => [key, title]),
    [
      ['a', 'Mine'],
      ['new', ''],
      ['c', 'Offer c'],
    ],
  );
  const renamed = mergeDraft(
    both,
    both,
    timelineDraftOf([offer('a', 4, { title: 'Theirs' }), second as SavedItem]),
  );
  assert.deepEqual([renamed[0]?.title, renamed[0]?.at], ['Theirs', '0:00:04']);
  const deleted = mergeDraft(
    both,
    changeItem(both, 'a', { title: 'Mine' }),
    timelineDraftOf([second as SavedItem]),
  );
  assert.deepEqual(
    deleted.map(({ id }) => id),
    [undefined, 'b'],
  );
  assert.deepEqual(keysOf(mergeDraft(both, both.slice(1), both)), ['b']);
});

test('an item that both changed is a conflict, which either version settles', () => {
  const third = offer('c', 20);
  const base = timelineDraftOf([first, second, third] as SavedItem[]);
  const theirs = timelineDraftOf([
    ...[offer('a', 0, { title: 'Theirs' }), offer('c', 20, { title: 'Theirs' }), offer('d', 30)],
  ]);
  const titles = (draft: readonly ItemDraft[]) => draft.map(({ title }) => title);
  // The reader changed two, one of which somebody else deleted, and deleted the third.
  const mine = changeItem(changeItem(base.slice(0, 2), 'a', { title: 'Mine' }), 'b', { title: 'Mine' });
  const conflicts = conflictsOf(base, mine, theirs);
  assert.deepEqual(keysOf(conflicts), ['a', 'b', 'c']);
  assert.deepEqual(titles(mergeDraft(base, takeTheirs(mine, theirs, conflicts), theirs)), [
    ...['Theirs', 'Theirs', 'Offer d'],
  ]);
  assert.deepEqual(titles(mergeDraft(base, mine, theirs)), ['Mine', 'Mine', 'Offer d']);
  assert.deepEqual(conflictsOf(base, base, theirs), []);
  assert.deepEqual(conflictsOf(base, mine, base), []);
  assert.deepEqual(conflictsOf(base, theirs, theirs), []);
});

test('new items get their ids by what they say, also two that say the same', () => {
  const fresh = ['x', 'y', 'z'].map((key) => ({
    ...emptyItem(key, 'message', 1),
    author: 'Mo',
    text: ' Hi ',
  }));
  fresh[2] = { ...(fresh[2] as ItemDraft), text: 'Bye' };
  const saved = [
    first,
    ...['1', '2', '3'].map((id) => ({ ...message, id, at: 1, text: id === '1' ? 'Bye' : 'Hi' })),
  ];
  const sent = [...both.slice(0, 1), ...fresh];
  assert.deepEqual(
    withIds(sent, sent, saved as SavedItem[]).map(({ key, id }) => [key, id]),
    [
      ['a', 'a'],
      ['x', '2'],
      ['y', '3'],
      ['z', '1'],
    ],
  );
});

test('faults of the server are at the item and the field that they name', () => {
  const refused = refusedItemsOf(
    [
      { path: 'items.1.url', message: 'must be a web address' },
      { path: 'items.1.options.3.option', message: 'must not be blank' },
      { path: 'items.0.id', message: 'must be known' },
      { path: 'items', message: 'too many' },
      { path: 'items.9.at', message: 'no such item' },
    ],
    both,
  );
  assert.deepEqual(Object.fromEntries(refused), {
    b: { url: 'must be a web address', options: 'must not be blank' },
    a: { at: 'must be known' },
  });
});

test('the track is as long as the video, or as long as its items need', () => {
  assert.equal(trackLength(both, 600), 600);
  assert.equal(trackLength([], null), 60);
  assert.equal(trackLength(timelineDraftOf([offer('a', 100)]), null), 120);
  assert.deepEqual(zoomsOf(60), [1]);
  assert.deepEqual(zoomsOf(600), [1, 2, 4, 8]);
  assert.equal(zoomsOf(36_000).at(-1), 64);
  assert.deepEqual(ticksOf(60, 1), [0, 10, 20, 30, 40, 50, 60]);
  for (const length of [60, 599, 3600, 36_000, 1_000_000]) {
    for (const zoom of zoomsOf(length)) assert.ok(ticksOf(length, zoom).length <= 8 * zoom + 1);
  }
});

test('positions on the track are seconds, cut to the track', () => {
  const bounds = { left: 100, width: 500 };
  assert.deepEqual(
    [90, 100, 350, 600, 700].map((x) => secondAt(x, bounds, 60)),
    [0, 0, 30, 60, 60],
  );
  assert.equal(secondAt(5, { left: 0, width: 0 }, 60), 0);
  assert.deepEqual(
    [-1, 30, 90].map((at) => shareOf(at, 60)),
    [0, 0.5, 1],
  );
  const [late] = timelineDraftOf([offer('a', 61)]);
  assert.deepEqual(late && [isBeyond(late, 60), isBeyond(late, 61), isBeyond(late, null)], [
    true,
    false,
    false,
  ]);
});
