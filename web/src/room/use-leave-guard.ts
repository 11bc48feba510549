import { useEffect, useRef } from 'react';
import { pageState } from '../kit/page-state.ts';
import { keepVisit } from '../models/visit/address.ts';
import { keepCallAgain } from '../models/visit/kept-call.ts';
import { currentAddress, guardNavigation } from '../routing/navigation.ts';

/** Marks the entry of the browser's history that the call has added. */
const ownEntry = pageState<true>('lectern.in-call');

/**
 * Adds an entry of the same address, once, so that Back and a swipe leave this entry and not the document. Leaving the
 * document cannot be stopped: browsers only ask a question of their own.
 */
function addOwnEntry(): void {
  if (ownEntry.read()) return;
  window.history.pushState(window.history.state, '');
  ownEntry.write(true);
}

/** Ends what a call before this one has left behind. */
let stopPassing = (): void => undefined;

/** After the call, Back goes past the entry before ours, which shows the same page. */
function passEntryBefore(address: string): void {
  const pass = (): void => {
    if (currentAddress() === address && !ownEntry.read()) window.history.back();
  };
  window.addEventListener('popstate', pass);
  stopPassing = () => window.removeEventListener('popstate', pass);
}

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
      ownEntry.write(true);
    };
    addOwnEntry();
    stopPassing();
    window.addEventListener('beforeunload', onUnload);
    window.addEventListener('popstate', onPop);
    return () => {
      release();
      window.removeEventListener('beforeunload', onUnload);
      window.removeEventListener('popstate', onPop);
      passEntryBefore(address);
    };
  }, []);
}
