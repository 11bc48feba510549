import { seconds, ticks } from '../platform/clock.ts';

const quietFor = seconds(2);

/** Says what long work is at, now and then; short work says nothing. */
export function tellProgress(say: (sentence: string) => void): (what: string) => void {
  let last = ticks();
  return (what) => {
    if (ticks() - last < quietFor) return;
    last = ticks();
    say(`… ${what}`);
  };
}
