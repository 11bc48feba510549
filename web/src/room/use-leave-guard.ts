import { useEffect, useRef } from 'react';
import { keepVisit } from '../models/visit/address.ts';
import { keepCallAgain } from '../models/visit/kept-call.ts';
import { currentAddress, guardNavigation } from '../routing/navigation.ts';
import { markCallEntry } from './call-history.ts';

type Options = {
  /** Whether the call is over, so that there is nothing to ask. Read at each attempt to leave. */
  isOver: () => boolean;
  onAsk: () => void;
};

/** Asks before Back, a swipe or a link leaves the call. Before the tab is closed or reloaded, the browser asks. */
export function useLeaveGuard(options: Options): void {
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    let hasHeld = false;
    const address = currentAddress();
    const onUnload = (event: BeforeUnloadEvent): void => {
      if (!latest.current.isOver()) event.preventDefault();
    };
    const release = guardNavigation(() => {
      if (latest.current.isOver()) return true;
      hasHeld = true;
      latest.current.onAsk();
      return false;
    });
    // Runs after the listener of the navigation, which has put back the address with which the page was opened, perhaps
    // with the link's token, and without what the entry had kept.
    const onPop = (): void => {
      if (!hasHeld) return;
      hasHeld = false;
      window.history.replaceState(null, '', address);
      keepVisit();
      keepCallAgain();
      markCallEntry();
    };
    window.addEventListener('beforeunload', onUnload);
    window.addEventListener('popstate', onPop);
    return () => {
      release();
      window.removeEventListener('beforeunload', onUnload);
      window.removeEventListener('popstate', onPop);
    };
  }, []);
}
