import { IconArrowsSort, IconList, type Icon as TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/language.ts';
import { Choice } from '../../ui/form/choice.tsx';
import { Card, Row, Text } from '../../ui/layout/layout.tsx';
import { EmptyState, LoadFailed, RowsSkeleton, StaleNote } from '../../ui/page/states.tsx';
import { type PageSize, pageSizes } from './list-address.ts';
import css from './list-frame.module.css';
import { ListTools } from './list-tools.tsx';
import { NothingFound } from './nothing-found.tsx';
import { PageTurn } from './page-turn.tsx';
import { Rows } from './row.tsx';
import { SearchField } from './search-field.tsx';
import type { List } from './use-list.ts';

type Props<T, F extends string> = {
  list: List<T, F>;
  /** The name of the list, for screen readers. */
  label: string;
  /** Undefined for a list without search. */
  searchLabel?: string;
  /** Beside the search: filters. */
  filters?: ReactNode;
  /** Below the toolbar: fields of a filter that need more space. */
  below?: ReactNode;
  /** At the end of the toolbar: the button that creates a row. */
  action?: ReactNode;
  /** Shown for an empty list, with `action` unless it has one of its own. */
  empty: { Icon: TablerIcon; title: string; text: string; action?: ReactNode };
  /** Instead of the usual words where the search finds nothing, unless it is empty or false. */
  noneFound?: ReactNode;
  row: (item: T) => ReactNode;
};

/** A list with its search, sort order and pages; its rows are `li` elements. */
export function ListFrame<T, F extends string = never>(props: Props<T, F>) {
  const { list, label, searchLabel, filters, below, action, empty, noneFound, row } = props;
  if (!list.value && list.error !== undefined) {
    return (
      <Card>
        <LoadFailed onAgain={list.reload} />
      </Card>
    );
  }
  if (list.isEmpty) {
    const { Icon, title, text } = empty;
    return (
      <Card>
        <EmptyState icon={Icon} title={title} text={text}>
          {empty.action ?? action}
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <ListTools hasSearch={searchLabel !== undefined}>
        {searchLabel !== undefined && (
          <SearchField label={searchLabel} value={list.view.search} onChange={list.search} />
        )}
        {filters}
        <OrderChoice list={list} />
        {action}
      </ListTools>
      {below}
      {list.isStale && <StaleNote of="list" onAgain={list.reload} />}
      <Card>
        {!list.value && <RowsSkeleton />}
        {list.error !== undefined && <LoadFailed onAgain={list.reload} />}
        {list.value &&
          list.error === undefined &&
          list.total === 0 &&
          (noneFound || <NothingFound onShowAll={list.showAll} />)}
        {list.error === undefined && list.items.length > 0 && (
          <Rows label={label} isBehind={list.isLoading}>
            {list.items.map(row)}
          </Rows>
        )}
      </Card>
      <Pager list={list} />
    </>
  );
}

function OrderChoice<T, F extends string>({ list }: { list: List<T, F> }) {
  const text = useText('list');
  return (
    <Choice
      label={text.order}
      icon={<IconArrowsSort size={18} />}
      options={[
        { value: 'desc', label: text.newest },
        { value: 'asc', label: text.oldest },
      ]}
      value={list.view.order}
      onChange={(order) => list.sort(order === 'asc' ? 'asc' : 'desc')}
    />
  );
}

function Pager<T, F extends string>({ list }: { list: List<T, F> }) {
  const text = useText('list');
  const { range, total, size, view } = list;
  const [smallest] = pageSizes;
  if (total <= smallest) return null;
  return (
    <Row gap="sm lg" wrap align="center" justify="end" mt="md">
      <Text as="span" className={css.range} size="md" dim tabular role="status">
        {text.range({ first: range.first, last: range.last, total })}
      </Text>
      <Choice
        label={text.size}
        icon={<IconList size={18} />}
        options={pageSizes.map((count) => ({ value: String(count), label: text.perPage(count) }))}
        value={String(size)}
        onChange={(value) => list.setSize(Number(value) as PageSize)}
      />
      <PageTurn {...range} onTurn={(step) => list.toPage(view.page + step)} />
    </Row>
  );
}
