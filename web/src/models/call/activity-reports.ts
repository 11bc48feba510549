import type { Clock } from '../../kit/clock.ts';
import { codeOf, isFinal, waitOf } from '../../kit/refusals.ts';
import { activityPauses, pauseBefore, spreadPause } from '../../kit/retries.ts';
import { createScope } from '../../kit/scope.ts';
import type { Activity, CallApi } from './api.ts';
import type { Connection } from './connection/connection.ts';

/** In ms. The server ends an interval that was not renewed for 60 s. */
const renewalPause = 20_000;
/** In ms. A change of speech holds for this long: a pause between words is no silence. */
const speechHold = 2_000;

/** The document of the page. */
export type Tab = EventTarget & { readonly visibilityState: 'visible' | 'hidden' };

type Parts = {
  api: Pick<CallApi, 'reportActivity'>;
  connection: Pick<Connection, 'state' | 'entryId'>;
  clock: Clock;
  tab: Tab;
  /** The window, for its `pagehide` and `pageshow` events. */
  page: EventTarget | undefined;
};

/**
 * Reports to the server, from the first connection on, whether the tab is visible and whether the person speaks, and
 * repeats it while either is true. The server measures the times.
 */
export class ActivityReports {
  readonly #parts: Parts;
  readonly #scope = createScope();
  #activity: Activity;
  /** The last report that the server accepted for this entry. */
  #accepted: Activity | undefined;
  /** States that ended since then. The server gets their ends even if they are true again. */
  readonly #ended = new Set<keyof Activity>();
  #entryId: string | undefined;
  #isRefused = false;
  /** The number of the latest report; the outcome of an earlier one is old news. */
  #latest = 0;
  #isSending = false;
  #failures = 0;
  #cancelTimer: (() => void) | undefined;
  #isHeard = false;
  #cancelHold: (() => void) | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { tab, page, connection } = parts;
    this.#activity = { isTabVisible: tab.visibilityState === 'visible', isSpeaking: false };
    const readTab = (): void => this.#set('isTabVisible', tab.visibilityState === 'visible');
    this.#scope.listen(tab, 'visibilitychange', readTab);
    if (page) {
      this.#scope.listen(page, 'pagehide', () => this.#set('isTabVisible', false));
      this.#scope.listen(page, 'pageshow', readTab);
    }
    this.#scope.add(connection.state.subscribe(() => this.#onConnection()));
  }

  setSpeaking(isHeard: boolean): void {
    this.#isHeard = isHeard;
    if (!this.#cancelHold) this.#applySpeech();
  }

  end(): void {
    this.#scope.end();
    this.#cancelTimer?.();
    this.#cancelHold?.();
  }

  #applySpeech(): void {
    this.#cancelHold = undefined;
    if (this.#scope.ended || this.#isHeard === this.#activity.isSpeaking) return;
    this.#cancelHold = this.#parts.clock.after(speechHold, () => this.#applySpeech());
    this.#set('isSpeaking', this.#isHeard);
  }

  #set(state: keyof Activity, isTrue: boolean): void {
    if (this.#activity[state] === isTrue) return;
    this.#activity = { ...this.#activity, [state]: isTrue };
    if (!isTrue) this.#ended.add(state);
    // A hidden page may be frozen or closed at any moment.
    const isUrgent = state === 'isTabVisible' && !isTrue;
    if (isUrgent || !this.#isSending) this.#sendIfNew();
  }

  #onConnection(): void {
    const { state, entryId } = this.#parts.connection;
    const { phase } = state.get();
    if (phase === 'ended') this.end();
    if (phase !== 'connected') return;
    if (entryId !== this.#entryId) this.#ended.clear();
    this.#entryId = entryId;
    this.#accepted = undefined;
    this.#isRefused = false;
    this.#failures = 0;
    this.#sendIfNew();
  }

  #isNew(): boolean {
    const { isTabVisible, isSpeaking } = this.#activity;
    if (this.#ended.size > 0) return true;
    if (!this.#accepted) return isTabVisible || isSpeaking;
    return isTabVisible !== this.#accepted.isTabVisible || isSpeaking !== this.#accepted.isSpeaking;
  }

  #sendIfNew(): void {
    if (this.#isNew()) void this.#send();
  }

  async #send(): Promise<void> {
    const entryId = this.#entryId;
    if (entryId === undefined || this.#isRefused || this.#scope.ended) return;
    this.#cancelTimer?.();
    this.#latest += 1;
    const number = this.#latest;
    const report = {
      isTabVisible: this.#activity.isTabVisible && !this.#ended.has('isTabVisible'),
      isSpeaking: this.#activity.isSpeaking && !this.#ended.has('isSpeaking'),
    };
    this.#isSending = true;
    const error = await this.#parts.api.reportActivity(entryId, report).then(
      () => undefined,
      (refusal: unknown) => refusal ?? new Error('no response'),
    );
    if (number !== this.#latest || this.#scope.ended) return;
    this.#isSending = false;
    if (error === undefined) this.#onAccepted(report);
    else this.#onFailed(error);
  }

  #onAccepted(report: Activity): void {
    this.#accepted = report;
    this.#failures = 0;
    for (const state of ['isTabVisible', 'isSpeaking'] as const)
      if (!report[state]) this.#ended.delete(state);
    if (this.#isNew()) void this.#send();
    else if (report.isTabVisible || report.isSpeaking) this.#sendAfter(spreadPause(renewalPause));
  }

  #onFailed(error: unknown): void {
    this.#accepted = undefined;
    const isUnknownVisit = codeOf(error) === 'participant_not_in_call';
    // The visit is not known yet, or it is over, and then its intervals are.
    if (isUnknownVisit) this.#ended.clear();
    else if (isFinal(error)) {
      this.#isRefused = true;
      return;
    }
    if (!this.#isNew()) return;
    const pause = spreadPause(pauseBefore(this.#failures, activityPauses));
    this.#failures += 1;
    this.#sendAfter(Math.max(pause, waitOf(error) ?? 0));
  }

  #sendAfter(pause: number): void {
    this.#cancelTimer = this.#parts.clock.after(pause, () => void this.#send());
  }
}
