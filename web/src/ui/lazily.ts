import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';

type Lazy<T> = {
  /** Loads the module once; after a failure the next call tries again. */
  load: () => Promise<T>;
  /** Undefined until it is loaded; throws a loading error. */
  usePart: () => T | undefined;
};

/**
 * A component that is loaded when needed, and rendered at once if it was loaded before. React's `lazy` would show its
 * fallback first and then hold the content back for 300 ms on every page.
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
      // Check again: it may have been loaded between the first render and this effect.
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

/** The same as a component, with something to show meanwhile. */
export function lazyComponent<P extends object>(
  fetchIt: () => Promise<ComponentType<P>>,
  meanwhile: ReactNode = null,
): ComponentType<P> & { load: () => Promise<unknown> } {
  const { load, usePart } = lazily(async () => ({ Part: await fetchIt() }));
  const Loaded = (props: P): ReactNode => {
    const part = usePart();
    return part ? createElement(part.Part, props) : meanwhile;
  };
  return Object.assign(Loaded, { load });
}
