/** The player's next step to follow the session's clock. A seek and a pause also end a changed rate. */
export type SyncAction =
  | { kind: 'none' }
  | { kind: 'rate'; rate: number }
  /** `to` in seconds of the video. It is ahead of the clock by what a seek costs. */
  | { kind: 'seek'; to: number }
  /** Pause for so long: the player is ahead of the clock. */
  | { kind: 'hold'; milliseconds: number };

/** A shown frame. */
type SyncSample = {
  /** When it was shown, in ms of the own steady clock. */
  at: number;
  /** Its second of the video. */
  position: number;
  /** The second that the session's clock required at that time. */
  expected: number;
  /** A hidden tab seeks back instead of pausing, because the browser may refuse to play it again. */
  isHidden?: boolean;
};

type SyncOptions = {
  /** False where the browser has no fine rates (Safari): then only seeks correct the position. */
  mayTrim: boolean;
};

/** In ms. The median of the frames of this time is one measurement. */
const measureMs = 250;
/** In ms. No correction for so long after a seek or a pause: the player is still recovering. */
const settleMs = 600;

/** In seconds. The rate corrects from the first value on, until the second one is reached. */
const trimFrom = 0.03;
const trimUntil = 0.008;
/** The rate removes the drift within about so many seconds. */
const trimSeconds = 2;
/** Rates outside 0.95–1.05 are audible, even with the pitch preserved. */
const mostTrim = 0.05;
const trimStep = 0.01;

/** In seconds. Beyond this, the rate would take too long. */
const seekFrom = 0.4;
/** In seconds. Beyond this, the viewer misses content, so a second seek is worth its interruption. */
const farOff = 2;
/** In seconds. A player that is further ahead seeks back instead of pausing. */
const longestHold = 5;
/** In seconds. A seek that ended further ahead is followed by a pause, which nobody notices there. */
const overshoot = 0.06;
/** In seconds. A first seek that ended further behind is repeated at once. */
const shortfall = 0.15;

/** In ms. The least time between seeks; each further one in a row waits longer, so that seeks never become the rule. */
const seekPauses = [5_000, 15_000, 30_000, 60_000];
/** In ms. After so long near the clock, the next seek is a first one again. */
const calmAfter = 60_000;

/** In ms. The rate needs frames that tell when to end it: a hidden tab's timers may run once a minute. */
const mostApart = 1_500;

/** In seconds. The cost of a seek before one was measured, and the most that is believed. */
const firstCost = 0.3;
const mostCost = 3;
const costsKept = 3;
const margin = 1.25;

const none: SyncAction = { kind: 'none' };

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * Decides from shown frames how a player follows the session's clock. It touches no player: the caller runs the
 * actions, and passes no frames while a seek or a pause is under way (docs/decisions/0058).
 *
 * - A seek takes time. It is aimed at now plus the cost of the last seeks; the first frame afterwards tells its cost.
 *   Without this, the time of the seek looks like drift, and the player seeks forever.
 * - One measurement may be noise: seeks and pauses need two in a row.
 */
export class Sync {
  readonly #mayTrim: boolean;
  #drifts: number[] = [];
  /** When the measurement under way began; undefined before its first frame. */
  #measuringSince: number | undefined;
  /** The measurement before, if it called for a seek or a pause. */
  #suspicion: number | undefined;
  #rate = 1;
  #costs: number[] = [];
  /** The seek whose first frame has not been shown yet. */
  #seek: { lead: number; isFirst: boolean } | undefined;
  #soughtAt = Number.NEGATIVE_INFINITY;
  #seeksInRow = 0;
  #farAt = Number.NEGATIVE_INFINITY;
  #takenAt = Number.NEGATIVE_INFINITY;
  #wasHidden = false;
  #quietUntil = Number.NEGATIVE_INFINITY;

  constructor({ mayTrim }: SyncOptions) {
    this.#mayTrim = mayTrim;
  }

  /** The expected cost of a seek in seconds. Too much is better than too little: a short pause ends it exactly. */
  get seekCost(): number {
    return this.#costs.length === 0 ? firstCost : margin * Math.max(...this.#costs);
  }

  /** The first seek, which brings a new player to the clock. It does not count as a correction. */
  begin(expected: number): SyncAction {
    return this.#seekTo(expected, true);
  }

  /** Lets the next correction be a seek at once: the device slept, the tab was hidden, or the network was away. */
  resync(): void {
    this.#seeksInRow = 0;
    this.#soughtAt = Number.NEGATIVE_INFINITY;
    this.#quietUntil = Number.NEGATIVE_INFINITY;
    this.#forgetMeasurements();
  }

  take(sample: SyncSample): SyncAction {
    const { at, position, expected, isHidden = false } = sample;
    const drift = position - expected;
    const isApart = at - this.#takenAt > mostApart;
    const isNewlyHidden = isHidden && !this.#wasHidden;
    this.#takenAt = at;
    this.#wasHidden = isHidden;
    if (this.#seek) return this.#endSeek(drift, sample);
    if (isApart || isNewlyHidden) return this.#setRate(1);
    if (at < this.#quietUntil) return none;
    this.#measuringSince ??= at;
    this.#drifts.push(drift);
    if (at - this.#measuringSince < measureMs) return none;
    const measured = median(this.#drifts);
    this.#drifts = [];
    this.#measuringSince = at;
    return this.#correct(measured, sample);
  }

  #correct(drift: number, sample: SyncSample): SyncAction {
    if (Math.abs(drift) < seekFrom) {
      this.#suspicion = undefined;
      if (sample.at - Math.max(this.#farAt, this.#soughtAt) > calmAfter) this.#seeksInRow = 0;
      return this.#trim(drift);
    }
    const isConfirmed = this.#suspicion !== undefined && Math.sign(this.#suspicion) === Math.sign(drift);
    this.#suspicion = drift;
    this.#farAt = sample.at;
    if (!isConfirmed) return none;
    if (!this.#maySeek(drift, sample.at)) return this.#trim(drift);
    this.#countSeek(sample.at);
    if (drift > 0 && drift <= longestHold && !sample.isHidden) return this.#hold(drift, sample.at);
    return this.#seekTo(sample.expected);
  }

  #maySeek(drift: number, at: number): boolean {
    const since = at - this.#soughtAt;
    if (this.#seeksInRow === 0) return true;
    if (Math.abs(drift) < farOff) return false;
    return since >= (seekPauses[Math.min(this.#seeksInRow, seekPauses.length) - 1] ?? 0);
  }

  #countSeek(at: number): void {
    this.#soughtAt = at;
    this.#seeksInRow += 1;
  }

  #seekTo(expected: number, isFirst = false): SyncAction {
    this.#forgetMeasurements();
    this.#rate = 1;
    this.#seek = { lead: this.seekCost, isFirst };
    return { kind: 'seek', to: expected + this.seekCost };
  }

  /** The first frame after a seek tells what the seek cost. */
  #endSeek(drift: number, { at, expected, isHidden }: SyncSample): SyncAction {
    const { lead = 0, isFirst = false } = this.#seek ?? {};
    const cost = Math.min(mostCost, Math.max(0, lead - drift));
    this.#costs = [...this.#costs, cost].slice(-costsKept);
    this.#seek = undefined;
    // The first seek was aimed by a guess; now its cost is known.
    if (isFirst && drift < -shortfall) return this.#seekTo(expected);
    this.#forgetMeasurements();
    this.#quietUntil = at + settleMs;
    return drift > overshoot && drift <= longestHold && !isHidden ? this.#hold(drift, at) : none;
  }

  #hold(drift: number, at: number): SyncAction {
    this.#forgetMeasurements();
    this.#rate = 1;
    this.#quietUntil = at + drift * 1_000 + settleMs;
    return { kind: 'hold', milliseconds: drift * 1_000 };
  }

  #trim(drift: number): SyncAction {
    if (!this.#mayTrim) return none;
    const off = Math.abs(drift);
    const isTrimming = this.#rate !== 1;
    if (off < trimUntil || (!isTrimming && off < trimFrom)) return this.#setRate(1);
    const wanted = Math.min(mostTrim, Math.max(trimStep, off / trimSeconds));
    const steps = Math.round(wanted / trimStep);
    return this.#setRate(1 - Math.sign(drift) * steps * trimStep);
  }

  #setRate(rate: number): SyncAction {
    if (rate === this.#rate) return none;
    this.#rate = rate;
    return { kind: 'rate', rate };
  }

  #forgetMeasurements(): void {
    this.#drifts = [];
    this.#suspicion = undefined;
    this.#measuringSince = undefined;
  }
}
