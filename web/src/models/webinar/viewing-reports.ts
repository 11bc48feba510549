import type { Clock } from '../../kit/clock.ts';
import { isFinal } from '../../kit/refusals.ts';
import { pauseBefore, spreadPause } from '../../kit/retries.ts';
import { createScope } from '../../kit/scope.ts';
import { createStore, type Store } from '../../kit/store.ts';
import type { WebinarApi } from './api.ts';
import { MissedReports } from './missed-reports.ts';
import { measured } from './program-watch.ts';
import type { SessionClock } from './sync/session-clock.ts';
import type { OpenItem, Viewing } from './types.ts';

type ViewingState = {
  endDate: string | null;
  playlistUrl: string;
  viewers: number | undefined;
  items: readonly OpenItem[];
  /** Changes with the questions that the viewer sees; null: none. Undefined before the first response. */
  questionsRevision: string | null | undefined;
  /** The last report had no response. */
  isOffline: boolean;
  isFinished: boolean;
  /** The server refused a report for good: the person was removed, or their link was revoked. */
  refusal: unknown;
};

type PlayerReport = { position: number; isPlaying: boolean };

type Parts = {
  api: Pick<WebinarApi, 'report' | 'close'>;
  viewing: Viewing;
  clock: SessionClock;
  timers: Clock;
  tab: EventTarget & { readonly visibilityState: string };
  /** The window, for its `pagehide` and `online` events. */
  page: EventTarget;
  /** Reads the player's state. */
  read: () => PlayerReport;
};

const reportEvery = 5_000;
/** The first reports follow each other closely: each one improves the estimate of the server's clock. */
const firstPauses = [700, 1_300, 2_000];
const failurePauses = [500, 1_000, 2_000, 4_000];
/** In ms. Changes within this time are one report. */
const gather = 200;
/** In ms. The end is looked up so long after it, and concluded from the clock so long after it. */
const afterEnd = 300;
const longAfterEnd = 8_000;

/** Reports to the server what is watched, and keeps what its responses state. */
export class ViewingReports {
  readonly #parts: Parts;
  readonly #scope = createScope();
  readonly #state;
  readonly #missed: MissedReports;
  #cancelTimer: (() => void) | undefined;
  #cancelEnd: (() => void) | undefined;
  #isSending = false;
  #mustSendAgain = false;
  #sent = 0;
  #failures = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { viewing, tab, page, clock } = parts;
    this.#missed = new MissedReports(clock);
    this.#state = createStore<ViewingState>({
      endDate: viewing.session.endDate,
      playlistUrl: viewing.playlistUrl,
      viewers: undefined,
      items: [],
      questionsRevision: undefined,
      isOffline: false,
      isFinished: false,
      refusal: undefined,
    });
    this.#scope.listen(tab, 'visibilitychange', () => this.reportSoon());
    this.#scope.listen(page, 'online', () => {
      // Another network may have another delay.
      clock.forget();
      this.reportNow();
    });
    this.#scope.listen(page, 'pagehide', () => parts.api.close(viewing.viewingId));
    this.#scheduleEnd();
  }

  get state(): Store<ViewingState> {
    return this.#state;
  }

  start(): void {
    this.reportNow();
  }

  /** Something changed: reports it together with what else changes at the same time. */
  reportSoon(): void {
    this.#schedule(gather);
  }

  reportNow(): void {
    if (!this.#isSending) {
      void this.#send();
      return;
    }
    this.#mustSendAgain = true;
    this.#missed.keep(this.#read());
    this.#schedule(reportEvery);
  }

  /** Leaves the session: the server need not wait for further reports. */
  close(): void {
    if (this.#scope.ended) return;
    this.#parts.api.close(this.#parts.viewing.viewingId);
    this.#end();
    this.#sendMissed();
  }

  #end(): void {
    this.#scope.end();
    this.#cancelTimer?.();
    this.#cancelEnd?.();
  }

  /** Sends what got no response until the server is back: its figures become final after that. */
  #sendMissed(failures = 0): void {
    const { api, viewing, timers } = this.#parts;
    if (!this.#state.get().isOffline) return;
    if (failures === 0) this.#missed.keep(this.#read());
    timers.after(spreadPause(pauseBefore(failures, failurePauses)), async () => {
      const missed = this.#missed.list();
      const last = missed.at(-1);
      if (!last) return;
      const { position, isTabVisible } = last;
      try {
        await api.report(viewing.viewingId, { position, isTabVisible, isPlaying: false, missed });
        api.close(viewing.viewingId);
      } catch (error) {
        if (!isFinal(error)) this.#sendMissed(failures + 1);
      }
    });
  }

  #read() {
    const { read, tab } = this.#parts;
    return { ...read(), isTabVisible: tab.visibilityState === 'visible' };
  }

  #schedule(pause: number): void {
    if (this.#scope.ended) return;
    this.#cancelTimer?.();
    this.#cancelTimer = this.#parts.timers.after(pause, () => this.reportNow());
  }

  async #send(): Promise<void> {
    if (this.#scope.ended) return;
    const { api, viewing, clock } = this.#parts;
    this.#isSending = true;
    this.#mustSendAgain = false;
    try {
      const missed = this.#missed.list();
      const report = this.#read();
      this.#missed.keep(report);
      // A server that is away may let the request wait until its timeout.
      this.#schedule(reportEvery);
      const body = missed.length > 0 ? { ...report, missed } : report;
      const answer = await measured(clock, () => api.report(viewing.viewingId, body));
      if (this.#scope.ended) return;
      this.#missed.clear();
      this.#sent += 1;
      this.#failures = 0;
      const { state, endDate, playlistUrl, viewers, items, questionsRevision = null } = answer;
      this.#set({ endDate, playlistUrl, viewers, items, questionsRevision, isOffline: false });
      if (state === 'finished') this.#finish();
      this.#scheduleEnd();
      this.#schedule(firstPauses[this.#sent - 1] ?? reportEvery);
    } catch (error) {
      if (this.#scope.ended) return;
      this.#onFailed(error);
    }
    this.#isSending = false;
    if (this.#mustSendAgain) this.reportNow();
  }

  #onFailed(error: unknown): void {
    if (isFinal(error)) {
      this.#set({ refusal: error });
      this.#end();
      return;
    }
    this.#failures += 1;
    this.#set({ isOffline: true });
    this.#schedule(spreadPause(pauseBefore(this.#failures - 1, failurePauses)));
  }

  /** The server says when the session is over; without a connection the clock does. */
  #scheduleEnd(): void {
    this.#cancelEnd?.();
    const { clock, timers } = this.#parts;
    const endsAt = Date.parse(this.#state.get().endDate ?? '');
    if (Number.isNaN(endsAt) || this.#scope.ended) return;
    const left = endsAt - clock.now();
    if (left < -longAfterEnd) {
      this.#finish();
      return;
    }
    const isOver = left < -afterEnd;
    // A timer of a browser takes at most about 24 days.
    const pause = Math.min(isOver ? left + longAfterEnd + 1 : left + afterEnd + 1, 86_400_000);
    this.#cancelEnd = timers.after(pause, () => {
      this.reportNow();
      this.#scheduleEnd();
    });
  }

  #finish(): void {
    if (this.#parts.viewing.kind !== 'live') return;
    this.#set({ isFinished: true });
    this.#end();
    this.#sendMissed();
  }

  #set(changed: Partial<ViewingState>): void {
    this.#state.set({ ...this.#state.get(), ...changed });
  }
}
