import { readStored, writeStored } from '../../../kit/storage.ts';
import { createStore } from '../../../kit/store.ts';
import { useStore } from '../../../ui/use-store.ts';

const key = 'lectern.keys';
const isOn = createStore(readStored(key) !== 'off');

/** Whether single-key shortcuts are on (WCAG 2.1.4): speech control triggers them by accident. */
export function setKeysOn(next: boolean): void {
  isOn.set(next);
  writeStored(key, next ? 'on' : 'off');
}

export const areKeysOn = (): boolean => isOn.get();
export const useKeysOn = (): boolean => useStore(isOn);
