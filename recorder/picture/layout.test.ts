import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrangeTiles, mostShown, type TilePlan, type TileRequest } from './layout.ts';
import type { Rect } from './rect.ts';

const sizes = [
  { width: 1280, height: 720 },
  { width: 640, height: 360 },
  { width: 854, height: 480 },
];
const shapes = [16 / 9, 4 / 3, 21 / 9, 9 / 16, 1, 5, 1 / 6];
const people = (count: number): string[] => Array.from({ length: count }, (_, index) => `p${index}`);
const areaOf = ({ width, height }: Rect): number => width * height;

const overlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

function assertInOrder(plans: readonly TilePlan[], wish: TileRequest): void {
  const told = `${wish.layout}, ${wish.seated.length} people, screen ${wish.screen?.shape}, ${wish.size.width}`;
  for (const { rect, key } of plans) {
    for (const value of [rect.x, rect.y, rect.width, rect.height])
      assert.equal(value % 2, 0, `${key}: ${told}`);
    assert.ok(rect.width >= 16 && rect.height >= 16, `${key} is too small: ${told}`);
    assert.ok(rect.x >= 0 && rect.x + rect.width <= wish.size.width, `${key} is outside: ${told}`);
    assert.ok(rect.y >= 0 && rect.y + rect.height <= wish.size.height, `${key} is outside: ${told}`);
  }
  plans.forEach((one, index) => {
    for (const other of plans.slice(index + 1)) {
      assert.ok(!overlap(one.rect, other.rect), `${one.key} overlaps ${other.key}: ${told}`);
    }
  });
  assert.equal(new Set(plans.map(({ key }) => key)).size, plans.length);
}

test('without a screen all tiles lie on even pixels, inside the picture, and do not overlap', () => {
  for (const size of sizes) {
    for (const layout of ['grid', 'speaker'] as const) {
      for (let count = 0; count <= mostShown[layout]; count += 1) {
        const wish: TileRequest = { size, layout, seated: people(count), screen: undefined };
        const plans = arrangeTiles(wish);
        assert.equal(plans.length, count);
        assertInOrder(plans, wish);
      }
    }
  }
});

test('the same holds beside a screen of any shape', () => {
  for (const size of sizes) {
    for (const layout of ['grid', 'speaker'] as const) {
      for (let count = 0; count <= mostShown.besideScreen[layout]; count += 1) {
        for (const shape of shapes) {
          const wish: TileRequest = {
            size,
            layout,
            seated: people(count),
            screen: { participantId: 'p0', shape },
          };
          const plans = arrangeTiles(wish);
          assert.equal(plans.length, count + 1);
          assertInOrder(plans, wish);
        }
      }
    }
  }
});

test('grid tiles are equal and 16:9, and 16 of them are as wide as a layer of 180 lines', () => {
  for (let count = 2; count <= 16; count += 1) {
    const plans = arrangeTiles({
      size: { width: 1280, height: 720 },
      layout: 'grid',
      seated: people(count),
      screen: undefined,
    });
    const [first] = plans;
    assert.ok(first);
    for (const { rect } of plans) {
      assert.deepEqual([rect.width, rect.height], [first.rect.width, first.rect.height]);
    }
    assert.ok(Math.abs(first.rect.width / first.rect.height - 16 / 9) < 0.02);
    if (count === 16) assert.ok(first.rect.width > 290 && first.rect.width <= 320);
  }
});

test('the speaker has most of the picture, and the strip beside it has the same height', () => {
  for (let count = 2; count <= mostShown.speaker; count += 1) {
    const size = { width: 1280, height: 720 };
    const [large, ...strip] = arrangeTiles({
      size,
      layout: 'speaker',
      seated: people(count),
      screen: undefined,
    });
    assert.ok(large);
    assert.ok(areaOf(large.rect) > 0.6 * areaOf({ x: 0, y: 0, ...size }));
    assert.ok(Math.abs(large.rect.width / large.rect.height - 16 / 9) < 0.04);
    for (const { rect } of strip) {
      assert.ok(rect.x >= large.rect.x + large.rect.width + 8);
      assert.ok(rect.y >= large.rect.y && rect.y + rect.height <= large.rect.y + large.rect.height);
      assert.ok(Math.abs(rect.width / rect.height - 16 / 9) < 0.04);
    }
  }
});

test('a screen keeps its shape and is much larger than the people beside it', () => {
  for (const layout of ['grid', 'speaker'] as const) {
    for (const shape of [16 / 9, 16 / 10, 4 / 3, 21 / 9]) {
      const seated = people(mostShown.besideScreen[layout]);
      const size = { width: 1280, height: 720 };
      const [screen, ...others] = arrangeTiles({
        size,
        layout,
        seated,
        screen: { participantId: 'p1', shape },
      });
      assert.ok(screen && screen.source === 'screen' && screen.participantId === 'p1');
      assert.ok(Math.abs(screen.rect.width / screen.rect.height / shape - 1) < 0.01);
      assert.ok(areaOf(screen.rect) > 0.65 * areaOf({ x: 0, y: 0, ...size }));
      for (const { rect } of others) assert.ok(areaOf(rect) * 5 < areaOf(screen.rect));
    }
  }
});

test('one person alone fills the picture', () => {
  for (const layout of ['grid', 'speaker'] as const) {
    const size = { width: 1280, height: 720 };
    const [plan, ...more] = arrangeTiles({ size, layout, seated: ['a'], screen: undefined });
    assert.deepEqual([plan?.rect, plan?.radius, more.length], [{ x: 0, y: 0, ...size }, 0, 0]);
  }
});
