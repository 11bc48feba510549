import type { Clock } from '../../kit/clock.ts';
import { Events } from '../../kit/events.ts';
import { codeOf } from '../../kit/refusals.ts';
import { Replica } from '../../kit/replica.ts';
import { retryWhileJoining } from '../../kit/retries.ts';
import { createScope } from '../../kit/scope.ts';
import { createStore, keepIfSame, type Store } from '../../kit/store.ts';
import type { Conversation } from '../chat/conversation.ts';
import { textIn } from '../chat/payloads.ts';
import type { TimerApi, TimerTimes } from './api.ts';

/** In ms of the server's clock. */
export type RunningTimer = { startedAt: number; endsAt: number };

export type TimerNews =
  /** A moderator set or extended it, or it ran already when this person came. `left`: in ms. */
  { kind: 'set'; left: number } | { kind: 'last-minute' } | { kind: 'ended' } | { kind: 'stopped' };

type Parts = {
  api: TimerApi;
  /** The room's conversation, whose changes include the timer. */
  conversation: Pick<Conversation, 'channel' | 'changes'>;
  /** Its `now` is the server's time. */
  clock: Clock;
};

const minute = 60_000;
/** In ms. A page that finds the end further in the past was away: it says nothing (docs/decisions/0192). */
const latestNews = 20_000;

/** In ms. The news of a timer may be so late: whoever set 5 minutes expects to hear of 5 minutes. */
const late = 5_000;
const spoken = (left: number): number => {
  const full = Math.ceil(left / minute) * minute;
  return full - left < late ? full : left;
};

/** The timer of the call, with changes for moderators. */
export class CallTimer {
  readonly #parts: Parts;
  readonly #scope = createScope();
  readonly #known: Replica<RunningTimer | undefined>;
  readonly #running = createStore<RunningTimer | undefined>(undefined);
  /** The timer that runs now. */
  readonly running: Store<RunningTimer | undefined> = this.#running;
  readonly #news = new Events<TimerNews>();
  readonly #failures = new Events<unknown>();
  #cancel = (): void => undefined;

  constructor(parts: Parts) {
    const { api, conversation, clock } = parts;
    this.#parts = parts;
    this.#known = new Replica<RunningTimer | undefined>({
      initial: undefined,
      read: async () => timerOf(await api.read()),
      clock,
      keep: (before, next) => (before && next ? keepIfSame(before, next) : next),
    });
    const { changes, channel } = conversation;
    this.#scope.add(() => this.#known.end());
    this.#scope.add(() => this.#cancel());
    this.#scope.add(this.#known.value.subscribe(() => this.#follow()));
    this.#scope.add(channel.subscribe(() => void this.#known.read()));
    this.#scope.add(changes.on('timer', (payload) => this.#take(payload)));
    // The timer of the call before has ended with it.
    this.#scope.add(changes.on('call-started', () => this.#known.apply(() => undefined)));
    if (channel.get()) void this.#known.read();
  }

  onNews(listener: (news: TimerNews) => void): () => void {
    return this.#news.on('news', listener);
  }

  /** Called with the error of a failed request. */
  onFailure(listener: (error: unknown) => void): () => void {
    return this.#failures.on('failure', listener);
  }

  /** Resolves to whether it runs. */
  start(minutes: number): Promise<boolean> {
    const joining = { code: 'call_not_active', clock: this.#parts.clock, scope: this.#scope };
    return this.#try(() => retryWhileJoining(() => this.#parts.api.start(minutes), joining));
  }

  /** Adds a minute. */
  extend(): Promise<boolean> {
    return this.#try(() => this.#parts.api.extend());
  }

  stop(): Promise<boolean> {
    return this.#try(() => this.#parts.api.stop());
  }

  end(): void {
    this.#scope.end();
    this.#news.clear();
    this.#failures.clear();
  }

  /** Reads after a change instead of using its response, which may be older than the event of another moderator. */
  async #try(run: () => Promise<unknown>): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      // It ended, or another moderator stopped it, while the button was pressed.
      if (codeOf(error) !== 'timer_not_running' && !this.#scope.ended) this.#failures.emit('failure', error);
      return false;
    } finally {
      if (!this.#scope.ended) void this.#known.read();
    }
  }

  #take(payload: Readonly<Record<string, unknown>>): void {
    const [startedAt, endsAt] = [textIn(payload, 'startedAt') ?? null, textIn(payload, 'endsAt') ?? null];
    this.#known.apply(() => timerOf({ startedAt, endsAt }));
  }

  #follow(): void {
    this.#cancel();
    const before = this.#running.get();
    const timer = this.#known.value.get();
    const left = timer ? timer.endsAt - this.#parts.clock.now() : 0;
    if (!timer || left <= 0) {
      this.#running.set(undefined);
      if (before && !timer && before.endsAt > this.#parts.clock.now()) this.#tell({ kind: 'stopped' });
      return;
    }
    this.#running.set(timer);
    this.#tell({ kind: 'set', left: spoken(left) });
    this.#plan(timer);
  }

  /** Plans the last minute, unless it is announced by the beginning already, and then the end. */
  #plan(timer: RunningTimer): void {
    const { clock } = this.#parts;
    const left = timer.endsAt - clock.now();
    if (left > minute + 1_000) {
      this.#cancel = clock.after(left - minute, () => {
        if (timer.endsAt - clock.now() > minute / 2) this.#tell({ kind: 'last-minute' });
        this.#plan(timer);
      });
      return;
    }
    this.#cancel = clock.after(Math.max(0, left), () => {
      // The offset to the server's clock may have been corrected meanwhile.
      if (timer.endsAt > clock.now()) return this.#plan(timer);
      this.#running.set(undefined);
      if (clock.now() - timer.endsAt < latestNews) this.#tell({ kind: 'ended' });
    });
  }

  #tell(news: TimerNews): void {
    if (!this.#scope.ended) this.#news.emit('news', news);
  }
}

function timerOf({ startedAt, endsAt }: TimerTimes): RunningTimer | undefined {
  const [start, end] = [Date.parse(startedAt ?? ''), Date.parse(endsAt ?? '')];
  return Number.isNaN(start) || Number.isNaN(end) ? undefined : { startedAt: start, endsAt: end };
}
