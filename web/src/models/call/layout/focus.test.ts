import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layOutFocus, layOutPhoneScreen } from './focus.ts';
import { fitInside } from './grid.ts';
import { pageOf, tilesPerPage } from './pages.ts';

const screens = [
  { width: 1440, height: 790 },
  { width: 768, height: 900 },
  { width: 390, height: 640 },
];

test('the main tile has at least three quarters of the stage, or all of its width', () => {
  for (const screen of screens) {
    for (let count = 0; count <= 49; count += 1) {
      const { focus } = layOutFocus(screen, count);
      const share = (focus.width * focus.height) / (screen.width * screen.height);
      const fillsWidth =
        focus.width === screen.width && Math.abs(focus.width / focus.height - 16 / 9) < 0.001;
      assert.ok(share >= 0.75 || fillsWidth, `${count} people on ${screen.width}: ${share}`);
    }
  }
});

test('a screen with the shape of the stage has three quarters of the stage', () => {
  for (const stage of [
    { width: 1416, height: 816 },
    { width: 1256, height: 706 },
    { width: 1896, height: 996 },
  ]) {
    const { focus } = layOutFocus(stage, 12);
    const { width, height } = fitInside(focus, 16 / 9);
    const share = (width * height) / (stage.width * stage.height);
    assert.ok(share >= 0.749, `${stage.width}: ${share}`);
  }
});

test('on a tall stage people get the space that the shape of the screen leaves free', () => {
  const { focus, strip, more } = layOutFocus({ width: 744, height: 940 }, 6);
  assert.deepEqual([focus.width, focus.height], [744, 418.5]);
  const lowest = Math.max(...strip.map(({ y, height }) => y + height));
  assert.ok(Math.abs(focus.y - (940 - lowest)) < 0.01, 'the free space is above and below');
  assert.equal(strip.length, 6);
  assert.equal(more, undefined);
});

test('the strip never covers the main tile and never leaves the stage', () => {
  for (const screen of screens) {
    const { focus, strip, more } = layOutFocus(screen, 49);
    for (const tile of more ? [...strip, more] : strip) {
      const apart = tile.x >= focus.x + focus.width || tile.y >= focus.y + focus.height;
      assert.ok(apart);
      assert.ok(tile.x >= 0 && tile.x + tile.width <= screen.width + 0.01);
      assert.ok(tile.y >= 0 && tile.y + tile.height <= screen.height + 0.01);
    }
  }
});

test('the last place shows a number if not everybody has one, or if somebody is hidden', () => {
  const desktop = { width: 1440, height: 790 };
  assert.ok(layOutFocus(desktop, 20).more);
  assert.equal(layOutFocus(desktop, 2).more, undefined);
  for (const count of [0, 2]) {
    const { strip, more } = layOutFocus(desktop, count, { isMoreShown: true });
    assert.equal(strip.length, count);
    assert.ok(more);
  }
});

test('the main tile fills a stage without others', () => {
  assert.deepEqual(layOutFocus({ width: 800, height: 600 }, 0).focus, {
    x: 0,
    y: 0,
    width: 800,
    height: 600,
  });
});

test('the strip is beside the main tile on a wide stage and below it on a tall one', () => {
  assert.ok(layOutFocus({ width: 1440, height: 700 }, 3).focus.width < 1440);
  assert.equal(layOutFocus({ width: 390, height: 640 }, 3).focus.width, 390);
});

test('a shared screen has three quarters of an upright phone, and all of its width', () => {
  for (const phone of [
    { width: 374, height: 720 },
    { width: 304, height: 420 },
  ]) {
    for (let count = 0; count <= 30; count += 1) {
      const { focus, strip, more } = layOutPhoneScreen(phone, count);
      assert.equal(focus.width, phone.width);
      assert.ok(focus.height >= phone.height * 0.75);
      const line = more ? [...strip, more] : strip;
      assert.ok(
        line.every(({ y }) => y >= focus.height),
        'below the screen',
      );
      assert.ok(line.every(({ x, width }) => x >= 0 && x + width <= phone.width));
      assert.ok(line.every(({ height }) => height === 84));
      assert.equal(more === undefined, strip.length === count);
    }
  }
});

test('on a phone that is held sideways a wide screen loses nothing to the line of faces', () => {
  const phone = { width: 828, height: 300 };
  const { focus, strip, more } = layOutPhoneScreen(phone, 9);
  assert.equal(fitInside(focus, 16 / 9).height, phone.height);
  assert.ok(strip.length > 0 && strip.every(({ x }) => x >= focus.width));
  assert.ok(more && more.y + more.height <= phone.height);
  assert.equal(layOutPhoneScreen(phone, 0, true).strip.length, 0);
  assert.ok(layOutPhoneScreen(phone, 0, true).more);
});

test('a page that no longer exists becomes the last one', () => {
  const people = Array.from({ length: 14 }, (_, index) => index);
  assert.deepEqual(pageOf(people, 6, 0), { items: [0, 1, 2, 3, 4, 5], index: 0, count: 3 });
  assert.deepEqual(pageOf(people, 6, 9), { items: [12, 13], index: 2, count: 3 });
  assert.deepEqual(pageOf([], 6, 3), { items: [], index: 0, count: 1 });
});

test('a desktop has 49 tiles on one page, a small window has fewer', () => {
  assert.equal(tilesPerPage({ width: 1440, height: 790 }), 49);
  assert.ok(tilesPerPage({ width: 400, height: 300 }) < 15);
  assert.equal(tilesPerPage({ width: 10, height: 10 }), 1);
});
