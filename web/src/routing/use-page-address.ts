import { useMemo, useSyncExternalStore } from 'react';
import { currentAddress, type PageAddress, parseAddress, watchAddress } from './navigation.ts';

/** Where the page is; draws again when it is elsewhere. */
export function usePageAddress(): PageAddress {
  const address = useSyncExternalStore(watchAddress, currentAddress);
  return useMemo(() => parseAddress(address), [address]);
}
