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
  /** What was loaded last: while something newer is on its way it stays. */
  value: ListPage<T> | undefined;
  /** Why what is asked for cannot be shown. */
  error: unknown;
  isLoading: boolean;
  /** What is shown may be old: the server was asked again and did not answer. */
  isStale: boolean;
  reload: () => void;
  items: T[];
  total: number;
  view: ListView<F>;
  size: PageSize;
  range: ReturnType<typeof rangeOf>;
  /** Is the whole of it empty, rather than what the reader looked for? */
  isEmpty: boolean;
  search: (text: string) => void;
  sort: (order: 'asc' | 'desc') => void;
  filterBy: (filter: F | undefined) => void;
  /** Changes what else narrows the list; `undefined` takes a name out of the address. */
  narrow: (changes: Record<string, string | undefined>) => void;
  /** Without search and filters. */
  showAll: () => void;
  /** Something new was made: it is shown whatever was looked for. */
  showNew: () => void;
  toPage: (page: number) => void;
  setSize: (size: PageSize) => void;
};

type Options<T, F extends string> = {
  /** Names what is listed: another one is another list. */
  key: string;
  filters?: readonly F[];
  /** What else in the address narrows it. */
  more?: readonly string[];
  load: (query: ListQuery, view: ListView<F>) => Promise<ListPage<T>>;
};

const storageKey = 'lectern.page-size';

function rememberedSize(): PageSize {
  const stored = Number(readStored(storageKey));
  return pageSizes.find((size) => size === stored) ?? 50;
}

/** Which part of a list is shown: all of it stands in the address, but for how many rows make a page. */
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
    // The last row of the last page was deleted, or the address is an old one.
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

/** The same, of what changes by itself. `pace`: milliseconds until it is asked for again; undefined: not by itself. */
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
