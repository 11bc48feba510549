/** A value with subscribers. It fits React's useSyncExternalStore without importing React. */
export type Store<T> = {
  get: () => T;
  subscribe: (listener: () => void) => () => void;
};

export type WritableStore<T> = Store<T> & { set: (next: T) => void };

export function createStore<T>(initial: T): WritableStore<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the earlier object if all its fields are equal, so that comparison by identity finds no change. */
export function keepIfSame<T extends object>(earlier: T | undefined, next: T): T {
  if (!earlier) return next;
  const keys = Object.keys(next) as (keyof T)[];
  if (keys.length !== Object.keys(earlier).length) return next;
  return keys.every((key) => Object.is(earlier[key], next[key])) ? earlier : next;
}

/** Returns the earlier list if the next one has the same items in the same order. */
export function keepIfEqual<T>(earlier: readonly T[], next: readonly T[]): readonly T[] {
  const isEqual =
    earlier.length === next.length && earlier.every((item, index) => Object.is(item, next[index]));
  return isEqual ? earlier : next;
}
