import { distanceOf } from '../../nearest.ts';

/** Shorter names resemble too many others. */
const shortestName = 4;

/** `room_id`, `room-id` and `ROOMID` are written otherwise, and mean `roomId`. */
const plain = (name: string): string => name.toLowerCase().replace(/[-_]/g, '');

/** Whether one letter is missing, added, replaced, or in the wrong order with the next. */
const isOneSlipAway = (one: string, other: string): boolean =>
  Math.abs(one.length - other.length) <= 1 && distanceOf(one, other) === 1;

/** The known name that an unknown one most likely means; undefined if it resembles none. */
export function meantBy(unknown: string, known: readonly string[]): string | undefined {
  const written = plain(unknown);
  const isClose = (name: string) => name.length >= shortestName && isOneSlipAway(written, plain(name));
  return known.find((name) => plain(name) === written) ?? known.find(isClose);
}
