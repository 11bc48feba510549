import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useRef } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { TimeRange } from '../../../panel/report/curve-points.ts';
import listCss from '../../../ui/parts/virtual-list.module.css';
import type { Layer } from '../model/bars.ts';
import type { Attendee } from '../model/person-rows.ts';
import css from './lines.module.css';
import { PresenceLine } from './presence-line.tsx';

/** In pixels, as in the style sheet: a phone shows the name above the line. */
const rowHeight = 36;
const compactRowHeight = 48;

type Props = {
  shown: readonly Attendee[];
  range: TimeRange;
  ticks: readonly number[];
  layers: readonly Layer[];
  isCompact: boolean;
  onOpen: (key: string) => void;
};

/** A line for each person who came; only those in view are rendered. */
export const PresenceLines = memo(function PresenceLines(props: Props) {
  const { shown, range, ticks, layers, isCompact, onOpen } = props;
  const text = useText('callReport');
  const scroller = useRef<HTMLDivElement>(null);
  const came = shown.filter(({ row }) => row);
  const virtual = useVirtualizer({
    count: came.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isCompact ? compactRowHeight : rowHeight),
    getItemKey: (index) => came[index]?.key ?? index,
    overscan: 6,
  });
  const positionOf = (at: number): number =>
    ((at - range.start) / Math.max(1, range.end - range.start)) * 100;
  return (
    <div ref={scroller} className={css.scroller} dir="ltr">
      <div className={css.grid} aria-hidden style={{ height: virtual.getTotalSize() }}>
        {ticks.map((at) => (
          <span key={at} className={css.gridLine} style={{ insetInlineStart: `${positionOf(at)}%` }} />
        ))}
        <span className={css.cursor} />
      </div>
      <ul className={listCss.list} aria-label={text.lines} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const attendee = came[index];
          return (
            attendee && (
              <li
                key={key}
                className={listCss.item}
                style={{ transform: `translateY(${start}px)` }}
                aria-setsize={came.length}
                aria-posinset={index + 1}
              >
                <PresenceLine attendee={attendee} range={range} layers={layers} onOpen={onOpen} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
});
