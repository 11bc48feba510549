import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { dropRequest, type LoadOptions, loadQuery } from './queries.ts';

export type Loaded<T> = {
  /** The last response; while `isBehind` it is the response for an earlier key. */
  value: T | undefined;
  isBehind: boolean;
  /** The error of the last request, until the next one begins; with `pace`, until the next one succeeds. */
  error: unknown;
  isLoading: boolean;
  reload: () => void;
  /** Stores the server's response to a change. */
  set: (value: T) => void;
};

/** Loads data, and keeps the last value while the data of another key is loading (docs/decisions/0038). */
export function useLoaded<T>(options: LoadOptions<T>): Loaded<T> {
  const { key } = options;
  const client = useQueryClient();
  const { data, isPlaceholderData, failureReason, isFetching, refetch } = useQuery(loadQuery(options));
  // TanStack Query drops the data of the previous key when the request for the current one fails.
  const last = useRef(data);
  if (data !== undefined) last.current = data;
  return {
    value: last.current,
    isBehind: isPlaceholderData || data === undefined,
    error: failureReason ?? undefined,
    isLoading: isFetching,
    reload: () => {
      dropRequest(client, key);
      void refetch();
    },
    set: (value) => {
      dropRequest(client, key);
      client.setQueryData(key, value);
    },
  };
}
