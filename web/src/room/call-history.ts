import { useEffect } from 'react';
import { pageState } from '../kit/page-state.ts';
import { currentAddress } from '../routing/navigation.ts';

/** Marks the entry of the browser's history that a call has added. */
const callEntry = pageState<true>('lectern.in-call');

export const markCallEntry = (): void => callEntry.write(true);

/**
 * Adds an entry of the same address, once, so that Back and a swipe leave this entry and not the document. Leaving the
 * document cannot be stopped: browsers only ask a question of their own.
 */
export function addCallEntry(): void {
  if (callEntry.read()) return;
  window.history.pushState(window.history.state, '');
  markCallEntry();
}

/** Outside a call, also after a reload, Back goes past the entry before that of the call, which shows the same page. */
export function useBackPastCall(isInCall: boolean): void {
  useEffect(() => {
    if (isInCall) return;
    const address = currentAddress();
    let wasOfCall = callEntry.read();
    const onPop = (): void => {
      const isOfCall = callEntry.read();
      if (wasOfCall && !isOfCall && currentAddress() === address) window.history.back();
      wasOfCall = isOfCall;
    };
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, [isInCall]);
}
