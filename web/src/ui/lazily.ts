import { useEffect, useState } from 'react';

type Lazy<T> = {
  /** Fetches it once; after a failure the next call tries again. */
  load: () => Promise<T>;
  /** Undefined until it is there; an error of loading is thrown. */
  usePart: () => T | undefined;
};

/**
 * A part of the page that is fetched when it is needed, and there at once where it was fetched before. React's own
 * `lazy` would show its fallback first and then hold the content back for 300 ms: a third of a second at every door.
 */
export function lazily<T extends object>(fetchIt: () => Promise<T>): Lazy<T> {
  let loaded: T | undefined;
  let loading: Promise<T> | undefined;

  function load(): Promise<T> {
    loading ??= fetchIt().then(
      (part) => {
        loaded = part;
        return part;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  }

  function usePart(): T | undefined {
    const [state, setState] = useState<{ part?: T | undefined; error?: unknown }>({ part: loaded });
    useEffect(() => {
      let isCurrent = true;
      // Also where it is there by now: it may have come after the first render and before this effect.
      load().then(
        (part) => isCurrent && setState((before) => (before.part === part ? before : { part })),
        (error: unknown) => isCurrent && setState({ error }),
      );
      return () => {
        isCurrent = false;
      };
    }, []);
    if (state.error) throw state.error;
    return state.part;
  }

  return { load, usePart };
}
