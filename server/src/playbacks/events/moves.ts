import { seconds } from '../../platform/clock.ts';

export interface SessionStart {
  id: string;
  startDate: Date;
}

/** A session of a recurring event moves no further: after that it is another session. */
const longestMoveMs = seconds(12 * 3600);

/**
 * Pairs sessions whose start is gone with starts that have no session: each with the nearest one. The session of an
 * event that takes place once moves to its new start, however far that is.
 */
export function pairMoves(
  gone: SessionStart[],
  free: Date[],
  { isRecurring }: { isRecurring: boolean },
): SessionStart[] {
  const left = [...free];
  const longest = isRecurring ? longestMoveMs : Number.POSITIVE_INFINITY;
  return gone.flatMap(({ id, startDate }) => {
    const distances = left.map((start) => Math.abs(start.getTime() - startDate.getTime()));
    const least = Math.min(...distances);
    if (least > longest || left.length === 0) return [];
    return left.splice(distances.indexOf(least), 1).map((start) => ({ id, startDate: start }));
  });
}
