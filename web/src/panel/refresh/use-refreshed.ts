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
  /** The last answer; while `isBehind` it is of what was asked for before. */
  value: T | undefined;
  isBehind: boolean;
  /** Why the last try failed; gone with the next one that works. */
  error: unknown;
  reload: () => void;
  /** What the server answered to a change: an older answer on its way is thrown away. */
  set: (value: T) => void;
};

type Options<T> = {
  /** Names what is asked for: another key is another thing. */
  key: string;
  load: () => Promise<T>;
  /** Milliseconds after this answer until it is asked again; undefined: not before somebody comes back to the page. */
  pace: (value: T) => number | undefined;
  /** What was known of it before. */
  first?: { key: string; value: T } | undefined;
};

/** Something of the server's that changes by itself, kept up to date while the page is seen. */
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
