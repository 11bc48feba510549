export type Size = { width: number; height: number };
export type Rect = Size & { x: number; y: number };

export type GridOptions = {
  gap?: number;
  /** Width divided by height that a tile may have. Equal values give all tiles one shape. */
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

/** Grids whose tiles have at least this share of the biggest area count as equal; evenness then decides. */
const asGood = 0.94;

function gridWith(
  columns: number,
  count: number,
  { area, gap, shape }: Required<GridOptions> & { area: Size },
): Grid {
  const rows = Math.ceil(count / columns);
  const cell = {
    width: (area.width - gap * (columns - 1)) / columns,
    height: (area.height - gap * (rows - 1)) / rows,
  };
  const tile = cell.width > 0 && cell.height > 0 ? fitTile(cell, shape) : { width: 0, height: 0 };
  return { columns, rows, tile };
}

const areaOf = ({ tile }: Grid): number => tile.width * tile.height;

/**
 * Returns the grid with the biggest equal tiles. Among nearly equal grids it takes the one with the fewest empty cells;
 * after that a wide stage prefers more columns and a tall one more rows.
 */
export function bestGrid(count: number, area: Size, options: GridOptions = {}): Grid {
  const isWide = area.width >= area.height;
  const grids = Array.from({ length: Math.max(1, count) }, (_, index) =>
    gridWith(index + 1, count, { ...defaults, ...options, area }),
  );
  const biggest = Math.max(...grids.map(areaOf));
  const empty = ({ columns, rows }: Grid): number => columns * rows - count;
  const [best] = grids
    .filter((grid) => areaOf(grid) >= biggest * asGood)
    .sort((a, b) => empty(a) - empty(b) || (isWide ? b.columns - a.columns : a.columns - b.columns));
  return best ?? gridWith(1, count, { ...defaults, ...options, area });
}

/** The rectangle of each tile. The grid is centered, and so is an incomplete last row. */
export function layOutGrid(count: number, area: Size, options: GridOptions = {}): Rect[] {
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

/** The biggest centered part of a rectangle that has the shape. */
export function fitInside(place: Rect, shape: number): Rect {
  const width = Math.min(place.width, place.height * shape);
  const height = width / shape;
  return { x: place.x + (place.width - width) / 2, y: place.y + (place.height - height) / 2, width, height };
}
