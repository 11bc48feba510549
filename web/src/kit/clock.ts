import { serverClock } from './server-clock.ts';

/** The time of the models; tests pass a fake. */
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

/** A clock whose `now` can be compared with the server's times. */
export const serverTime: Clock = { ...browserClock, now: serverClock.now };
