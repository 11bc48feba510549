import type { Clock } from '../../kit/clock.ts';
import { codeOf, isFinal } from '../../kit/refusals.ts';
import { pauseBefore, spreadPause } from '../../kit/retries.ts';
import { createStore, type Store } from '../../kit/store.ts';
import type { WebinarApi } from './api.ts';
import { measured, ProgramWatch } from './program-watch.ts';
import type { SessionClock } from './sync/session-clock.ts';
import type { Program, SessionTimes, Viewing } from './types.ts';

export type WebinarPhase =
  | { at: 'loading' }
  /** The server does not respond; the page asks again. */
  | { at: 'away' }
  | { at: 'countdown'; session: SessionTimes }
  /** Nothing runs, and nothing is scheduled. */
  | { at: 'nothing' }
  | { at: 'watching'; viewing: Viewing }
  | { at: 'over'; wasWatched: boolean }
  | { at: 'refused'; error: unknown };

type Parts = {
  api: Pick<WebinarApi, 'program' | 'open'>;
  clock: SessionClock;
  timers: Clock;
  random?: (() => number) | undefined;
};

/** In ms. The viewers of a countdown arrive within this time, so that the server is not asked by all at once. */
const arrival = 800;
/** The program changed since it was read. */
const changes = new Set(['session_not_running', 'replay_not_allowed']);
const failurePauses = [500, 1_000, 2_000, 4_000, 8_000];

/** A viewer's way through an automatic webinar: countdown, session, end. */
export class Webinar {
  readonly #parts: Parts;
  readonly #watch: ProgramWatch;
  readonly #phase = createStore<WebinarPhase>({ at: 'loading' });
  readonly phase: Store<WebinarPhase> = this.#phase;
  /** The start that the viewer chose; undefined for the next one. */
  #chosen: string | undefined;
  #cancelStart: (() => void) | undefined;
  #isOpening = false;
  #failures = 0;
  #ended = false;
  readonly #releases: (() => void)[];

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#watch = new ProgramWatch(parts);
    this.#releases = [
      this.#watch.program.subscribe(() => this.#decide()),
      this.#watch.error.subscribe(() => this.#onError()),
    ];
  }

  get program(): Store<Program | undefined> {
    return this.#watch.program;
  }

  start(): void {
    this.#watch.start();
  }

  /** Waits for this start instead of the next one. */
  choose(sessionId: string): void {
    this.#chosen = sessionId;
    this.#decide();
  }

  /** Opens the last session as a video. */
  watchReplay(): void {
    const replay = this.program.get()?.replay;
    if (!replay) return;
    // The next start must not take the place of what the person chose to watch.
    this.#cancelStart?.();
    void this.#open({ sessionId: replay.id, isReplay: true });
  }

  /** The session that was watched is over. */
  finish(): void {
    this.#chosen = undefined;
    this.#set({ at: 'over', wasWatched: true });
    // The program now names the replay and the next starts.
    this.#watch.start();
    void this.#watch.readNow();
  }

  /** Asks the server again at once. */
  retry(): void {
    void this.#watch.readNow();
  }

  /** From the closing page to the running session or the next countdown. */
  proceed(): void {
    this.#set({ at: 'loading' });
    this.#decide();
  }

  /** Opens the session again: the page was kept by the browser while the person was elsewhere. */
  reopen(): void {
    const phase = this.#phase.get();
    if (phase.at !== 'watching') return;
    const { session, kind } = phase.viewing;
    void this.#open({ sessionId: session.id, ...(kind === 'replay' && { isReplay: true }) });
  }

  refuse(error: unknown): void {
    this.#set({ at: 'refused', error });
    this.#watch.stop();
  }

  end(): void {
    this.#ended = true;
    this.#cancelStart?.();
    this.#watch.stop();
    for (const release of this.#releases) release();
  }

  #set(phase: WebinarPhase): void {
    if (!this.#ended) this.#phase.set(phase);
  }

  #onError(): void {
    const error = this.#watch.error.get();
    if (error === undefined) return;
    if (isFinal(error)) this.refuse(error);
    else if (this.#phase.get().at === 'loading') this.#set({ at: 'away' });
  }

  #decide(): void {
    const program = this.program.get();
    const { at } = this.#phase.get();
    if (!program || at === 'watching' || at === 'refused' || this.#isOpening || this.#ended) return;
    const phase = this.#phase.get();
    if (phase.at === 'over' && phase.wasWatched) return;
    this.#cancelStart?.();
    const chosen = program.next.find(({ id }) => id === this.#chosen);
    if (program.running && !chosen) {
      void this.#open({ sessionId: program.running.id });
      return;
    }
    const session = chosen ?? program.next[0];
    if (session) this.#countDown(session);
    else this.#set(program.replay ? { at: 'over', wasWatched: false } : { at: 'nothing' });
  }

  #countDown(session: SessionTimes): void {
    const { clock, timers, random = Math.random } = this.#parts;
    const phase = this.#phase.get();
    const isSame =
      phase.at === 'countdown' &&
      phase.session.id === session.id &&
      phase.session.startDate === session.startDate;
    if (!isSame) this.#set({ at: 'countdown', session });
    const left = Date.parse(session.startDate) - clock.now();
    const pause = Math.max(0, left) + random() * arrival;
    // Distant starts are looked up again by the program, long before the largest timer of a browser.
    if (pause > 86_400_000) return;
    this.#cancelStart = timers.after(pause, () => {
      // The device may have slept, or its clock may have been estimated anew.
      if (Date.parse(session.startDate) > clock.now() + 50) this.#decide();
      else void this.#open({ sessionId: session.id });
    });
  }

  async #open(request: { sessionId: string; isReplay?: boolean }): Promise<void> {
    if (this.#isOpening || this.#ended) return;
    this.#isOpening = true;
    const { api, clock, timers, random } = this.#parts;
    try {
      const viewing = await measured(clock, () => api.open(request));
      this.#isOpening = false;
      this.#failures = 0;
      this.#watch.stop();
      this.#set({ at: 'watching', viewing });
    } catch (error) {
      this.#isOpening = false;
      if (this.#ended) return;
      if (isFinal(error) && !changes.has(codeOf(error) ?? '')) {
        this.refuse(error);
        return;
      }
      // The session was moved, or begins some moments later, or the server is away.
      const pause = spreadPause(pauseBefore(this.#failures, failurePauses), random);
      this.#failures += 1;
      if (this.#phase.get().at === 'loading') this.#set({ at: 'away' });
      this.#cancelStart = timers.after(pause, () => void this.#watch.readNow().then(() => this.#decide()));
    }
  }
}
