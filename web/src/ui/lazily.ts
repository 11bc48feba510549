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
      if (loaded) return;
      let isCurrent = true;
      load().then(
        (part) => isCurrent && setState({ part }),
        (error: unknown) => isCurrent && setState({ error }),
      );
      return () => {
        isCurrent = false;
      };
    }, []);
    if (state.error) throw state.error;
    return state.part ?? loaded;
  }

  return { load, usePart };
}
