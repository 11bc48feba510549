import { even, evenDown, type Rect, type Size, wide } from './rect.ts';

interface Grid {
  columns: number;
  rows: number;
  tile: Size;
}

/** Grids whose tiles are this little smaller than the largest are equal; evenness decides, as on the page. */
const asGood = 0.94;

function gridWith(columns: number, count: number, { area, gap }: { area: Size; gap: number }): Grid {
  const rows = Math.ceil(count / columns);
  const width = Math.max(0, (area.width - gap * (columns - 1)) / columns);
  const height = Math.max(0, (area.height - gap * (rows - 1)) / rows);
  const fitted = Math.min(width, height * wide);
  return { columns, rows, tile: { width: fitted, height: fitted / wide } };
}

/** The grid with the largest equal tiles; among equals the one with fewer empty cells. */
function bestGrid(count: number, area: Size, gap: number): Grid {
  const grids = Array.from({ length: count }, (_, index) => gridWith(index + 1, count, { area, gap }));
  const biggest = Math.max(...grids.map(({ tile }) => tile.width));
  const empty = ({ columns, rows }: Grid): number => columns * rows - count;
  const [best] = grids
    .filter(({ tile }) => tile.width ** 2 >= biggest ** 2 * asGood)
    .sort((a, b) => empty(a) - empty(b) || b.columns - a.columns);
  return best ?? gridWith(1, count, { area, gap });
}

/** Positions of equal tiles on even pixels, centred in the area, as is an incomplete last row. The gap is even. */
export function placeGrid(count: number, area: Rect, gap: number): Rect[] {
  if (count <= 0) return [];
  const { columns, rows, tile } = bestGrid(count, area, gap);
  const width = evenDown(tile.width);
  const height = Math.min(even(width / wide), evenDown((area.height - (rows - 1) * gap) / rows));
  const top = area.y + even((area.height - rows * (height + gap) + gap) / 2);
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns);
    const inRow = row === rows - 1 ? count - row * columns : columns;
    const left = area.x + even((area.width - inRow * (width + gap) + gap) / 2);
    return {
      x: left + (index - row * columns) * (width + gap),
      y: top + row * (height + gap),
      width,
      height,
    };
  });
}
