import { useCallback, useEffect, useRef, useState } from 'react';

export type Loaded<T> = {
  /** The last response; it stays while a newer one is loading. */
  value: T | undefined;
  /** Why the last request failed. */
  error: unknown;
  isLoading: boolean;
  reload: () => void;
  /** Sets the result of a change without another request. */
  set: (value: T) => void;
};

type State<T> = { value: T | undefined; error: unknown; key: string | undefined };

/** Loads what the key names, and again when the key changes; an outdated response is dropped. */
export function useLoaded<T>(key: string, load: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<State<T>>({ value: undefined, error: undefined, key: undefined });
  const [turn, setTurn] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  const wanted = `${key} ${turn}`;

  useEffect(() => {
    let isCurrent = true;
    latest.current().then(
      (value) => isCurrent && setState({ value, error: undefined, key: wanted }),
      (error: unknown) => isCurrent && setState(({ value }) => ({ value, error, key: wanted })),
    );
    return () => {
      isCurrent = false;
    };
  }, [wanted]);

  const reload = useCallback(() => setTurn((before) => before + 1), []);
  const set = useCallback((value: T) => setState((before) => ({ ...before, value, error: undefined })), []);
  const isLoading = state.key !== wanted;
  return { value: state.value, error: isLoading ? undefined : state.error, isLoading, reload, set };
}
