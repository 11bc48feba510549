import { bestGrid, type GridOptions, type Size } from './grid.ts';

/** The most tiles of a page, however big the screen. */
const mostTiles = 49;
export const tilesOnPhone = 6;

/** A face is not recognizable on a smaller tile. */
const smallestTile = { width: 120, height: 67 };

/** How many tiles of at least `smallestTile` fit on a page. */
export function tilesPerPage(area: Size, options: GridOptions = {}): number {
  for (let count = mostTiles; count > 1; count -= 1) {
    const { tile } = bestGrid(count, area, options);
    if (tile.width >= smallestTile.width && tile.height >= smallestTile.height) return count;
  }
  return 1;
}

export type TilePage<T> = { items: T[]; index: number; count: number };

/** One page of a list. A page that no longer exists becomes the last one. */
export function pageOf<T>(items: readonly T[], perPage: number, wanted: number): TilePage<T> {
  const count = Math.max(1, Math.ceil(items.length / perPage));
  const index = Math.min(Math.max(0, wanted), count - 1);
  return { items: items.slice(index * perPage, (index + 1) * perPage), index, count };
}
