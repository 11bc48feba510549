import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Person } from '../people/people.ts';
import { arrange, type LayoutRequest, mainTileOf, type PlacedTile } from './arrange.ts';
import type { Rect } from './grid.ts';
import { seatTiles } from './order.ts';
import { orderScreens, tilesOf } from './tiles.ts';

function person(id: string, more: Partial<Person> = {}): Person {
  return {
    id,
    name: id,
    role: 'user',
    isMe: false,
    joinedAt: 0,
    maySpeak: true,
    mayUnmute: true,
    microphone: false,
    camera: false,
    screen: false,
    isScreenPaused: false,
    isCameraHidden: false,
    sound: undefined,
    spotlitSince: undefined,
    cameraPicture: undefined,
    screenPicture: undefined,
    screenShape: undefined,
    quality: 'good',
    ...more,
  };
}

const me = person('me', { isMe: true });
const crowd = (count: number): Person[] => Array.from({ length: count }, (_, index) => person(`p${index}`));

function requestOf(people: Person[], more: Partial<LayoutRequest> = {}): LayoutRequest {
  const tiles = tilesOf(people);
  return {
    area: { width: 1440, height: 790 },
    tiles,
    hidden: 0,
    view: 'grid',
    compact: false,
    page: 0,
    pinned: undefined,
    onStage: orderScreens([], tiles).at(-1),
    speakers: [],
    shapes: new Map(),
    ...more,
  };
}

const hasOverlap = (placed: readonly PlacedTile[]): boolean =>
  placed.some((one) =>
    placed.some(
      (other) =>
        one !== other &&
        one.rect.x < other.rect.x + other.rect.width - 0.5 &&
        other.rect.x < one.rect.x + one.rect.width - 0.5 &&
        one.rect.y < other.rect.y + other.rect.height - 0.5 &&
        other.rect.y < one.rect.y + one.rect.height - 0.5,
    ),
  );

test('a viewer of a webinar has no tile, and nobody sees the own screen', () => {
  const people = [person('me', { isMe: true, screen: true }), person('watcher', { maySpeak: false })];
  assert.deepEqual(
    tilesOf(people).map(({ key }) => key),
    ['camera:me'],
  );
});

test('a desktop shows 49 people of equal size on one page', () => {
  const { placed, page } = arrange(requestOf([me, ...crowd(48)]));
  assert.equal(placed.length, 49);
  assert.ok(placed.every(({ role }) => role === 'equal'));
  assert.deepEqual(page, { index: 0, count: 1 });
});

test('the newest shared screen becomes the main tile', () => {
  const first = [me, person('a', { screen: true }), person('b')];
  const screens = orderScreens([], tilesOf(first));
  const both = [me, person('a', { screen: true }), person('b', { screen: true })];
  const order = orderScreens(screens, tilesOf(both));
  assert.deepEqual(order, ['screen:a', 'screen:b']);
  assert.equal(mainTileOf(requestOf(both, { onStage: order.at(-1) }))?.key, 'screen:b');
  assert.deepEqual(orderScreens(order, tilesOf(first)), ['screen:a']);
});

test('a pinned tile has precedence over a screen; a pin on somebody who left has no effect', () => {
  const people = [me, person('a', { screen: true }), person('b')];
  assert.equal(mainTileOf(requestOf(people, { pinned: 'camera:b' }))?.key, 'camera:b');
  assert.equal(mainTileOf(requestOf(people, { pinned: 'camera:gone' }))?.key, 'screen:a');
});

test('the speaker view shows the speaker, and before anybody speaks the first other person', () => {
  const people = [me, ...crowd(3)];
  assert.equal(mainTileOf(requestOf(people, { view: 'speaker' }))?.key, 'camera:p0');
  assert.equal(mainTileOf(requestOf(people, { view: 'speaker', speakers: ['p2'] }))?.key, 'camera:p2');
  assert.equal(mainTileOf(requestOf([me], { view: 'speaker' }))?.key, 'camera:me');
  assert.equal(mainTileOf(requestOf(people, { speakers: ['p2'] })), undefined);
});

test('a full strip shows the speaker', () => {
  const people = [me, person('a', { screen: true }), ...crowd(30)];
  const { placed, more } = arrange(requestOf(people, { speakers: ['p29'] }));
  assert.ok(placed.some(({ tile, role }) => tile.key === 'camera:p29' && role === 'strip'));
  assert.equal(placed.length - 1 + (more?.count ?? 0), 32);
});

test('a shared screen fills its tile without bars', () => {
  const people = [me, person('a', { screen: true, screenShape: 4 / 3 })];
  const focus = arrange(requestOf(people)).placed.find(({ role }) => role === 'focus');
  assert.ok(focus && Math.abs(focus.rect.width / focus.rect.height - 4 / 3) < 0.001);
});

test('a phone shows pages of six, the own tile on each; nobody covers anybody, in a low window neither', () => {
  for (const area of [
    { width: 374, height: 720 },
    { width: 784, height: 380 },
  ]) {
    const shown = [0, 1].map((page) => arrange(requestOf([me, ...crowd(8)], { area, compact: true, page })));
    assert.deepEqual(
      shown.map(({ placed }) => placed.map(({ tile }) => tile.person.id)),
      [
        ['p0', 'p1', 'p2', 'p3', 'p4', 'me'],
        ['p5', 'p6', 'p7', 'me'],
      ],
    );
    assert.deepEqual(shown[0]?.page, { index: 0, count: 2 });
    assert.ok(shown.every(({ placed }) => !hasOverlap(placed)));
  }
});

test('the own tile fills a phone if nobody else is there; with one other person, that person does', () => {
  const phone = { area: { width: 374, height: 720 }, compact: true };
  assert.deepEqual(
    arrange(requestOf([me], phone)).placed.map(({ role }) => role),
    ['equal'],
  );
  const [other, own] = arrange(requestOf([me, person('a')], phone)).placed;
  assert.ok(other && other.rect.height > 700);
  // Below the own picture there is room for the other one's name.
  assert.ok(own && own.role === 'corner' && own.rect.y + own.rect.height < 680);
});

test('the only other person has a tile of the shape of their picture, on a phone and on a desktop', () => {
  for (const [area, compact] of [
    [{ width: 374, height: 720 }, true],
    [{ width: 784, height: 300 }, true],
    [{ width: 1440, height: 790 }, false],
  ] as const) {
    for (const shape of [16 / 9, 4 / 3, 9 / 16]) {
      const shapes = new Map([['camera:a', shape]]);
      const shown = (camera: boolean) =>
        arrange(requestOf([me, person('a', { camera })], { area, compact, shapes }));
      const [large] = shown(true).placed;
      assert.ok(large && Math.abs(large.rect.width / large.rect.height - shape) < 0.001);
      const { width, height } = large.rect;
      assert.ok(
        Math.abs(width - area.width) < 0.01 || Math.abs(height - area.height) < 0.01,
        'as large as possible',
      );
      const [initials] = shown(false).placed;
      assert.ok(initials && initials.rect.width * initials.rect.height >= width * height - 1);
    }
  }
});

test('in a call of two on a desktop the other person is large, and the own tile small in the corner', () => {
  const area = { width: 1440, height: 790 };
  const [other, own] = arrange(requestOf([me, person('a')], { area })).placed;
  assert.ok(other && other.role === 'equal' && other.rect.height > 780);
  assert.ok(own && own.role === 'corner' && own.rect.width <= other.rect.width / 4);
  const isInside = (rect: Rect, place: Rect): boolean =>
    rect.x + rect.width <= place.x + place.width - 12 && rect.y + rect.height <= place.y + place.height - 12;
  assert.ok(isInside(own.rect, other.rect), 'not half outside');
  const shapes = new Map([['camera:a', 9 / 16]]);
  const upright = arrange(requestOf([me, person('a', { camera: true })], { area, shapes })).placed;
  assert.ok(upright[1] && isInside(upright[1].rect, { x: 0, y: 0, ...area }));
  assert.equal(hasOverlap(upright), false);
  const three = arrange(requestOf([me, person('a'), person('b')], { area })).placed;
  assert.deepEqual(new Set(three.map(({ role }) => role)), new Set(['equal']));
});

test('the number of hidden people is the last tile of the last page, and in a strip', () => {
  const desktop = arrange(requestOf([me, person('a')], { hidden: 7 }));
  assert.deepEqual([desktop.placed.length, desktop.more?.count], [2, 7]);
  assert.ok(desktop.more && desktop.placed.every(({ rect }) => rect.width === desktop.more?.rect.width));
  const phone = { compact: true, area: { width: 374, height: 720 }, hidden: 7 };
  const pages = [0, 1].map((page) => arrange(requestOf([me, ...crowd(5)], { ...phone, page })));
  assert.deepEqual(
    pages.map(({ placed, more, page }) => [placed.length, more?.count, page.count]),
    [
      [6, undefined, 2],
      [1, 7, 2],
    ],
  );
  const sharing = [me, person('a', { screen: true }), ...crowd(9)];
  for (const more of [{}, phone]) {
    const strip = arrange(requestOf(sharing, { ...more, hidden: 7 }));
    assert.equal(strip.placed.length - 1 + (strip.more?.count ?? 0), sharing.length + 7);
  }
});

test('on a phone a shared screen takes all that one line of small faces leaves', () => {
  const area = { width: 374, height: 720 };
  const people = [me, person('a', { screen: true }), ...crowd(9)];
  const { placed, more } = arrange(requestOf(people, { compact: true, area }));
  const screen = placed.find(({ role }) => role === 'focus');
  assert.ok(screen && screen.rect.width === area.width && screen.rect.height >= area.height * 0.75);
  assert.equal(hasOverlap(placed), false);
  assert.ok(more && more.rect.width < 50);
});

test('a teacher who joined eighth and speaks is on the first page of a phone', () => {
  const pupils = crowd(12);
  const speaks = requestOf([me, ...pupils], {
    compact: true,
    area: { width: 390, height: 600 },
    speakers: ['p7'],
  });
  const { placed, page, order } = arrange(speaks);
  assert.deepEqual(page, { index: 0, count: 3 });
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

test('the pages together show everybody, and each page shows the speaker', () => {
  const phone = { compact: true, area: { width: 390, height: 600 } };
  const people = [me, ...crowd(18)];
  const first = arrange(requestOf(people, { ...phone, speakers: ['p9'] }));
  const tiles = seatTiles(tilesOf(people), first.order ?? [], { cameras: [], speaker: 'p9' });
  const seen = [0, 1, 2, 3].map((page) => {
    const { placed } = arrange(requestOf(people, { ...phone, tiles, page, speakers: ['p9'] }));
    return placed.map(({ tile }) => tile.person.id);
  });
  assert.ok(seen.every((page) => page.includes('p9')));
  assert.equal(new Set(seen.flat()).size, people.length);
});

test('people in the spotlight are large on every stage, in their order; a pin or a screen takes precedence', () => {
  const spotlit = (id: string, second: number) =>
    person(id, { spotlitSince: `2026-11-27T20:00:0${second}.000Z` });
  const people = [me, ...crowd(30), spotlit('late', 2), spotlit('early', 1)];
  const large = (more: Partial<LayoutRequest> = {}) =>
    arrange(requestOf(people, more))
      .placed.filter(({ role }) => role === 'focus')
      .map(({ tile }) => tile.key);
  assert.deepEqual(large(), ['camera:early', 'camera:late']);
  assert.deepEqual(large({ view: 'speaker', speakers: ['p3'] }), ['camera:early', 'camera:late']);
  assert.deepEqual(large({ compact: true, area: { width: 390, height: 700 } }), [
    'camera:early',
    'camera:late',
  ]);
  assert.deepEqual(large({ pinned: 'camera:p5' }), ['camera:p5']);
  assert.deepEqual(large({ pinned: 'camera:early' }), ['camera:early']);
  const alone = arrange(requestOf([me, ...crowd(3), spotlit('only', 1)]));
  assert.equal(alone.placed.find(({ role }) => role === 'focus')?.tile.key, 'camera:only');
  assert.equal(alone.placed.length, 5);
  const sharing = requestOf([me, person('a', { screen: true }), spotlit('b', 1), spotlit('c', 2)]);
  assert.equal(arrange(sharing).placed[0]?.tile.key, 'screen:a');
  const { placed, more } = arrange(requestOf(people));
  assert.equal(hasOverlap(placed), false);
  assert.ok((more?.count ?? 0) > 0, 'the others are in the strip');
});

test('a page on the stage is the largest, with everybody beside it; a pinned tile goes before it', () => {
  const people = [me, ...crowd(3)];
  for (const compact of [false, true]) {
    const area = compact ? { width: 374, height: 640 } : { width: 1440, height: 790 };
    const { placed, slide } = arrange(requestOf(people, { area, compact, slide: 16 / 9 }));
    assert.ok(slide && slide.width * slide.height > (0.5 * area.width * (area.width * 9)) / 16);
    assert.equal(placed.length, 4);
    assert.ok(placed.every(({ role }) => role === 'strip'));
  }
  const pinned = arrange(requestOf(people, { slide: 16 / 9, pinned: 'camera:p1' }));
  assert.equal(pinned.slide, undefined);
  assert.equal(pinned.placed[0]?.tile.key, 'camera:p1');
});
