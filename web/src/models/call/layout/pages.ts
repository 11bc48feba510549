import { bestGrid, type GridOptions, type Size } from './grid.ts';

/** No page shows more, however big the screen. */
const mostTiles = 49;
export const tilesOnPhone = 6;

/** Below this a face is no longer a face. */
const smallestTile = { width: 120, height: 67 };

/** How many tiles a page holds so that each is big enough to be of use. */
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
