import { useEffect, useMemo } from 'react';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { rangeOf } from '../../../panel/list/list-address.ts';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { setQuery } from '../../../routing/navigation.ts';
import { usePageAddress } from '../../../routing/use-page-address.ts';
import { findRows, gridOf, type Summary, sortRows } from '../model/grid.ts';
import {
  callsOfPage,
  type GridView,
  periodOfQuery,
  readGridView,
  writeGridView,
} from '../model/grid-view.ts';

type Place = { spaceId: string; roomId: string | undefined };

/** The attendance of a room or a group in a period, and the part of it that the address asks for. */
export function useGrid({ spaceId, roomId: ownRoomId }: Place) {
  const api = useApi();
  const text = useText('attendance');
  const language = useLanguage();
  const { search: query } = usePageAddress();
  const view = readGridView(query);
  const { period, page, search, sort } = view;
  const roomId = ownRoomId ?? view.roomId;
  const { value, error, isBehind, reload } = useLoaded<Summary>({
    key: ['attendance', spaceId, roomId, period, page],
    load: () =>
      api.getAnalyticsSummary({
        spaceId,
        query: {
          ...(roomId !== undefined && { roomId }),
          ...periodOfQuery(period, new Date()),
          limit: callsOfPage,
          offset: (page - 1) * callsOfPage,
        },
      }),
    // A call may have ended while the reader was on another page.
    pace: () => undefined,
  });
  const grid = useMemo(() => value && gridOf(value, text.erased), [value, text]);
  const rows = useMemo(
    () => (grid ? findRows(sortRows(grid.rows, sort, language), search) : []),
    [grid, sort, search, language],
  );
  const total = value?.total ?? 0;
  const range = rangeOf(
    { page, search: '', order: 'desc', filter: undefined, more: {} },
    { size: callsOfPage, total },
  );

  useEffect(() => {
    if (value && !isBehind && page > range.lastPage) setQuery({ page: String(range.lastPage) });
  });

  return {
    view,
    grid,
    rows,
    total,
    range,
    reload,
    /** Why the requested period cannot be shown. */
    error: isBehind ? error : undefined,
    isLoading: isBehind && error === undefined,
    isStale: !isBehind && error !== undefined,
    /** Another period or room begins at the first page. */
    change: (changes: Partial<GridView>): void =>
      setQuery(
        writeGridView({
          ...view,
          ...('period' in changes || 'roomId' in changes ? { page: 1 } : {}),
          ...changes,
        }),
        { replace: changes.page === undefined },
      ),
  };
}
