import { useEffect, useState } from 'react';

/** The time, told every second until then; nothing ticks while there is nothing to wait for. */
export function useNow(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow(Date.now());
    if (until <= Date.now() || !Number.isFinite(until)) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) clearInterval(timer);
    }, 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return now;
}

export const secondsUntil = (until: number, now: number): number =>
  Math.ceil(Math.max(0, until - now) / 1_000);
