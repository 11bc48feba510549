/** The lengths of a segment, in seconds. */
export const segmentSeconds = { least: 2, most: 4 };
/** A segment may be so short if the next key picture is too far. */
const shortest = 1;
/** Rounding of timestamps. */
const tolerance = 0.02;

/**
 * The key pictures at which segments begin, so that segments have 2 to 4 seconds; the last may be shorter.
 * @param keys times of the key pictures, increasing; the first is where the video begins
 * @returns undefined if the key pictures are too far apart
 */
export function cutsAtKeys(keys: readonly number[], end: number): number[] | undefined {
  const [first] = keys;
  if (first === undefined) return undefined;
  const cuts = [first];
  for (let at = 0; ; ) {
    const from = keys[at] ?? end;
    const next = nextCut(keys, at);
    if (end - from <= segmentSeconds.least + tolerance) return cuts;
    if (next === undefined) return end - from <= segmentSeconds.most + tolerance ? cuts : undefined;
    cuts.push(keys[next] ?? end);
    at = next;
  }
}

/** The index of the key picture at which the next segment begins. */
function nextCut(keys: readonly number[], at: number): number | undefined {
  const from = keys[at] ?? 0;
  let early: number | undefined;
  for (let next = at + 1; next < keys.length; next += 1) {
    const length = (keys[next] ?? 0) - from;
    if (length > segmentSeconds.most + tolerance) break;
    if (length >= segmentSeconds.least - tolerance) return next;
    if (length >= shortest) early = next;
  }
  return early;
}
