import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useRef } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { TimeRange } from '../../../panel/report/curve-points.ts';
import { Row } from '../../../ui/layout/layout.tsx';
import { isOverMidnight } from '../model/call-texts.ts';
import type { CallView } from '../model/call-view.ts';
import { type Column, widthOf } from '../model/columns.ts';
import type { Attendee } from '../model/person-rows.ts';
import { PersonRow } from './person-row.tsx';
import css from './table.module.css';

/** In pixels, as in the style sheet. */
const rowHeight = 44;

type Props = {
  shown: readonly Attendee[];
  columns: readonly Column[];
  range: TimeRange;
  view: CallView;
  isPrinting: boolean;
  onSort: (column: Column) => void;
  onOpen: (key: string) => void;
};

/** The people with their figures. On screen only the rows in view are rendered, on paper all of them. */
export function PeopleTable({ shown, columns, range, view, isPrinting, onSort, onOpen }: Props) {
  const text = useText('callReport');
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => shown[index]?.key ?? index,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const [above, below] = [items[0]?.start ?? 0, virtual.getTotalSize() - (items.at(-1)?.end ?? 0)];
  const indexes = isPrinting ? shown.keys() : items.map(({ index }) => index);
  const hasDay = isOverMidnight(range.start, range.end);
  return (
    <div ref={scroller} className={css.scroller}>
      <table className={css.table} aria-label={text.table} aria-rowcount={shown.length + 1}>
        <colgroup>
          {columns.map((column) => (
            <col key={column} style={{ '--width': `${widthOf(column)}px` } as CSSProperties} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <HeadCell key={column} column={column} view={view} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {!isPrinting && above > 0 && <Spacer height={above} />}
          {[...indexes].map((index) => {
            const attendee = shown[index];
            return (
              attendee && (
                <PersonRow
                  key={attendee.key}
                  attendee={attendee}
                  index={index + 2}
                  columns={columns}
                  hasDay={hasDay}
                  length={Math.floor((range.end - range.start) / 1000)}
                  onOpen={onOpen}
                />
              )
            );
          })}
          {!isPrinting && below > 0 && <Spacer height={below} />}
        </tbody>
      </table>
    </div>
  );
}

/** The height of the rows that are not rendered. */
function Spacer({ height }: { height: number }) {
  return (
    <tr className={css.spacer} aria-hidden>
      <td style={{ height }} />
    </tr>
  );
}

type HeadProps = { column: Column; view: CallView; onSort: (column: Column) => void };

function HeadCell({ column, view, onSort }: HeadProps) {
  const names = useText('callColumns');
  const isSorted = view.sort === column;
  const Arrow = view.isDescending ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      className={css.head}
      data-column={column}
      aria-sort={isSorted ? (view.isDescending ? 'descending' : 'ascending') : undefined}
    >
      <Row
        as="button"
        inline
        align="center"
        size="sm"
        dim
        nowrap
        gap="xs"
        p="0 sm"
        full
        className={css.sort}
        onClick={() => onSort(column)}
      >
        <span title={names[column]}>{names[column]}</span>
        {isSorted && <Arrow className={css.arrow} size={14} aria-hidden />}
      </Row>
    </th>
  );
}
