import type { TestContext } from 'node:test';

/** A clock that only the test advances. */
export interface Clock {
  advance(milliseconds: number): void;
  now(): Date;
}

/** Stops Date for this test; timers run as usual. */
export function stopClock(context: TestContext, start = Date.UTC(2026, 0, 5, 9)): Clock {
  context.mock.timers.enable({ apis: ['Date'], now: start });
  let time = start;
  return {
    advance: (milliseconds) => {
      time += milliseconds;
      context.mock.timers.setTime(time);
    },
    now: () => new Date(time),
  };
}
