import type { MantineColorsTuple, MantineThemeOverride } from '@mantine/core';
import { dark, theme, white } from './theme.ts';

type Rgb = readonly [number, number, number];

const black: Rgb = [0, 0, 0];
const parse = (color: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as unknown as Rgb;
const written = (color: Rgb): string =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** `share` of `other` in `color`. */
const mix = (color: Rgb, other: Rgb, share: number): Rgb =>
  color.map((part, at) => part + ((other[at] ?? 0) - part) * share) as unknown as Rgb;

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours by WCAG 2. */
function contrast(one: Rgb, other: Rgb): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** The contrast of two colours such as `#7a1f3d`. */
export const contrastOf = (one: string, other: string): number => contrast(parse(one), parse(other));

/** Mixes with black or white until the colour can be told from the ground. */
function readable(color: Rgb, { on, toward, least }: { on: Rgb; toward: Rgb; least: number }): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const tried = mix(color, toward, share);
    if (contrast(tried, on) >= least) return tried;
  }
  return toward;
}

/**
 * The accent of a group in ten steps, as those of `indigo`: step 6 carries white text on light pages and is readable on
 * its softest step, 5 carries white text on dark pages, 3 and 4 are readable on dark grounds (docs/decisions/0203).
 */
export function accentOf(color: string): MantineColorsTuple {
  const [ground, stage, paper] = [dark[7], dark[8], white].map(parse) as [Rgb, Rgb, Rgb];
  // White text needs 4.5. The softest step is a little darker than white, so the text on it needs more.
  const accent = readable(parse(color), { on: paper, toward: black, least: 5.4 });
  const light = readable(mix(accent, paper, 0.12), { on: ground, toward: paper, least: 2 });
  const onDark = readable(light, { on: paper, toward: black, least: 4.6 });
  const softDark = mix(onDark, ground, 0.72);
  const steps = [
    mix(accent, paper, 0.93),
    mix(accent, paper, 0.86),
    mix(accent, paper, 0.7),
    readable(mix(accent, paper, 0.45), { on: softDark, toward: paper, least: 6 }),
    readable(mix(accent, paper, 0.3), { on: stage, toward: paper, least: 4.6 }),
    onDark,
    accent,
    mix(accent, black, 0.15),
    mix(accent, black, 0.28),
    mix(accent, black, 0.4),
  ];
  return steps.map(written) as unknown as MantineColorsTuple;
}

/** The theme with the colour of a group as its accent. */
export function themeWith(color: string | null | undefined): MantineThemeOverride {
  if (!color) return theme;
  const indigo = accentOf(color);
  const softDark = mix(parse(indigo[5]), parse(dark[7]), 0.72);
  return { ...theme, colors: { ...theme.colors, indigo }, other: { accentSoftDark: written(softDark) } };
}
