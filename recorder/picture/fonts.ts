import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { GlobalFonts } from '@napi-rs/canvas';

/** One file of a font: a part of the characters. */
interface Part {
  family: string;
  file: string;
  ranges: readonly (readonly [number, number])[];
}

const locate = createRequire(import.meta.url);

/** `U+41-5A,U+E9` as pairs of first and last. */
function rangesOf(text: string): [number, number][] {
  return text.split(',').map((range) => {
    const [first = '', last = first] = range.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

interface Package {
  name: string;
  weight: number;
  /** Which of its parts; all where nothing is said. */
  only?: string;
  /** WOFF of the emoji: their WOFF2 files are drawn empty by this canvas. */
  format: 'woff' | 'woff2';
}

/** In the order in which they are asked for a character; the first ones know their script best. */
const packages: readonly Package[] = [
  { name: 'noto-sans', weight: 600, format: 'woff2' },
  { name: 'noto-sans-arabic', only: 'arabic', weight: 600, format: 'woff2' },
  { name: 'noto-sans-hebrew', only: 'hebrew', weight: 600, format: 'woff2' },
  { name: 'noto-color-emoji', weight: 400, format: 'woff' },
];

function partsOf({ name, only, weight, format }: Package): Part[] {
  const folder = dirname(locate.resolve(`@fontsource/${name}/package.json`));
  const subsets: unknown = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8'));
  return Object.entries(subsets as Record<string, string>).flatMap(([subset, ranges]) => {
    const part = subset.replace(/[[\]]/g, '');
    if (only !== undefined && part !== only) return [];
    return {
      family: `Lectern ${name} ${part}`,
      file: join(folder, 'files', `${name}-${part}-${weight}-normal.${format}`),
      ranges: rangesOf(ranges),
    };
  });
}

const registered = new Set<string>();

const holds = ({ ranges }: Part, point: number): boolean =>
  ranges.some(([first, last]) => point >= first && point <= last);

/** They join, colour and choose emoji and stand in nearly every file of theirs: alone they name none. */
const joins = /^(?:\p{Emoji_Modifier}|\p{Variation_Selector}|\p{Join_Control}|[\u{e0020}-\u{e007f}])$/u;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const pointOf = (character: string): number => character.codePointAt(0) ?? 0;

/** The parts of the first package that has the character. */
function partsForOne(character: string, packages: readonly (readonly Part[])[]): readonly Part[] {
  for (const parts of packages) {
    const found = parts.filter((part) => holds(part, pointOf(character)));
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * The parts that a whole character of one or more code points needs. An emoji stands in several files, and what is
 * joined of two can only be drawn by one that has both.
 */
function partsFor(grapheme: string, packages: readonly (readonly Part[])[]): readonly Part[] {
  const points = [...grapheme];
  for (const parts of packages) {
    const whole = parts.filter((part) => points.every((one) => holds(part, pointOf(one))));
    if (whole.length > 0) return whole;
  }
  return points.filter((one) => !joins.test(one)).flatMap((one) => partsForOne(one, packages));
}

/** Registers the part once in this process; a font that cannot be read is left to the system's fonts. */
function register({ family, file }: Part): void {
  if (registered.has(family)) return;
  registered.add(family);
  try {
    GlobalFonts.register(readFileSync(file), family);
  } catch {
    // A name drawn by another font is better than no recording.
  }
}

/** Asked for what ours do not have: plain ones first, because a system's own choice may be a serif. */
const ofTheSystem = '"Noto Sans", "DejaVu Sans", "Noto Sans CJK SC", "Noto Sans Thai", sans-serif';

let known: Part[][] | undefined;

function ours(): Part[][] {
  known ??= packages.map(partsOf);
  return known;
}

/** Whether one of our own fonts has this single character. */
export const isOurs = (character: string): boolean => partsForOne(character, ours()).length > 0;

/**
 * The families that a text needs, as a list for `font`; their files are read the first time that a text needs them.
 * What they do not have (Chinese, Japanese, Korean) is drawn by the system's fonts where there are any, else as a box.
 */
export function familiesFor(text: string): string {
  const parts = ours();
  const needed = new Set<Part>();
  for (const grapheme of new Set(Array.from(segmenter.segment(text), ({ segment }) => segment))) {
    for (const part of partsFor(grapheme, parts)) needed.add(part);
  }
  for (const part of needed) register(part);
  const inOrder = parts.flat().filter((part) => needed.has(part));
  return [...inOrder.map(({ family }) => `"${family}"`), ofTheSystem].join(', ');
}
