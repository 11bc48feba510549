/** A stretch of the video, in seconds. */
interface Stretch {
  from: number;
  to: number;
}

/** Merges stretches that overlap or touch; the order of the result is that of the video. */
export function mergeStretches(stretches: readonly Stretch[]): Stretch[] {
  const merged: Stretch[] = [];
  for (const { from, to } of [...stretches].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}
