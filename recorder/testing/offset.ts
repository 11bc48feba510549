import { beepHz } from './content.ts';
import { Sound } from './hearing.ts';
import { type Box, brightnessOf } from './looking.ts';

/** A sign that was seen and heard: milliseconds that the sound came after the picture (negative: before it). */
export interface Sign {
  t: number;
  offsetMs: number;
}

/**
 * Offset of sound and picture at each flash with its beep.
 * @param box where the flashing tile is; the whole picture by default
 * @param withinMs how far apart a flash and its beep may be: below half of the time between two flashes
 */
export function signsIn(
  path: string,
  { box, withinMs = 700 }: { box?: Box; withinMs?: number } = {},
): Sign[] {
  const beeps = Sound.of(path).beginningsOf(beepHz);
  return flashesIn(path, box).flatMap((t) => {
    const offsets = beeps.map((beep) => (beep - t) * 1000).sort((a, b) => Math.abs(a) - Math.abs(b));
    const [nearest] = offsets;
    return nearest !== undefined && Math.abs(nearest) <= withinMs ? [{ t, offsetMs: nearest }] : [];
  });
}

/** When a part of the picture turns bright. */
function flashesIn(path: string, box?: Box): number[] {
  const seen = brightnessOf(path, box);
  const [least, most] = [
    Math.min(...seen.map(({ brightness }) => brightness)),
    Math.max(...seen.map(({ brightness }) => brightness)),
  ];
  // A picture that never changes has no flashes in it.
  if (most - least < 40) return [];
  const isBright = (brightness: number): boolean => brightness > (least + most) / 2;
  return seen
    .filter(({ brightness }, n) => {
      const before = seen[n - 1];
      return before !== undefined && isBright(brightness) && !isBright(before.brightness);
    })
    .map(({ t }) => t);
}
