import { ticks } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { videoIdOfKey } from './keys.ts';
import { filterNotDeletedVideos } from './store.ts';

/** How long a deleted video can still be read on a node. */
export const timings = { knownMs: 2000 };
/** As many videos as are watched at once; a larger cache is emptied. */
const most = 10_000;

/**
 * Selects the keys of videos that are not deleted. The ids are cached for two seconds: thousands of viewers request a
 * segment each in the same second.
 */
export function cacheReadableVideos(db: Db): (keys: string[]) => Promise<Set<string>> {
  const known = new Map<string, number>();
  return async (keys) => {
    const ids = new Set(keys.map((key) => videoIdOfKey(key) ?? ''));
    const at = ticks();
    const isKnown = (id: string) => at - (known.get(id) ?? Number.NEGATIVE_INFINITY) < timings.knownMs;
    const unknown = [...ids].filter((id) => id !== '' && !isKnown(id));
    const readable = new Set([...ids].filter(isKnown));
    if (unknown.length > 0) {
      if (known.size > most) known.clear();
      for (const id of await filterNotDeletedVideos(db, unknown)) {
        known.set(id, at);
        readable.add(id);
      }
    }
    return new Set(keys.filter((key) => readable.has(videoIdOfKey(key) ?? '')));
  };
}
