import { readStored, writeStored } from './storage.ts';
import { createStore, type WritableStore } from './store.ts';

/** A switch that this browser remembers. */
export function storedSwitch(key: string, initial: boolean): WritableStore<boolean> {
  const stored = readStored(key);
  const store = createStore(stored === undefined ? initial : stored === 'on');
  return {
    ...store,
    set: (next) => {
      store.set(next);
      writeStored(key, next ? 'on' : 'off');
    },
  };
}
