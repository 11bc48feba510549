import { useCallback, useEffect, useRef, useState } from 'react';
import { requestProblemOf } from '../request-problem.ts';
import { Refresher } from './refresher.ts';

type State<T> = {
  key: string | undefined;
  value: T | undefined;
  error: unknown;
  errorKey: string | undefined;
};

export type Refreshed<T> = {
  /** The last response; while `isBehind` it belongs to the previous key. */
  value: T | undefined;
  isBehind: boolean;
  /** Why the last request failed; cleared by the next success. */
  error: unknown;
  reload: () => void;
  /** Sets the result of a change: an older response in flight is dropped. */
  set: (value: T) => void;
};

type Options<T> = {
  /** Identifies the request: another key is another request. */
  key: string;
  load: () => Promise<T>;
  /** Milliseconds from this response to the next request; undefined: not before the page is shown again. */
  pace: (value: T) => number | undefined;
  /** A value that is known already. */
  first?: { key: string; value: T } | undefined;
};

/** A value of the server that changes on its own, kept up to date while the page is visible. */
export function useRefreshed<T>({ key, load, pace, first }: Options<T>): Refreshed<T> {
  const [state, setState] = useState<State<T>>(() => ({
    key: first?.key,
    value: first?.value,
    error: undefined,
    errorKey: undefined,
  }));
  const latest = useRef({ load, pace });
  latest.current = { load, pace };
  const asker = useRef<Refresher<T>>(undefined);

  useEffect(() => {
    const isSeen = (): boolean => document.visibilityState === 'visible';
    const own = new Refresher<T>(() => ({
      ...latest.current,
      isSeen,
      pauseOf: (error) => (requestProblemOf(error).wait ?? 0) * 1000,
      onValue: (value) => setState({ key, value, error: undefined, errorKey: undefined }),
      onError: (error) => setState((before) => ({ ...before, error, errorKey: key })),
    }));
    asker.current = own;
    own.refresh();
    const onVisibility = (): void => (isSeen() ? own.refresh() : own.pause());
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      own.end();
    };
  }, [key]);

  const reload = useCallback(() => asker.current?.refresh(), []);
  const set = useCallback(
    (value: T) => {
      setState({ key, value, error: undefined, errorKey: undefined });
      asker.current?.refreshAfter(latest.current.pace(value));
    },
    [key],
  );
  const error = state.errorKey === key ? state.error : undefined;
  return { value: state.value, isBehind: state.key !== key, error, reload, set };
}
