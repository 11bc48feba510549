import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Person } from '../people/people.ts';
import { arrange, type LayoutRequest, mainTileOf } from './arrange.ts';
import { orderTiles } from './order.ts';
import { orderScreens, tilesOf } from './tiles.ts';

function person(id: string, more: Partial<Person> = {}): Person {
  return {
    id,
    name: id,
    role: 'user',
    isMe: false,
    joinedAt: 0,
    maySpeak: true,
    microphone: false,
    camera: false,
    screen: false,
    cameraPicture: undefined,
    screenPicture: undefined,
    screenShape: undefined,
    quality: 'good',
    ...more,
  };
}

const me = person('me', { isMe: true });
const crowd = (count: number): Person[] => Array.from({ length: count }, (_, index) => person(`p${index}`));

function wish(people: Person[], more: Partial<LayoutRequest> = {}): LayoutRequest {
  const tiles = tilesOf(people);
  return {
    area: { width: 1440, height: 790 },
    tiles,
    view: 'grid',
    compact: false,
    page: 0,
    pinned: undefined,
    screens: orderScreens([], tiles),
    speakers: [],
    ...more,
  };
}

test('who only watches has no tile, and nobody sees the own screen', () => {
  const people = [person('me', { isMe: true, screen: true }), person('watcher', { maySpeak: false })];
  assert.deepEqual(
    tilesOf(people).map(({ key }) => key),
    ['camera:me'],
  );
});

test('49 people are on one page of a desktop, all equal', () => {
  const { placed, page } = arrange(wish([me, ...crowd(48)]));
  assert.equal(placed.length, 49);
  assert.ok(placed.every(({ role }) => role === 'equal'));
  assert.deepEqual(page, { index: 0, count: 1 });
});

test('a shared screen is looked at without anybody asking, the newest of several', () => {
  const first = [me, person('a', { screen: true }), person('b')];
  const screens = orderScreens([], tilesOf(first));
  const both = [me, person('a', { screen: true }), person('b', { screen: true })];
  const order = orderScreens(screens, tilesOf(both));
  assert.deepEqual(order, ['screen:a', 'screen:b']);
  assert.equal(mainTileOf(wish(both, { screens: order }))?.key, 'screen:b');
  assert.deepEqual(orderScreens(order, tilesOf(first)), ['screen:a']);
});

test('what is pinned stands before a screen; a pin on who left does nothing', () => {
  const people = [me, person('a', { screen: true }), person('b')];
  assert.equal(mainTileOf(wish(people, { pinned: 'camera:b' }))?.key, 'camera:b');
  assert.equal(mainTileOf(wish(people, { pinned: 'camera:gone' }))?.key, 'screen:a');
});

test('the speaker view shows who speaks, before that the first other person', () => {
  const people = [me, ...crowd(3)];
  assert.equal(mainTileOf(wish(people, { view: 'speaker' }))?.key, 'camera:p0');
  assert.equal(mainTileOf(wish(people, { view: 'speaker', speakers: ['p2'] }))?.key, 'camera:p2');
  assert.equal(mainTileOf(wish([me], { view: 'speaker' }))?.key, 'camera:me');
  assert.equal(mainTileOf(wish(people, { speakers: ['p2'] })), undefined);
});

test('whoever speaks has a place in a full strip', () => {
  const people = [me, person('a', { screen: true }), ...crowd(30)];
  const { placed, more } = arrange(wish(people, { speakers: ['p29'] }));
  assert.ok(placed.some(({ tile, role }) => tile.key === 'camera:p29' && role === 'strip'));
  assert.equal(placed.length - 1 + (more?.count ?? 0), 32);
});

test('the shared screen fills its place without bars', () => {
  const people = [me, person('a', { screen: true, screenShape: 4 / 3 })];
  const focus = arrange(wish(people)).placed.find(({ role }) => role === 'focus');
  assert.ok(focus && Math.abs(focus.rect.width / focus.rect.height - 4 / 3) < 0.001);
});

test('a phone shows pages of six others and oneself in the corner', () => {
  const phone = { area: { width: 374, height: 720 }, compact: true };
  const { placed, page } = arrange(wish([me, ...crowd(8)], phone));
  assert.equal(placed.filter(({ role }) => role === 'equal').length, 6);
  assert.equal(placed.find(({ role }) => role === 'corner')?.tile.key, 'camera:me');
  assert.deepEqual(page, { index: 0, count: 2 });
  const second = arrange(wish([me, ...crowd(8)], { ...phone, page: 1 }));
  assert.deepEqual(
    second.placed.map(({ tile }) => tile.key),
    ['camera:p6', 'camera:p7', 'camera:me'],
  );
});

test('alone on a phone one sees oneself; with one other, them over all of it', () => {
  const phone = { area: { width: 374, height: 720 }, compact: true };
  assert.deepEqual(
    arrange(wish([me], phone)).placed.map(({ role }) => role),
    ['equal'],
  );
  const [other] = arrange(wish([me, person('a')], phone)).placed;
  assert.ok(other && other.rect.height > 700);
});

test('a teacher who came eighth and speaks is seen on the first page of a phone', () => {
  const pupils = crowd(12);
  const speaks = wish([me, ...pupils], {
    compact: true,
    area: { width: 390, height: 600 },
    speakers: ['p7'],
  });
  const { placed, page, order } = arrange(speaks);
  assert.deepEqual(page, { index: 0, count: 2 });
  assert.ok(placed.some(({ tile }) => tile.key === 'camera:p7'));
  assert.deepEqual(order?.toSorted(), pupils.map(({ id }) => `camera:${id}`).toSorted());
});

test('people who did not change keep their tiles', () => {
  const before = tilesOf([me, person('a'), person('b')]);
  const after = tilesOf([me, before[1]?.person ?? me, person('b', { microphone: true })], before);
  assert.deepEqual(
    after.map((tile, index) => tile === before[index]),
    [true, true, false],
  );
});

test('whoever leafs through the pages sees everybody, and the speaker on each', () => {
  const phone = { compact: true, area: { width: 390, height: 600 } };
  const people = [me, ...crowd(18)];
  const first = arrange(wish(people, { ...phone, speakers: ['p9'] }));
  const tiles = orderTiles(tilesOf(people), first.order ?? []);
  const seen = [0, 1, 2].map((page) => {
    const { placed } = arrange(wish(people, { ...phone, tiles, page, speakers: ['p9'] }));
    return placed.map(({ tile }) => tile.person.id);
  });
  assert.ok(seen.every((page) => page.includes('p9')));
  assert.equal(new Set(seen.flat()).size, people.length);
});
