import { missedReports } from '../../../../contract/webinars.ts';
import type { SessionClock } from './sync/session-clock.ts';
import type { ViewingReport } from './types.ts';

type Made = Omit<ViewingReport, 'missed' | 'messagesFrom'>;
type Kept = Made & { at: number };
export type MissedReport = NonNullable<ViewingReport['missed']>[number];

/** In ms. The server bridges 20 s between two reports; the others between them say nothing new. */
const longestStep = 12_000;
/** In seconds. The position of a player is known to half a second. */
const accuracy = 1;

const isSameState = (a: Made, b: Made): boolean =>
  a.isPlaying === b.isPlaying && a.isTabVisible === b.isTabVisible;

/** Whether the server would count the same without the report in the middle. */
function isBetween(a: Kept, middle: Kept, b: Kept): boolean {
  if (!isSameState(a, middle)) return false;
  if (!a.isPlaying) return true;
  const share = (middle.at - a.at) / (b.at - a.at || 1);
  const expected = a.position + share * (b.position - a.position);
  return b.at - a.at <= longestStep && Math.abs(middle.position - expected) <= accuracy;
}

/** The states of the player while no report got a response: a later report contains them. */
export class MissedReports {
  readonly #clock: Pick<SessionClock, 'steady' | 'jumps'>;
  #kept: Kept[] = [];
  #jumps: number;

  constructor(clock: Pick<SessionClock, 'steady' | 'jumps'>) {
    this.#clock = clock;
    this.#jumps = clock.jumps;
  }

  /** Keeps a report that is made now. */
  keep({ position, isPlaying, isTabVisible }: Made): void {
    this.#forgetOld();
    const made = { position, isPlaying, isTabVisible, at: this.#clock.steady() };
    const [before, last] = this.#kept.slice(-2);
    if (before && last && isBetween(before, last, made)) this.#kept.pop();
    // The earlier ones tell what was played before the player ran out of data.
    if (this.#kept.length < missedReports.most) this.#kept.push(made);
  }

  /** The kept reports as a report that is sent now contains them. */
  list(): MissedReport[] {
    this.#forgetOld();
    const now = this.#clock.steady();
    return this.#kept.map(({ at, ...made }) => ({ ...made, ago: Math.max(0, now - at) / 1_000 }));
  }

  /** A report was accepted, and with it all that it contained. */
  clear(): void {
    this.#kept = [];
  }

  /** After the device slept or its time was set, nobody knows how long ago a report was made. */
  #forgetOld(): void {
    const { jumps } = this.#clock;
    if (jumps !== this.#jumps) this.#kept = [];
    this.#jumps = jumps;
    const oldest = this.#clock.steady() - missedReports.seconds * 1_000;
    this.#kept = this.#kept.filter(({ at }) => at > oldest);
  }
}
