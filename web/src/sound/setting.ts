import { readStored, writeStored } from '../kit/storage.ts';
import { createStore } from '../kit/store.ts';
import { useStore } from '../ui/use-store.ts';

const key = 'lectern.chat.sound';
const isOn = createStore(readStored(key) !== 'off');

export function setSoundOn(next: boolean): void {
  isOn.set(next);
  writeStored(key, next ? 'on' : 'off');
}

export const isSoundOn = (): boolean => isOn.get();
export const useSoundOn = (): boolean => useStore(isOn);
