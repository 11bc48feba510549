import type { Clock } from '../../kit/clock.ts';
import { codeOf, isFinal } from '../../kit/refusals.ts';
import { pauseBefore, readPauses, spreadPause } from '../../kit/retries.ts';
import { createStore, type Store } from '../../kit/store.ts';
import type { AttendanceApi, AttendanceSoFar } from './api.ts';

export type CallAttendanceState =
  | { phase: 'loading' }
  | { phase: 'failed' }
  /** `isStale`: the newest reading failed. */
  | { phase: 'shown'; attendance: AttendanceSoFar; isStale: boolean };

export type CallAttendanceParts = { api: AttendanceApi; clock: Clock; random?: () => number };

/** In ms. A call that needs several requests is read less often. */
const readEvery = 10_000;

/** The people who have been in the running call, for its moderators: read repeatedly while it is watched. */
export class CallAttendance {
  readonly #parts: CallAttendanceParts;
  readonly #state = createStore<CallAttendanceState>({ phase: 'loading' });
  #readNow = (): void => undefined;

  constructor(parts: CallAttendanceParts) {
    this.#parts = parts;
  }

  get state(): Store<CallAttendanceState> {
    return this.#state;
  }

  /** Reads now, and repeatedly until the returned function is called. */
  watch(): () => void {
    const watching = new AbortController();
    let cancel = (): void => undefined;
    let failures = 0;
    const read = async (): Promise<void> => {
      cancel();
      const attendance = await this.#read(watching.signal);
      if (watching.signal.aborted) return;
      failures = attendance ? 0 : failures + 1;
      const pause = attendance ? readEvery * attendance.requests : pauseBefore(failures - 1, readPauses);
      cancel = this.#parts.clock.after(spreadPause(pause, this.#parts.random), this.#readNow);
    };
    let isReading = false;
    this.#readNow = (): void => {
      if (isReading) return;
      isReading = true;
      void read().finally(() => {
        isReading = false;
      });
    };
    this.#readNow();
    return () => {
      watching.abort();
      cancel();
      this.#readNow = (): void => undefined;
    };
  }

  /** Reads now instead of after the pause. */
  again(): void {
    if (this.#state.get().phase === 'failed') this.#state.set({ phase: 'loading' });
    this.#readNow();
  }

  async #read(signal: AbortSignal): Promise<AttendanceSoFar | undefined> {
    try {
      const attendance = await this.#parts.api.read();
      if (!signal.aborted) this.#state.set({ phase: 'shown', attendance, isStale: false });
      return attendance;
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
      return undefined;
    }
  }

  #fail(error: unknown): void {
    const before = this.#state.get();
    // The media server reports the first entry to our server some moments after the page knows.
    if (before.phase !== 'shown' && codeOf(error) === 'call_not_active') return;
    // A person who may no longer moderate does not keep the list.
    if (before.phase === 'shown' && !isFinal(error)) this.#state.set({ ...before, isStale: true });
    else this.#state.set({ phase: 'failed' });
  }
}
