import { useEffect, useState } from 'react';

/** The time, again every so often; `undefined`: nothing here changes with it. */
export function useNow(every: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (every === undefined) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return every === undefined ? Date.now() : now;
}
