import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, memo, type ReactNode, useRef } from 'react';
import { useText } from '../../../i18n/language.ts';
import { Text } from '../../../ui/layout/layout.tsx';
import { Name } from '../../../ui/parts/name.tsx';
import type { Grid, GridCall, GridRow, SortKey } from '../model/grid.ts';
import { GridCallHead } from './call-head.tsx';
import { AttendanceCell } from './cell.tsx';
import css from './grid.module.css';
import { SortHead } from './sort-head.tsx';

/** The sizes of the style sheet, in pixels. */
const rowHeight = 44;
const columnWidth = 84;
/** Columns are rendered in blocks, so that scrolling across changes the rows less often. */
const columnsAtOnce = 4;

type Props = {
  grid: Grid;
  rows: readonly GridRow[];
  spaceId: string;
  isRoomKnown: boolean;
  isBehind: boolean;
  sort: SortKey;
  onSort: (sort: SortKey) => void;
};

/**
 * One row for each person, one column for each call. It renders only the visible cells, and says to screen readers
 * which row and column of how many each one is. All heads of columns are rendered, so that Tab reaches each
 * call (docs/decisions/0049).
 */
export function GridTable({ grid, rows, spaceId, isRoomKnown, isBehind, sort, onSort }: Props) {
  const text = useText('attendance');
  const scroller = useRef<HTMLDivElement>(null);
  const { calls, knownCalls, presentIn } = grid;
  const across = useVirtualizer({
    count: calls.length,
    horizontal: true,
    getScrollElement: () => scroller.current,
    estimateSize: () => columnWidth,
    overscan: 4,
  });
  const down = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const columns = across.getVirtualItems();
  const first = Math.floor((columns[0]?.index ?? 0) / columnsAtOnce) * columnsAtOnce;
  const last = Math.ceil(((columns.at(-1)?.index ?? -1) + 1) / columnsAtOnce) * columnsAtOnce;
  const end = Math.min(last, calls.length);
  const shown = down.getVirtualItems();
  const above = shown[0]?.start ?? 0;
  const below = down.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    <section ref={scroller} className={css.scroller} aria-label={text.grid} data-behind={isBehind}>
      <table
        className={css.table}
        style={{ '--calls': calls.length } as CSSProperties}
        aria-label={text.grid}
        aria-rowcount={rows.length + 1}
        aria-colcount={calls.length + 2}
        aria-busy={isBehind}
      >
        <colgroup>
          <col style={{ width: 'var(--name)' }} />
          <col style={{ width: 'var(--sum)' }} />
          <col span={calls.length} style={{ width: columnWidth }} />
          <col />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <SortHead label={text.name} column={1} keys={['name', 'name-desc']} sort={sort} onSort={onSort} />
            <SortHead
              label={text.attended}
              column={2}
              keys={['share', 'share-desc']}
              sort={sort}
              onSort={onSort}
            />
            {calls.map((call, index) => (
              <th key={call.id} scope="col" aria-colindex={index + 3}>
                <GridCallHead
                  call={call}
                  spaceId={spaceId}
                  present={presentIn[index] ?? 0}
                  isRoomKnown={isRoomKnown}
                />
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          <Gap height={above} />
          {shown.map(({ index }) => {
            const row = rows[index] as GridRow;
            return (
              <PersonRow
                key={row.key}
                row={row}
                calls={calls}
                index={index}
                knownCalls={knownCalls}
                first={first}
                end={end}
              />
            );
          })}
          <Gap height={below} />
        </tbody>
      </table>
    </section>
  );
}

/** Takes the space of rows that are not rendered. */
function Gap({ height }: { height: number }): ReactNode {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td style={{ height }} />
    </tr>
  );
}

type RowProps = {
  row: GridRow;
  calls: readonly GridCall[];
  index: number;
  knownCalls: number;
  /** The rendered columns: from `first` until `end`, which is not included. */
  first: number;
  end: number;
};

const PersonRow = memo(function PersonRow(props: RowProps) {
  const text = useText('attendance');
  const { row, calls, index, knownCalls, first, end } = props;
  const { cells } = row;
  return (
    <tr aria-rowindex={index + 2}>
      <PersonHead row={row} />
      <PersonSum row={row} knownCalls={knownCalls} />
      {first > 0 && <td colSpan={first} aria-hidden />}
      {cells.slice(first, end).map((cell, offset) => (
        <AttendanceCell key={calls[first + offset]?.id} cell={cell} column={first + offset + 3} text={text} />
      ))}
      <td colSpan={cells.length - end + 1} aria-hidden />
    </tr>
  );
});

/** The name of a person and, where another person has the same name, their own id. */
export function PersonHead({ row }: { row: GridRow }) {
  const { name, isErased, isNameShared, isApart, externalUserId } = row;
  const text = useText('attendance');
  const isMarked = isNameShared && externalUserId === null;
  const beside = [isApart && text.moderator, isMarked ? text.sameName : isNameShared && externalUserId];
  return (
    <th scope="row" aria-colindex={1} className={css.person}>
      <span className={css.name} data-erased={isErased || undefined} title={name}>
        <Name>{name}</Name>
      </span>
      {(isApart || isNameShared) && (
        <Text
          as="span"
          size="xs"
          dim
          truncate
          className={css.key}
          title={isMarked ? text.sameNameAbout : undefined}
        >
          {beside.filter(Boolean).join(' · ')}
        </Text>
      )}
    </th>
  );
}

/** In how many calls a person was present, and the average of their shares. */
export function PersonSum({ row, knownCalls }: { row: GridRow; knownCalls: number }) {
  const text = useText('attendance');
  return (
    <td aria-colindex={2}>
      <Text as="span" weight={550} className={css.of}>
        {text.presentOf({ count: row.present, calls: knownCalls })}
      </Text>{' '}
      <Text as="span" dim className={css.average}>
        {text.percent(row.average)}
      </Text>
    </td>
  );
}
