import { seconds, ticks } from '../platform/clock.ts';

const quietFor = seconds(2);

/** Reports the progress of long work at most every 2 s; work shorter than that reports nothing. */
export function tellProgress(say: (sentence: string) => void): (what: string) => void {
  let last = ticks();
  return (what) => {
    if (ticks() - last < quietFor) return;
    last = ticks();
    say(`… ${what}`);
  };
}
