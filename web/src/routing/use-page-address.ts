import { useMemo, useSyncExternalStore } from 'react';
import { currentAddress, type PageAddress, parseAddress, watchAddress } from './navigation.ts';

/** The address of the page; renders again when it changes. */
export function usePageAddress(): PageAddress {
  const address = useSyncExternalStore(watchAddress, currentAddress);
  return useMemo(() => parseAddress(address), [address]);
}
