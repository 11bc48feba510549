import { keepPreviousData, notifyManager, QueryClient, queryOptions } from '@tanstack/react-query';
import { requestProblemOf } from '../request-problem.ts';

export type LoadOptions<T> = {
  /** Names what is loaded; another key is another thing. */
  key: readonly unknown[];
  load: () => Promise<T>;
  /**
   * Only for data that changes by itself: milliseconds after this response until the next request; undefined: not
   * before the reader returns to the page.
   */
  pace?: (value: T) => number | undefined;
  /** Milliseconds for which the data outlives the page. */
  gcTime?: number;
};

// The page is drawn before the next frame, so that the focus can move to what has just arrived.
notifyManager.setScheduler(queueMicrotask);

const afterFailure = 15_000;

export const createQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } });

/** Data that changes by itself is requested again also after a failure, and only while the page is visible. */
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

/** Aborts a request under way, because its response would be older than a change that was made since. */
export function dropRequest(client: QueryClient, key: readonly unknown[]): void {
  void client.cancelQueries({ queryKey: key, exact: true });
}
