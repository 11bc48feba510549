/** The state of a list. All of it is in the address, so that a reload and a shared address show the same. */
export type ListView<F extends string = never> = {
  search: string;
  /** From 1. */
  page: number;
  order: 'asc' | 'desc';
  /** A value of the list's filter, if it has one. */
  filter: F | undefined;
  /** Other parameters of the address that narrow the list, by name; only those that are set. */
  more: Readonly<Record<string, string>>;
};

export const pageSizes = [25, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

const longestSearch = 200;

type Reading<F extends string> = {
  filters?: readonly F[] | undefined;
  /** Other parameters in the address that narrow this list; the list interprets them. */
  more?: readonly string[] | undefined;
};

export function readView<F extends string>(
  query: URLSearchParams,
  { filters = [], more = [] }: Reading<F>,
): ListView<F> {
  const page = Number(query.get('page') ?? '1');
  const wanted = query.get('filter');
  return {
    search: [...(query.get('search') ?? '')].slice(0, longestSearch).join(''),
    page: Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    order: query.get('order') === 'asc' ? 'asc' : 'desc',
    filter: filters.find((filter) => filter === wanted),
    more: Object.fromEntries(
      more.flatMap((name) => {
        const value = query.get(name);
        return value ? [[name, value]] : [];
      }),
    ),
  };
}

export const isNarrowed = ({ search, filter, more }: ListView<string>): boolean =>
  search.trim() !== '' || filter !== undefined || Object.keys(more).length > 0;

/** Writes only what differs from the default, so that a plain list has a plain address. */
export function writeView(view: ListView<string>): string {
  const query = new URLSearchParams();
  if (view.search !== '') query.set('search', view.search);
  if (view.filter) query.set('filter', view.filter);
  for (const [name, value] of Object.entries(view.more)) query.set(name, value);
  if (view.order === 'asc') query.set('order', 'asc');
  if (view.page > 1) query.set('page', String(view.page));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

export type ListQuery = { limit: number; offset: number; order: 'asc' | 'desc'; search?: string };

/** The API's query for a view. */
export function toListQuery(view: ListView<string>, size: number): ListQuery {
  const search = view.search.trim();
  return {
    limit: size,
    offset: (view.page - 1) * size,
    order: view.order,
    ...(search !== '' && { search }),
  };
}

/** The range of the shown rows, from 1, and whether there are more on either side. */
export function rangeOf(view: ListView<string>, { size, total }: { size: number; total: number }) {
  const first = (view.page - 1) * size + 1;
  const last = Math.min(view.page * size, total);
  return {
    first: Math.min(first, total),
    last,
    hasPrevious: view.page > 1,
    hasNext: last < total,
    lastPage: Math.max(1, Math.ceil(total / size)),
  };
}
