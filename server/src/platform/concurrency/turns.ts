import { setImmediate } from 'node:timers/promises';
import { ticks } from '../clock.ts';

/** After so many milliseconds of work, other requests get a turn. */
const turnMs = 10;

/** Maps a long list without keeping other requests waiting: pauses after every 10 ms. */
export async function mapInTurns<T, R>(items: Iterable<T>, map: (item: T) => R): Promise<R[]> {
  const mapped: R[] = [];
  let begun = ticks();
  for (const item of items) {
    mapped.push(map(item));
    if (ticks() - begun < turnMs) continue;
    await setImmediate();
    begun = ticks();
  }
  return mapped;
}
