import { beepHz } from './content.ts';
import { Sound } from './hearing.ts';
import { type Box, brightnessOf } from './looking.ts';

/** A flash with its beep: milliseconds from the picture to the sound (negative: the sound comes first). */
export interface Sign {
  t: number;
  offsetMs: number;
}

/**
 * Measures the offset of sound and picture at each flash.
 * @param box position of the flashing tile; the whole picture by default
 * @param withinMs largest distance of a flash and its beep: less than half of the time between two flashes
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

/** Seconds at which a part of the picture turns bright. */
function flashesIn(path: string, box?: Box): number[] {
  const seen = brightnessOf(path, box);
  const [least, most] = [
    Math.min(...seen.map(({ brightness }) => brightness)),
    Math.max(...seen.map(({ brightness }) => brightness)),
  ];
  // A picture of constant brightness has no flashes.
  if (most - least < 40) return [];
  const isBright = (brightness: number): boolean => brightness > (least + most) / 2;
  return seen
    .filter(({ brightness }, n) => {
      const before = seen[n - 1];
      return before !== undefined && isBright(brightness) && !isBright(before.brightness);
    })
    .map(({ t }) => t);
}
