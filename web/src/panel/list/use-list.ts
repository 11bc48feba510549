import { useEffect, useState } from 'react';
import { readStored, writeStored } from '../../kit/storage.ts';
import { navigate, setQuery } from '../../routing/navigation.ts';
import { usePageAddress } from '../../routing/use-page-address.ts';
import type { LoadOptions } from '../loading/queries.ts';
import { useLoaded } from '../loading/use-loaded.ts';
import {
  isNarrowed,
  type ListQuery,
  type ListView,
  type PageSize,
  pageSizes,
  rangeOf,
  readView,
  toListQuery,
  writeView,
} from './list-address.ts';

type ListPage<T> = { items: T[]; total: number };

export type List<T, F extends string = never> = ReturnType<typeof useList<T, F>>;

type Options<T, F extends string> = Pick<LoadOptions<ListPage<T>>, 'key' | 'pace'> & {
  filters?: readonly F[];
  /** The names of other parameters that narrow it. */
  more?: readonly string[];
  load: (query: ListQuery, view: ListView<F>) => Promise<ListPage<T>>;
};

const storageKey = 'lectern.page-size';

function rememberedSize(): PageSize {
  const stored = Number(readStored(storageKey));
  return pageSizes.find((size) => size === stored) ?? 50;
}

/** A list that the server pages and searches. The address holds which part is shown, except for the page size. */
export function useList<T, F extends string = never>(options: Options<T, F>) {
  const { key, load, filters, more, ...loading } = options;
  const { path, search: query } = usePageAddress();
  const view = readView<F>(query, { filters, more });
  const [size, setSize] = useState(rememberedSize);
  const { value, error, isBehind, reload } = useLoaded({
    ...loading,
    key: [...key, writeView(view), size],
    load: () => load(toListQuery(view, size), view),
  });
  const { items = [], total = 0 } = value ?? {};
  const hasFailed = error !== undefined;
  const range = rangeOf(view, { size, total });

  useEffect(() => {
    // The page no longer exists: its last row was deleted, or the address is old.
    if (!isBehind && view.page > range.lastPage) {
      setQuery({ page: range.lastPage > 1 ? String(range.lastPage) : undefined });
    }
  });

  const show = (next: ListView<F>, replace: boolean): void =>
    navigate(`${path}${writeView(next)}`, { replace });
  const all: ListView<F> = { ...view, page: 1, search: '', filter: undefined, more: {} };
  return {
    value,
    reload,
    /** Why the requested page cannot be shown. */
    error: isBehind ? error : undefined,
    isLoading: isBehind && !hasFailed,
    /** True if the last refresh failed, so the rows may be outdated. */
    isStale: !isBehind && hasFailed,
    items,
    total,
    view,
    size,
    range,
    /** True if the whole list is empty, not only what the reader searched for. */
    isEmpty: value !== undefined && total === 0 && !isNarrowed(view),
    search: (search: string) => show({ ...view, page: 1, search }, true),
    sort: (order: 'asc' | 'desc') => show({ ...view, page: 1, order }, true),
    filterBy: (filter: F | undefined) => show({ ...view, page: 1, filter }, true),
    /** Changes the other parameters; `undefined` removes one from the address. */
    narrow: (changes: Record<string, string | undefined>) => {
      const set = Object.entries({ ...view.more, ...changes }).filter(([, value]) => value);
      show({ ...view, page: 1, more: Object.fromEntries(set) as Record<string, string> }, true);
    },
    /** Shows a new row: clears search and filters. */
    showNew: () => {
      show(all, true);
      reload();
    },
    /** Removes search and filters. */
    showAll: () => show(all, true),
    toPage: (page: number) => show({ ...view, page }, false),
    setSize: (next: PageSize) => {
      writeStored(storageKey, String(next));
      setSize(next);
      show({ ...view, page: 1 }, true);
    },
  };
}
