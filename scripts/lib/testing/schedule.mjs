/** Two recorders at once slow each other down, and so does a server that records next to one. */
function mayRun({ kind }, waiting, running) {
  const isRecorder = (unit) => unit.kind === 'recorder';
  if (kind === 'recorder') return !running.some(isRecorder);
  return kind !== 'recording' || ![...waiting, ...running].some(isRecorder);
}

const first = ({ kind }) => (kind === 'recorder' ? 1 : 0);

/** Runs the units, `slots` at a time: the recorders one after another, and next to them the longest first. */
export async function runLongestFirst(units, slots, run) {
  const waiting = units.toSorted((a, b) => first(b) - first(a) || b.seconds - a.seconds);
  const running = new Map();
  while (waiting.length + running.size > 0) {
    const next = waiting.findIndex((unit) => mayRun(unit, waiting, [...running.keys()]));
    if (next >= 0 && running.size < slots) {
      const [unit] = waiting.splice(next, 1);
      running.set(
        unit,
        run(unit).finally(() => running.delete(unit)),
      );
    } else await Promise.race(running.values());
  }
}
