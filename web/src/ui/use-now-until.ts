import { useEffect, useState } from 'react';
import { serverClock } from '../kit/server-clock.ts';

/** The server's time, updated every second until `until`; no timer runs after that. */
export function useNowUntil(until: number): number {
  const [now, setNow] = useState(() => serverClock.now());
  useEffect(() => {
    setNow(serverClock.now());
    if (until <= serverClock.now() || !Number.isFinite(until)) return;
    const timer = setInterval(() => {
      setNow(serverClock.now());
      if (serverClock.now() >= until) clearInterval(timer);
    }, 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return now;
}

export const secondsUntil = (until: number, now: number): number =>
  Math.ceil(Math.max(0, until - now) / 1_000);
