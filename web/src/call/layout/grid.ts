export type Size = { width: number; height: number };
export type Rect = Size & { x: number; y: number };

export type GridOptions = {
  gap?: number;
  /** Width by height that a tile may have. Equal ends make all tiles of one shape. */
  shape?: { narrowest: number; widest: number };
};

export type Grid = { columns: number; rows: number; tile: Size };

const wide = 16 / 9;
const defaults = { gap: 8, shape: { narrowest: wide, widest: wide } };

function fitTile(cell: Size, { narrowest, widest }: { narrowest: number; widest: number }): Size {
  const shape = cell.width / cell.height;
  if (shape > widest) return { width: cell.height * widest, height: cell.height };
  if (shape < narrowest) return { width: cell.width, height: cell.width / narrowest };
  return cell;
}

/** The grid with the biggest equal tiles. Among equals the one with fewer empty places wins. */
export function bestGrid(count: number, area: Size, options: GridOptions = {}): Grid {
  const { gap, shape } = { ...defaults, ...options };
  let best: Grid = { columns: 1, rows: Math.max(1, count), tile: { width: 0, height: 0 } };
  let bestArea = 0;
  let bestEmpty = Number.POSITIVE_INFINITY;
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const cell = {
      width: (area.width - gap * (columns - 1)) / columns,
      height: (area.height - gap * (rows - 1)) / rows,
    };
    if (cell.width <= 0 || cell.height <= 0) continue;
    const tile = fitTile(cell, shape);
    const size = tile.width * tile.height;
    const empty = columns * rows - count;
    if (size > bestArea * 1.001 || (size > bestArea * 0.999 && empty < bestEmpty)) {
      best = { columns, rows, tile };
      bestArea = Math.max(bestArea, size);
      bestEmpty = empty;
    }
  }
  return best;
}

/** Where each tile of the grid stands: the whole is centred, and so is a last row that is not full. */
export function placeGrid(count: number, area: Size, options: GridOptions = {}): Rect[] {
  if (count <= 0) return [];
  const { gap } = { ...defaults, ...options };
  const { columns, rows, tile } = bestGrid(count, area, options);
  const usedHeight = rows * tile.height + (rows - 1) * gap;
  const top = (area.height - usedHeight) / 2;
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns);
    const inRow = row === rows - 1 ? count - row * columns : columns;
    const usedWidth = inRow * tile.width + (inRow - 1) * gap;
    return {
      x: (area.width - usedWidth) / 2 + (index - row * columns) * (tile.width + gap),
      y: top + row * (tile.height + gap),
      ...tile,
    };
  });
}
