import { useMemo, useSyncExternalStore } from 'react';
import { currentAddress, type Place, placeOf, watchAddress } from './place.ts';

/** Where the page is; draws again when it is elsewhere. */
export function usePlace(): Place {
  const address = useSyncExternalStore(watchAddress, currentAddress);
  return useMemo(() => placeOf(address), [address]);
}
