import { useCallback, useSyncExternalStore } from 'react';
import type { Store } from '../../kit/store.ts';
import type { Person } from '../../models/call/people/people.ts';
import { useCall } from './call-context.ts';

/** A selection from a value and the people in the call; renders again only when it changes. */
export function useWithPeople<V, T>(value: Store<V>, select: (value: V, people: readonly Person[]) => T): T {
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
  return useSyncExternalStore(subscribe, () => select(value.get(), state.get().people));
}

/** Computes once for all components with the same value and people. */
export function lastResultOf<V, T>(
  compute: (value: V, people: readonly Person[]) => T,
): (value: V, people: readonly Person[]) => T {
  let last: { value: V; people: readonly Person[]; result: T } | undefined;
  return (value, people) => {
    if (last?.value !== value || last.people !== people)
      last = { value, people, result: compute(value, people) };
    return last.result;
  };
}
