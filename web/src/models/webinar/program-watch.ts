import type { Clock } from '../../kit/clock.ts';
import { pauseBefore, spreadPause } from '../../kit/retries.ts';
import { createStore, type Store } from '../../kit/store.ts';
import type { WebinarApi } from './api.ts';
import type { SessionClock } from './sync/session-clock.ts';
import type { Program } from './types.ts';

/** In ms. How often a waiting page looks for changes of the schedule. */
const readEvery = 30_000;
/** In ms. The same in the last minutes before a start. */
const readEverySoon = 10_000;
const soon = 120_000;
const failurePauses = [1_000, 2_000, 4_000, 8_000, 15_000];

type Parts = {
  api: Pick<WebinarApi, 'program'>;
  clock: SessionClock;
  timers: Clock;
  random?: (() => number) | undefined;
};

/** Runs a request whose response states the server's time, and passes that to the clock. */
export async function measured<T extends { serverTime: string }>(
  clock: SessionClock,
  request: () => Promise<T>,
): Promise<T> {
  const sent = clock.steady();
  const answer = await request();
  clock.add({ sent, received: clock.steady(), serverTime: Date.parse(answer.serverTime) });
  return answer;
}

/** Reads the program again and again, because a moderator may move or delete a session at any time. */
export class ProgramWatch {
  readonly #parts: Parts;
  readonly #program = createStore<Program | undefined>(undefined);
  readonly program: Store<Program | undefined> = this.#program;
  readonly #error = createStore<unknown>(undefined);
  /** Why the last reading failed. It is repeated all the same. */
  readonly error: Store<unknown> = this.#error;
  #cancelTimer: (() => void) | undefined;
  #failures = 0;
  #isRunning = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.readNow();
  }

  stop(): void {
    this.#isRunning = false;
    this.#cancelTimer?.();
  }

  async readNow(): Promise<void> {
    this.#cancelTimer?.();
    const { api, clock, timers } = this.#parts;
    try {
      const program = await measured(clock, api.program);
      if (!this.#isRunning) return;
      this.#failures = 0;
      this.#error.set(undefined);
      this.#program.set(program);
    } catch (error) {
      if (!this.#isRunning) return;
      this.#failures += 1;
      this.#error.set(error);
    }
    if (!this.#isRunning) return;
    this.#cancelTimer?.();
    this.#cancelTimer = timers.after(this.#pause(), () => void this.readNow());
  }

  #pause(): number {
    const { random, clock } = this.#parts;
    if (this.#failures > 0) return spreadPause(pauseBefore(this.#failures - 1, failurePauses), random);
    const start = Date.parse(this.#program.get()?.next[0]?.startDate ?? '');
    const isSoon = start - clock.now() < soon;
    return spreadPause(isSoon ? readEverySoon : readEvery, random);
  }
}
