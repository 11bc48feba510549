import type { PreparedRendition } from '../../../engines/preparer/preparer.ts';

/** The shorter side in pixels, and the bits a second, up to which the full size is small itself. */
const small = { side: 480, bandwidth: 500_000 };
/** A small quality that needs a larger share of the bits is not worth its space. */
const mostShare = 0.75;
/** Seconds. Players switch between segments of equal length. */
const mostApart = 0.1;

type Quality = Pick<PreparedRendition, 'width' | 'height' | 'bandwidth' | 'durations'>;

/** Whether a small quality can be expected to help viewers with a slow network. */
export const isSmallWorthwhile = ({ width, height, bandwidth }: Omit<Quality, 'durations'>): boolean =>
  Math.min(width, height) > small.side && bandwidth > small.bandwidth;

/** Whether a small quality that was made needs clearly fewer bits than the full size. */
export const hasGain = (made: Quality, full: Quality): boolean =>
  made.bandwidth <= full.bandwidth * mostShare;

/** Whether two qualities have the same segments. */
export const hasSameSegments = ({ durations }: Quality, { durations: others }: Quality): boolean =>
  durations.length === others.length &&
  durations.every((length, index) => Math.abs(length - (others[index] ?? 0)) < mostApart);
