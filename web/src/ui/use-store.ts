import { useSyncExternalStore } from 'react';
import type { Store } from '../kit/store.ts';

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** A part of a store's value; renders again only when that part changes. */
export function usePartOf<T, P>(store: Store<T>, select: (value: T) => P): P {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
