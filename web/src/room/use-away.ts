import { useEffect } from 'react';

const firstPause = 2000;
const longestPause = 15_000;

/** While the server is away: knocks again after growing pauses, and at once when the network is back. */
export function useAway(isAway: boolean, knockAgain: () => void): void {
  useEffect(() => {
    if (!isAway) return;
    let pause = firstPause;
    let timer = setTimeout(knock, pause);
    function knock(): void {
      knockAgain();
      pause = Math.min(longestPause, pause * 2);
      timer = setTimeout(knock, pause);
    }
    window.addEventListener('online', knockAgain);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', knockAgain);
    };
  }, [isAway, knockAgain]);
}
