import type { Clock } from '../../kit/clock.ts';
import { codeOf, isFinal, waitOf } from '../../kit/refusals.ts';
import { activityPauses, pauseBefore, spreadPause } from '../../kit/retries.ts';
import { createScope } from '../../kit/scope.ts';
import type { Activity, CallApi } from './api.ts';
import type { Connection } from './connection/connection.ts';

/** In ms. A change of speech holds for this long: a pause between words is no silence. */
const speechHold = 2_000;

/** In ms. The media server reports a new session to our server some moments after the page knows. */
const longestUnknown = 1_000;

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
 * Reports to the server whether the tab is visible and whether the person speaks: after each connection and at each
 * change, again and again until the server has accepted it. The server measures the times
 * (docs/decisions/0044).
 */
export class ActivityReports {
  readonly #parts: Parts;
  readonly #scope = createScope();
  #activity: Activity;
  /** The states that the server has stored for this entry; undefined while that is not certain. */
  #accepted: Activity | undefined;
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
    // A hidden page may be frozen or closed at any moment.
    const isUrgent = state === 'isTabVisible' && !isTrue;
    if (isUrgent || !this.#isSending) this.#sendIfNew();
  }

  #onConnection(): void {
    const { state, entryId } = this.#parts.connection;
    const { phase } = state.get();
    if (phase === 'ended') this.end();
    // Nobody hears a person who is not connected.
    if (phase === 'reconnecting') this.setSpeaking(false);
    if (phase !== 'connected') return;
    this.#entryId = entryId;
    // The server may have a new session of this entry, or may have missed a report while it was away.
    this.#accepted = undefined;
    this.#isRefused = false;
    this.#failures = 0;
    this.#sendIfNew();
  }

  #sendIfNew(): void {
    const { isTabVisible, isSpeaking } = this.#activity;
    const isKnown = this.#accepted?.isTabVisible === isTabVisible && this.#accepted.isSpeaking === isSpeaking;
    if (!isKnown) void this.#send();
  }

  async #send(): Promise<void> {
    const entryId = this.#entryId;
    if (entryId === undefined || this.#isRefused || this.#scope.ended) return;
    this.#cancelTimer?.();
    this.#latest += 1;
    const number = this.#latest;
    const report = this.#activity;
    this.#isSending = true;
    const error = await this.#parts.api.reportActivity(entryId, { ...report, number }).then(
      () => undefined,
      (refusal: unknown) => refusal ?? new Error('no response'),
    );
    if (number !== this.#latest || this.#scope.ended) return;
    this.#isSending = false;
    if (error === undefined) {
      this.#accepted = report;
      this.#failures = 0;
      this.#sendIfNew();
    } else this.#onFailed(error);
  }

  #onFailed(error: unknown): void {
    // The server may have stored the report although its response got lost.
    this.#accepted = undefined;
    const isUnknownVisit = codeOf(error) === 'participant_not_in_call';
    if (isFinal(error) && !isUnknownVisit) {
      this.#isRefused = true;
      return;
    }
    const isConnected = this.#parts.connection.state.get().phase === 'connected';
    const longest = isUnknownVisit && isConnected ? longestUnknown : Number.POSITIVE_INFINITY;
    const pause = Math.min(spreadPause(pauseBefore(this.#failures, activityPauses)), longest);
    this.#failures += 1;
    this.#cancelTimer = this.#parts.clock.after(Math.max(pause, waitOf(error) ?? 0), () => void this.#send());
  }
}
