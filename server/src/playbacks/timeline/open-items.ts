import type { Static } from 'typebox';
import type { OpenTimelineItem } from '../../../../contract/operations/playback-timeline.ts';
import { presentOpenItem } from './items.ts';
import type { ShownItem } from './open-items.store.ts';

/**
 * How far ahead of their own position viewers get offers, and those of a permanent session its whole timeline: until the
 * next report, which comes after 5 s, and a margin. It is less than the 12 s by which their playlist is ahead
 * (docs/decisions/0130).
 */
export const comingSeconds = 10;

export const isOpenAt = ({ atSecond, untilSecond }: ShownItem, second: number, ahead = 0): boolean =>
  atSecond <= second + ahead && (untilSecond === null || untilSecond > second);

/** The offers and polls of a session that are open at a second of the video, or open within `ahead` seconds. */
export const itemsOpenAt = (
  items: ShownItem[],
  second: number,
  ahead = 0,
): Static<typeof OpenTimelineItem>[] =>
  items.filter((item) => item.kind !== 'message' && isOpenAt(item, second, ahead)).map(presentOpenItem);
