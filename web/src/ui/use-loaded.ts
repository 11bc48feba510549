import { useCallback, useEffect, useRef, useState } from 'react';

export type Loaded<T> = {
  /** What was loaded last: while something newer is on its way it stays. */
  value: T | undefined;
  /** Why the last loading failed. */
  error: unknown;
  isLoading: boolean;
  reload: () => void;
  /** What the server answered to a change: no need to ask again. */
  set: (value: T) => void;
};

type State<T> = { value: T | undefined; error: unknown; key: string | undefined };

/** Loads what the key names, and anew when the key changes; an answer that came too late is thrown away. */
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
