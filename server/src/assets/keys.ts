import type { Db } from '../platform/db/db.ts';
import { filterReadyAssets } from './store.ts';

/** The key of the whole file of an uploaded video. */
export const assetKeyOf = (assetId: string): string => `assets/${assetId}/video`;

/** The key of a piece. Two requests may send the same bytes at once, hence the random part. */
export const pieceKeyOf = (assetId: string, first: number, random: string): string =>
  `assets/${assetId}/piece-${first}-${random}`;

const assetIdOf = (key: string): string => /^assets\/([0-9a-f]{24})\/video$/.exec(key)?.[1] ?? '';

/** Selects the keys of uploaded videos that are ready and not deleted. */
export async function filterReadableAssets(db: Db, keys: string[]): Promise<Set<string>> {
  const wanted = [...new Set(keys.map(assetIdOf))].filter((id) => id !== '');
  if (wanted.length === 0) return new Set();
  const assetIds = await filterReadyAssets(db, wanted);
  return new Set(keys.filter((key) => assetIds.has(assetIdOf(key))));
}
