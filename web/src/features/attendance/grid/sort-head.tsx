import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { Row } from '../../../ui/layout/layout.tsx';
import type { SortKey } from '../model/grid.ts';
import css from './grid.module.css';

type Props = {
  label: string;
  column: number;
  /** Ascending, descending. The first press of an unsorted column sorts it ascending. */
  keys: readonly [SortKey, SortKey];
  sort: SortKey;
  onSort: (sort: SortKey) => void;
};

/** The head of a column that sorts the rows. */
export function SortHead({ label, column, keys: [up, down], sort, onSort }: Props) {
  const Icon = sort === up ? IconArrowUp : sort === down ? IconArrowDown : IconArrowsSort;
  const direction = sort === up ? 'ascending' : sort === down ? 'descending' : 'none';
  return (
    <th scope="col" aria-colindex={column} aria-sort={direction}>
      <Row
        as="button"
        inline
        align="center"
        weight={550}
        dim
        gap="sm"
        tall={44}
        radius="sm"
        className={css.sort}
        data-used={direction !== 'none' || undefined}
        onClick={() => onSort(sort === up ? down : up)}
      >
        {label}
        <Icon size={14} aria-hidden />
      </Row>
    </th>
  );
}
