import { seconds, ticks } from '../platform/clock.ts';

const reportEveryMs = seconds(2);

/** Reports the progress of long work at most every 2 s; work shorter than that reports nothing. */
export function reportProgress(say: (sentence: string) => void): (what: string) => void {
  let last = ticks();
  return (what) => {
    if (ticks() - last < reportEveryMs) return;
    last = ticks();
    say(`… ${what}`);
  };
}
