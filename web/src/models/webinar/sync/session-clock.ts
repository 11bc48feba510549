/** One request and its response: both times by the own steady clock, `serverTime` as the response states it. In ms. */
type ClockSample = { sent: number; received: number; serverTime: number };

type OwnClocks = {
  /** Never jumps, but may stand still while the device sleeps (`performance.now`). */
  steady: () => number;
  /** Follows the device's settings (`Date.now`). Only its jumps are used. */
  wall: () => number;
};

/** So many samples are compared; the one with the shortest round trip is the most accurate. */
const kept = 8;
/** In ms. Beyond this, one of the two own clocks jumped: the device slept, or somebody set its time. */
const leastJump = 250;

/**
 * The server's time to a few milliseconds. `ServerClock` in `kit/` reads the `Date` header, whose whole seconds are
 * too coarse for players in step.
 */
export class SessionClock {
  readonly #own: OwnClocks;
  #samples: ClockSample[] = [];
  /** The server's time minus the steady clock, in ms; undefined before the first sample. */
  #ahead: number | undefined;
  /** The steady clock behind the wall clock. It changes when one of them jumps. */
  #apart: number;
  #jumps = 0;

  constructor(own: OwnClocks) {
    this.#own = own;
    this.#apart = own.wall() - own.steady();
  }

  /** How often one of the own clocks jumped: durations that began before are unknown. */
  get jumps(): number {
    this.#findJump();
    return this.#jumps;
  }

  /** The own steady time in ms, for durations. */
  readonly steady = (): number => this.#own.steady();

  /** False before the first sample, and from a jump until the next sample. */
  get isKnown(): boolean {
    this.#findJump();
    return this.#samples.length > 0;
  }

  /** The server's time in ms; a guess by the device's clock before the first sample. */
  readonly now = (): number => this.at(this.#own.steady());

  /** The server's time at a moment of the steady clock. */
  at(steady: number): number {
    this.#findJump();
    return steady + (this.#ahead ?? this.#apart);
  }

  add(sample: ClockSample): void {
    // A request that was under way during a jump says nothing.
    if (this.#findJump()) return;
    this.#samples = [...this.#samples, sample].slice(-kept);
    const [best = sample] = [...this.#samples].sort((a, b) => roundTrip(a) - roundTrip(b));
    this.#ahead = best.serverTime - (best.sent + best.received) / 2;
  }

  /** Forgets the samples, for example after a change of network. The last estimate is used until the next sample. */
  forget(): void {
    this.#samples = [];
  }

  #findJump(): boolean {
    const apart = this.#own.wall() - this.#own.steady();
    const jump = apart - this.#apart;
    if (Math.abs(jump) < leastJump) return false;
    this.#apart = apart;
    this.#samples = [];
    this.#jumps += 1;
    return true;
  }
}

const roundTrip = ({ sent, received }: ClockSample): number => received - sent;
