import { serverClock } from './server-clock.ts';

/** Time as the model sees it; tests bring their own. */
export type Clock = {
  now: () => number;
  after: (milliseconds: number, run: () => void) => () => void;
};

export const browserClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** For what compares with moments that the server names. */
export const serverTime: Clock = { ...browserClock, now: serverClock.now };
