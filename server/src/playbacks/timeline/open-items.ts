import type { Static } from 'typebox';
import type { OpenTimelineItem } from '../../../../contract/operations/playback-timeline.ts';
import { presentOpenItem } from './items.ts';
import type { ShownItem } from './open-items.store.ts';

export const isOpenAt = ({ atSecond, untilSecond }: ShownItem, second: number): boolean =>
  atSecond <= second && (untilSecond === null || untilSecond > second);

/**
 * The items of a session that are open at a second of the video, for a viewer: offers, and polls while they run. In a
 * permanent session, where everybody is at a second of their own, messages too, and no polls.
 */
export const itemsOpenAt = (items: ShownItem[], second: number): Static<typeof OpenTimelineItem>[] =>
  items.filter((item) => isOpenAt(item, second)).map(presentOpenItem);
