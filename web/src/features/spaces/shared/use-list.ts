import { useEffect, useState } from 'react';
import { go, setQuery } from '../../../routing/place.ts';
import { usePlace } from '../../../routing/use-place.ts';
import { readStored, writeStored } from '../../../ui/storage.ts';
import { type Loaded, useLoaded } from '../../../ui/use-loaded.ts';
import {
  type ListQuery,
  type ListView,
  type PageSize,
  pageSizes,
  queryOf,
  rangeOf,
  readView,
  writeView,
} from '../model/list-address.ts';

type Page<T> = { items: T[]; total: number };

export type List<T, F extends string = never> = Omit<Loaded<Page<T>>, 'set'> & {
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
  /** Without search and filter. */
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
  load: (query: ListQuery, filter: F | undefined) => Promise<Page<T>>;
};

const storageKey = 'lectern.page-size';

function rememberedSize(): PageSize {
  const stored = Number(readStored(storageKey));
  return pageSizes.find((size) => size === stored) ?? 50;
}

/** A list that the server pages and searches, with all that says which part of it is shown in the address. */
export function useList<T, F extends string = never>({ key, filters, load }: Options<T, F>): List<T, F> {
  const place = usePlace();
  const view = readView<F>(place.search, filters);
  const [size, setSize] = useState(rememberedSize);
  const address = writeView(view);
  const loaded = useLoaded(`${key}${address} ${size}`, () => load(queryOf(view, size), view.filter));
  const { items = [], total = 0 } = loaded.value ?? {};
  const range = rangeOf(view, { size, total });

  useEffect(() => {
    // The last row of the last page was deleted, or the address is an old one.
    if (loaded.value && !loaded.isLoading && view.page > range.lastPage) {
      setQuery({ page: range.lastPage > 1 ? String(range.lastPage) : undefined });
    }
  });

  const show = (next: ListView<F>, replace: boolean): void =>
    go(`${place.path}${writeView(next)}`, { replace });
  return {
    ...loaded,
    items,
    total,
    view,
    size,
    range,
    isEmpty: loaded.value !== undefined && total === 0 && view.search.trim() === '' && !view.filter,
    search: (search) => show({ ...view, page: 1, search }, true),
    sort: (order) => show({ ...view, page: 1, order }, true),
    filterBy: (filter) => show({ ...view, page: 1, filter }, true),
    showNew: () => {
      show({ ...view, page: 1, search: '', filter: undefined }, true);
      loaded.reload();
    },
    showAll: () => show({ ...view, page: 1, search: '', filter: undefined }, true),
    toPage: (page) => show({ ...view, page }, false),
    setSize: (next) => {
      writeStored(storageKey, String(next));
      setSize(next);
      show({ ...view, page: 1 }, true);
    },
  };
}
