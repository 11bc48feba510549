import { keepPreviousData, notifyManager, QueryClient, queryOptions } from '@tanstack/react-query';
import { requestProblemOf } from '../request-problem.ts';

export type LoadOptions<T> = {
  /** Identifies the data, as the query key of TanStack Query. */
  key: readonly unknown[];
  load: () => Promise<T>;
  /**
   * The milliseconds from this response to the next request, for data that changes on the server. Undefined: the next
   * request is sent when the reader returns to the page.
   */
  pace?: (value: T) => number | undefined;
  /** The milliseconds for which the data is cached after the page was closed. */
  gcTime?: number;
};

// Microtasks run before the next frame, so that the focus can move to an element that has just been rendered.
notifyManager.setScheduler(queueMicrotask);

const afterFailure = 15_000;

export const createQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } });

/** With `pace`, the query is repeated also after a failure, and only while the page is visible. */
export const loadQuery = <T>({ key, load, pace, gcTime = 0 }: LoadOptions<T>) =>
  queryOptions({
    queryKey: key,
    queryFn: load,
    gcTime,
    placeholderData: keepPreviousData,
    retry: pace !== undefined,
    retryDelay: (_, error) => Math.max(afterFailure, (requestProblemOf(error).wait ?? 0) * 1000),
    refetchInterval: ({ state: { data } }) => (data !== undefined && pace?.(data)) || false,
    refetchOnWindowFocus: pace ? 'always' : false,
  });

/** Aborts a running request, because its response would be older than a change that was made since. */
export function dropRequest(client: QueryClient, key: readonly unknown[]): void {
  void client.cancelQueries({ queryKey: key, exact: true });
}
