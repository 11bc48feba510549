import { storedSwitch } from '../kit/stored-switch.ts';
import { useStore } from '../ui/use-store.ts';

const isOn = storedSwitch('lectern.chat.sound', true);

export const setSoundOn = isOn.set;
export const isSoundOn = isOn.get;
export const useSoundOn = (): boolean => useStore(isOn);
