import { availableParallelism, cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** Another unit begins when this share of one core is idle. */
const idleCore = 0.3;

/** Idle and total milliseconds of all cores since the machine started. */
function readTimes() {
  const all = cpus().map(({ times }) => times);
  const sum = (of) => all.reduce((total, times) => total + of(times), 0);
  return {
    idle: sum(({ idle }) => idle),
    total: sum((times) => Object.values(times).reduce((a, b) => a + b)),
  };
}

/** @returns a function that tells whether a core was partly idle since its last call */
export function watchIdleCores() {
  let last = readTimes();
  return () => {
    const now = readTimes();
    const share = (now.idle - last.idle) / Math.max(1, now.total - last.total);
    last = now;
    return share * cpus().length >= idleCore;
  };
}

const count = (units, kind) => units.filter((unit) => unit.kind === kind).length;

/**
 * `alone` has the machine for itself. Two recorders at once slow each other down, and so does a server that records
 * next to one.
 */
function mayRun({ kind }, waiting, running) {
  if (kind === 'alone') return running.length === 0;
  if (count(waiting, 'alone') + count(running, 'alone') > 0) return false;
  if (kind === 'recorder') return count(running, 'recorder') === 0;
  if (kind !== 'recording') return true;
  return count(waiting, 'recorder') + count(running, 'recorder') === 0 && count(running, 'recording') < 2;
}

const order = ['alone', 'recorder'];
/** Those that others wait for come first. */
const rank = ({ kind }) => (order.includes(kind) ? order.indexOf(kind) : order.length);

/**
 * Runs the units: those that need the machine for themselves, then the recorders one after another, and next to them
 * the longest first. At least `least` run at a time; tests that wait leave processor time for more, up to `most`.
 *
 * @param lookMs how often the scheduler looks whether the processors have room for another unit
 * @param settledMs a unit that has just begun shows its load after this time
 * @param hasRoom tells whether there was idle processor time since its last call
 */
export async function runUnits(
  units,
  run,
  {
    least = 2,
    most = availableParallelism() + 2,
    lookMs = 1_000,
    settledMs = 3_000,
    hasRoom = watchIdleCores(),
  } = {},
) {
  const waiting = units.toSorted((a, b) => rank(a) - rank(b) || b.seconds - a.seconds);
  const running = new Map();
  let begunAt = 0;
  const isFree = () => {
    if (running.size < least) return true;
    const isSettled = performance.now() - begunAt >= settledMs;
    // It is asked each time, so that its answer is about the last second.
    return hasRoom() && isSettled && running.size < most;
  };
  while (waiting.length + running.size > 0) {
    const active = [...running.keys()];
    const next = waiting.findIndex((unit) => mayRun(unit, waiting, active));
    if (next >= 0 && isFree()) {
      const [unit] = waiting.splice(next, 1);
      begunAt = performance.now();
      running.set(
        unit,
        run(unit).finally(() => running.delete(unit)),
      );
    } else await Promise.race([...running.values(), pause(lookMs, undefined, { ref: false })]);
  }
}
