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

/** Tiles this little smaller than the biggest are as good; then evenness decides. */
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
 * The grid with the biggest equal tiles. Among those that are as good, the one with fewer empty places; then people
 * stand side by side on a wide stage and one above the other on a tall one.
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

/** Where each tile of the grid stands: the whole is centred, and so is a last row that is not full. */
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

/** The biggest part of a place that has the shape, in its middle. */
export function fitInside(place: Rect, shape: number): Rect {
  const width = Math.min(place.width, place.height * shape);
  const height = width / shape;
  return { x: place.x + (place.width - width) / 2, y: place.y + (place.height - height) / 2, width, height };
}
