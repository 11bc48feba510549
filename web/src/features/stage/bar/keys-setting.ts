import { storedSwitch } from '../../../kit/stored-switch.ts';
import { useStore } from '../../../ui/use-store.ts';

const isOn = storedSwitch('lectern.keys', true);

/** Whether single-key shortcuts are on (WCAG 2.1.4): speech control triggers them by accident. */
export const setKeysOn = isOn.set;
export const areKeysOn = isOn.get;
export const useKeysOn = (): boolean => useStore(isOn);
