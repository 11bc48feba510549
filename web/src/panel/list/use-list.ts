import { useEffect, useState } from 'react';
import { readStored, writeStored } from '../../kit/storage.ts';
import { navigate, setQuery } from '../../routing/navigation.ts';
import { usePageAddress } from '../../routing/use-page-address.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import { useRefreshed } from '../refresh/use-refreshed.ts';
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

export type ListPage<T> = { items: T[]; total: number };

export type List<T, F extends string = never> = {
  /** The last response; it stays while a newer one is loading. */
  value: ListPage<T> | undefined;
  /** Why the requested page cannot be shown. */
  error: unknown;
  isLoading: boolean;
  /** True if the last refresh got no response, so the rows may be outdated. */
  isStale: boolean;
  reload: () => void;
  items: T[];
  total: number;
  view: ListView<F>;
  size: PageSize;
  range: ReturnType<typeof rangeOf>;
  /** True if the whole list is empty, not only what the reader searched for. */
  isEmpty: boolean;
  search: (text: string) => void;
  sort: (order: 'asc' | 'desc') => void;
  filterBy: (filter: F | undefined) => void;
  /** Changes the other parameters; `undefined` removes one from the address. */
  narrow: (changes: Record<string, string | undefined>) => void;
  /** Removes search and filters. */
  showAll: () => void;
  /** Shows a new row: clears search and filters. */
  showNew: () => void;
  toPage: (page: number) => void;
  setSize: (size: PageSize) => void;
};

type Options<T, F extends string> = {
  /** Identifies the list: another key is another list. */
  key: string;
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

/** The view of a list, which is in the address except for the number of rows of a page. */
function useView<T, F extends string>({ key, filters, more, load }: Options<T, F>) {
  const place = usePageAddress();
  const view = readView<F>(place.search, { filters, more });
  const [size, setSize] = useState(rememberedSize);
  return {
    path: place.path,
    view,
    size,
    setSize,
    key: `${key}${writeView(view)} ${size}`,
    load: () => load(toListQuery(view, size), view),
  };
}

type Loading<T> = Pick<List<T>, 'value' | 'error' | 'isLoading' | 'isStale' | 'reload'>;
type Viewed<F extends string> = Omit<ReturnType<typeof useView<unknown, F>>, 'load'>;

function useListOf<T, F extends string>(viewed: Viewed<F>, loading: Loading<T>): List<T, F> {
  const { path, view, size, setSize } = viewed;
  const { items = [], total = 0 } = loading.value ?? {};
  const range = rangeOf(view, { size, total });

  useEffect(() => {
    // The page no longer exists: its last row was deleted, or the address is old.
    if (loading.value && !loading.isLoading && view.page > range.lastPage) {
      setQuery({ page: range.lastPage > 1 ? String(range.lastPage) : undefined });
    }
  });

  const show = (next: ListView<F>, replace: boolean): void =>
    navigate(`${path}${writeView(next)}`, { replace });
  const all: ListView<F> = { ...view, page: 1, search: '', filter: undefined, more: {} };
  return {
    ...loading,
    items,
    total,
    view,
    size,
    range,
    isEmpty: loading.value !== undefined && total === 0 && !isNarrowed(view),
    search: (search) => show({ ...view, page: 1, search }, true),
    sort: (order) => show({ ...view, page: 1, order }, true),
    filterBy: (filter) => show({ ...view, page: 1, filter }, true),
    narrow: (changes) => {
      const set = Object.entries({ ...view.more, ...changes }).filter(([, value]) => value);
      show({ ...view, page: 1, more: Object.fromEntries(set) as Record<string, string> }, true);
    },
    showNew: () => {
      show(all, true);
      loading.reload();
    },
    showAll: () => show(all, true),
    toPage: (page) => show({ ...view, page }, false),
    setSize: (next) => {
      writeStored(storageKey, String(next));
      setSize(next);
      show({ ...view, page: 1 }, true);
    },
  };
}

/** A list that the server pages and searches. */
export function useList<T, F extends string = never>(options: Options<T, F>): List<T, F> {
  const { load, ...viewed } = useView(options);
  const loaded = useLoaded(viewed.key, load);
  return useListOf(viewed, { ...loaded, isStale: false });
}

/** The same for rows that change on their own. `pace`: milliseconds until the next request; undefined for none. */
export function useRefreshedList<T, F extends string = never>(
  options: Options<T, F> & { pace: (page: ListPage<T>) => number | undefined },
): List<T, F> {
  const { load, ...viewed } = useView(options);
  const live = useRefreshed({ key: viewed.key, load, pace: options.pace });
  const hasFailed = live.error !== undefined;
  const isShown = live.value !== undefined && !live.isBehind;
  return useListOf(viewed, {
    value: live.value,
    error: isShown ? undefined : live.error,
    isLoading: live.isBehind && !hasFailed,
    isStale: isShown && hasFailed,
    reload: live.reload,
  });
}
