import { Sync, type SyncAction } from './sync.ts';

type Stall = { at: number; seconds: number };

export type SyncStage = {
  /** In seconds. */
  duration: number;
  /** How long a seek takes, in seconds. */
  seekCost?: () => number;
  /** The network is too slow: the player stands still. */
  stalls?: Stall[];
  /** The tab is hidden: a timer reads the position every `every` seconds instead of every frame. */
  hidden?: { from: number; until: number; every: number };
  /** The device sleeps: nothing runs, and the clock is known again some moments after it wakes. */
  sleep?: { at: number; seconds: number };
  /** The estimate of the server's clock moves by so many seconds. */
  clockSteps?: { at: number; by: number }[];
  mayTrim?: boolean;
  /** The device's sound card is faster than its clock. */
  ppm?: number;
  random: () => number;
};

export type SyncRun = {
  /** The distance from the clock in seconds, every 50 ms while frames are shown, from 5 s after the first one. */
  errors: number[];
  /** When the player sought or paused after the first seek, in seconds. A pause that ends a seek belongs to it. */
  corrections: number[];
  rates: number[];
  /** In seconds from the first frame on: when the player was within 0.3 s of the clock for good. */
  settledAfter: number;
};

const step = 0.01;
const frame = 0.04;

/** A player and a clock in simulated time. The video began at 0; the viewer comes 100 s late. */
export function runSyncStage(stage: SyncStage): SyncRun {
  const { duration, seekCost = () => 0.25, mayTrim = true, ppm = 50, random } = stage;
  const sync = new Sync({ mayTrim });
  const run: SyncRun = { errors: [], corrections: [], rates: [], settledAfter: 0 };
  const late = 100;
  let position = 0;
  let rate = 1;
  let standsUntil = 0;
  let shownAt = Number.NEGATIVE_INFINITY;
  let firstFrame: number | undefined;
  let clockError = 0;
  let isAwake = true;
  let wasHidden = false;
  /** No frame has been shown since the last seek. */
  let isSeeking = false;

  function act(action: SyncAction, now: number): void {
    if (action.kind === 'rate') {
      rate = action.rate;
      run.rates.push(rate);
      return;
    }
    if (action.kind === 'none') return;
    rate = 1;
    const endsSeek = isSeeking && action.kind === 'hold';
    if (firstFrame !== undefined && !endsSeek) run.corrections.push(now);
    isSeeking = action.kind === 'seek';
    if (action.kind === 'seek') {
      position = action.to;
      standsUntil = now + seekCost();
    } else {
      // Playing again takes a moment.
      standsUntil = now + action.milliseconds / 1_000 + 0.01 + random() * 0.02;
    }
  }

  for (let tick = 0; tick * step < duration; tick += 1) {
    const now = tick * step;
    const truth = late + now;
    const { sleep, hidden } = stage;
    if (tick === 0) act(sync.begin(truth), now);
    for (const { at, by } of stage.clockSteps ?? []) if (Math.abs(now - at) < step / 2) clockError += by;
    const isAsleep = sleep !== undefined && now >= sleep.at && now < sleep.at + sleep.seconds;
    if (isAsleep) {
      isAwake = false;
      continue;
    }
    if (!isAwake) {
      isAwake = true;
      sync.resync();
    }
    const stall = stage.stalls?.find(({ at, seconds }) => now >= at && now < at + seconds);
    if (stall || now < standsUntil) continue;
    position += step * rate * (1 + ppm / 1_000_000);
    const isHidden = hidden !== undefined && now >= hidden.from && now < hidden.until;
    // A player tells at once that its tab was hidden.
    const every = isHidden && wasHidden ? hidden.every : frame;
    wasHidden = isHidden;
    if (now - shownAt >= every - step / 2) {
      shownAt = now;
      if (firstFrame === undefined) firstFrame = now;
      // The time at which a frame is shown is known to a refresh of the screen.
      const noise = (random() - 0.5) * 0.016;
      const expected = truth + clockError + noise;
      const action = sync.take({ at: now * 1_000, position, expected, isHidden });
      if (action.kind === 'none') isSeeking = false;
      act(action, now);
    }
    if (firstFrame === undefined) continue;
    const error = position - truth;
    if (Math.abs(error) > 0.3) run.settledAfter = now - firstFrame;
    if (now - firstFrame >= 5 && tick % 5 === 0) run.errors.push(Math.abs(error));
  }
  return run;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
