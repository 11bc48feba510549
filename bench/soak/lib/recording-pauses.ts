import { picturesIn, soundIn } from '../../../recorder/testing/decoding.ts';

const audible = 0.01;

/** The longest part of a file without the speaker's tone, and the longest time between two of its pictures. */
export function longestPausesIn(path: string): { longestSilence: number; longestStill: number } {
  let [longestSilence, heardAt] = [0, 0];
  for (const { t, samples, rate } of soundIn(path)) {
    const isHeard = samples.some((channel) => channel.some((value) => Math.abs(value) > audible));
    if (!isHeard) continue;
    longestSilence = Math.max(longestSilence, t - heardAt);
    heardAt = t + (samples[0]?.length ?? 0) / rate;
  }
  let [longestStill, shownAt] = [0, 0];
  for (const { t } of picturesIn(path)) {
    longestStill = Math.max(longestStill, t - shownAt);
    shownAt = t;
  }
  return { longestSilence, longestStill };
}
