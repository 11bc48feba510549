import { useEffect } from 'react';
import { pauseBefore } from '../kit/retries.ts';

const knockPauses = [2_000, 4_000, 8_000, 15_000];

/** During an outage of the server: asks again after growing pauses, and at once when the network is back. */
export function useAway(isAway: boolean, knockAgain: () => void): void {
  useEffect(() => {
    if (!isAway) return;
    let timer: ReturnType<typeof setTimeout>;
    const knockAfterPause = (retry: number): void => {
      timer = setTimeout(
        () => {
          knockAgain();
          knockAfterPause(retry + 1);
        },
        pauseBefore(retry, knockPauses),
      );
    };
    knockAfterPause(0);
    window.addEventListener('online', knockAgain);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', knockAgain);
    };
  }, [isAway, knockAgain]);
}
