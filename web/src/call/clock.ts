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
