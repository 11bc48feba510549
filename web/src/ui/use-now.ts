import { useEffect, useState } from 'react';
import { serverClock } from '../kit/server-clock.ts';

/** The server's time, updated every `every` milliseconds; not updated if that is undefined. */
export function useNow(every: number | undefined): number {
  const [now, setNow] = useState(() => serverClock.now());
  useEffect(() => {
    if (every === undefined) return;
    setNow(serverClock.now());
    const timer = setInterval(() => setNow(serverClock.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return every === undefined ? serverClock.now() : now;
}
