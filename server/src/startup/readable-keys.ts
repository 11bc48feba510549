import { filterReadableAssets } from '../assets/assets.ts';
import { filterPlaybackKeys } from '../bbb/bbb.ts';
import { filterReadableDocuments } from '../documents/documents.ts';
import type { Db } from '../platform/db/db.ts';
import { filterReadableKeys } from '../records/files/keys.ts';
import { cacheReadableVideos } from '../videos/videos.ts';

/** Selects the keys of files that a signed URL may still read; each feature decides about its own folder. */
export function readableKeysOf(db: Db): (keys: string[]) => Promise<Set<string>> {
  const filterVideos = cacheReadableVideos(db);
  const filters: Record<string, (keys: string[]) => Promise<Set<string>>> = {
    documents: (keys) => filterReadableDocuments(db, keys),
    assets: (keys) => filterReadableAssets(db, keys),
    videos: async (keys) => new Set(await filterVideos(keys)),
    records: (keys) => filterPlaybackKeys(db, keys, (others) => filterReadableKeys(db, others)),
  };
  return async (keys) => {
    const byFolder = Map.groupBy(keys, (key) => key.split('/', 1)[0] ?? '');
    const found = await Promise.all(
      [...byFolder].map(async ([folder, some]) => (await filters[folder]?.(some)) ?? new Set<string>()),
    );
    return new Set(found.flatMap((some) => [...some]));
  };
}
