import { stepSeconds } from './loudness.ts';

/** Seconds of a voice file. */
export interface Utterance {
  from: number;
  to: number;
}

/** Speech is louder than the noise around it by so many dB. */
const aboveNoise = 8;
/** Nothing below is speech, in dB of full scale. */
const quietest = -58;
/** The noise is what is heard in the pauses of so many seconds. */
const windowSeconds = 10;
/** A word has closures of this length. */
const longestClosure = 0.3;
/** Less loud sound than this in a group is a click. */
const shortestSpeech = 0.1;
/** Soft sounds begin before a word becomes loud, and last longer. */
const padding = { before: 0.25, after: 0.3 };
/** Nearer utterances become one: the pause between them is kept as it is. */
export const joinedPause = 1;

const stepsIn = (seconds: number): number => Math.round(seconds / stepSeconds);

/** The quietest 20 ms of each second. */
function quietestBySecond(loudness: Float32Array): number[] {
  const steps = stepsIn(1);
  const seconds = Math.ceil(loudness.length / steps);
  return Array.from({ length: seconds }, (_, second) =>
    loudness
      .subarray(second * steps, (second + 1) * steps)
      .reduce((least, value) => Math.min(least, value), 0),
  );
}

/** The lower part of some values; the lowest ones may be drop-outs. */
function lowOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.3)] ?? 0;
}

/**
 * The level of the noise at each second: the higher one of the seconds before and after, because a noise that begins
 * or ends has its level on one side only.
 */
function noiseBySecond(loudness: Float32Array): number[] {
  const least = quietestBySecond(loudness);
  return least.map((_, second) => {
    const before = least.slice(Math.max(0, second - windowSeconds), second + 1);
    const after = least.slice(second, second + windowSeconds + 1);
    return Math.max(lowOf(before), lowOf(after));
  });
}

/** Groups of loud steps without longer pauses than a closure, with their number of loud steps. */
function groupsOf(
  loudness: Float32Array,
  closureSeconds: number,
): { from: number; to: number; loud: number }[] {
  const noise = noiseBySecond(loudness);
  const steps = stepsIn(1);
  const closure = stepsIn(closureSeconds);
  const groups: { from: number; to: number; loud: number }[] = [];
  for (const [step, value] of loudness.entries()) {
    if (value < Math.max(quietest, (noise[Math.floor(step / steps)] ?? 0) + aboveNoise)) continue;
    const last = groups.at(-1);
    if (last && step - last.to <= closure) {
      last.to = step + 1;
      last.loud += 1;
    } else groups.push({ from: step, to: step + 1, loud: 1 });
  }
  return groups;
}

/**
 * Finds the speech of a voice by its loudness above the noise around it. Each utterance has some of the sound around
 * it, and a pause of more than a second separates two.
 */
export function findUtterances(loudness: Float32Array): Utterance[] {
  const end = loudness.length * stepSeconds;
  const utterances: Utterance[] = [];
  for (const group of groupsOf(loudness, longestClosure)) {
    if (group.loud < stepsIn(shortestSpeech)) continue;
    const from = Math.max(0, group.from * stepSeconds - padding.before);
    const to = Math.min(end, group.to * stepSeconds + padding.after);
    const last = utterances.at(-1);
    if (last && from - last.to <= joinedPause) last.to = to;
    else utterances.push({ from, to });
  }
  return utterances;
}

/** The parts in which a voice is heard, with their exact times. */
export const findVoiced = (loudness: Float32Array): Utterance[] =>
  groupsOf(loudness, shortestSpeech).map(({ from, to }) => ({
    from: from * stepSeconds,
    to: to * stepSeconds,
  }));
