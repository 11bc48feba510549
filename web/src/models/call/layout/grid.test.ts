import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestGrid, layOutGrid, type Rect } from './grid.ts';

const screens = [
  { width: 1440, height: 790 },
  { width: 768, height: 900 },
  { width: 390, height: 640 },
  { width: 1060, height: 790 },
];

function overlap(a: Rect, b: Rect): boolean {
  const inside = 0.01;
  return (
    a.x + a.width - inside > b.x &&
    b.x + b.width - inside > a.x &&
    a.y + a.height - inside > b.y &&
    b.y + b.height - inside > a.y
  );
}

test('1 to 49 tiles stay inside the stage, keep their shape and never overlap', () => {
  for (const screen of screens) {
    for (let count = 1; count <= 49; count += 1) {
      const tiles = layOutGrid(count, screen);
      assert.equal(tiles.length, count);
      for (const [index, tile] of tiles.entries()) {
        assert.ok(tile.x >= -0.01 && tile.x + tile.width <= screen.width + 0.01, `${count} tiles: width`);
        assert.ok(tile.y >= -0.01 && tile.y + tile.height <= screen.height + 0.01, `${count} tiles: height`);
        assert.ok(Math.abs(tile.width / tile.height - 16 / 9) < 0.001);
        for (const other of tiles.slice(index + 1))
          assert.ok(!overlap(tile, other), `${count} tiles overlap`);
      }
    }
  }
});

test('no other number of columns gives noticeably bigger tiles', () => {
  for (const screen of screens) {
    for (let count = 1; count <= 49; count += 1) {
      const { tile } = bestGrid(count, screen);
      for (let columns = 1; columns <= count; columns += 1) {
        const rows = Math.ceil(count / columns);
        const width = Math.min(
          (screen.width - 8 * (columns - 1)) / columns,
          ((screen.height - 8 * (rows - 1)) / rows) * (16 / 9),
        );
        assert.ok(tile.width >= width * 0.965, `${count} tiles in ${columns} columns would be bigger`);
      }
    }
  }
});

test('two people are side by side on a wide stage and one above the other on a tall one', () => {
  assert.equal(bestGrid(2, { width: 1440, height: 700 }).columns, 2);
  assert.equal(bestGrid(2, { width: 390, height: 640 }).columns, 1);
});

test('an incomplete last row is centered', () => {
  const tiles = layOutGrid(5, { width: 1440, height: 790 });
  const last = tiles.slice(3);
  const left = Math.min(...last.map(({ x }) => x));
  const right = Math.max(...last.map(({ x, width }) => x + width));
  assert.ok(Math.abs(left - (1440 - right)) < 0.01);
});

test('tiles of flexible shape fill a phone better than wide ones', () => {
  const phone = { width: 374, height: 600 };
  const wide = bestGrid(2, phone).tile;
  const free = bestGrid(2, phone, { shape: { narrowest: 0.75, widest: 16 / 9 } }).tile;
  assert.ok(free.width * free.height > wide.width * wide.height * 1.3);
});

test('a stage without area gives tiles without area and does not throw', () => {
  assert.deepEqual(bestGrid(9, { width: 0, height: 0 }).tile, { width: 0, height: 0 });
  assert.equal(layOutGrid(0, { width: 100, height: 100 }).length, 0);
});
