import { createStore } from '../call/store.ts';
import { useStore } from '../chat-context.ts';
import { readStored, writeStored } from '../ui/storage.ts';

const key = 'lectern.chat.sound';
const isOn = createStore(readStored(key) !== 'off');

export function setSoundOn(next: boolean): void {
  isOn.set(next);
  writeStored(key, next ? 'on' : 'off');
}

export const isSoundOn = (): boolean => isOn.get();
export const useSoundOn = (): boolean => useStore(isOn);
