import { useCallback, useSyncExternalStore } from 'react';
import type { Store } from '../../kit/store.ts';
import { useCall } from './call-context.ts';

/** The ids of everybody in the call. */
type Here = readonly string[];

/** A selection from a value and the people in the call; renders again only when it changes. */
export function useWithPeople<V, T>(value: Store<V>, select: (value: V, here: Here) => T): T {
  const { state } = useCall();
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = [value.subscribe(listener), state.subscribe(listener)];
      return () => {
        for (const end of ends) end();
      };
    },
    [value, state],
  );
  return useSyncExternalStore(subscribe, () => select(value.get(), state.get().here));
}

/** Computes once for all components with the same value and people. */
export function lastResultOf<V, T>(compute: (value: V, here: Here) => T): (value: V, here: Here) => T {
  let last: { value: V; here: Here; result: T } | undefined;
  return (value, here) => {
    if (last?.value !== value || last.here !== here) last = { value, here, result: compute(value, here) };
    return last.result;
  };
}
