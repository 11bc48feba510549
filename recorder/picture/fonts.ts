import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { GlobalFonts } from '@napi-rs/canvas';

/** One file of a font, with a part of its characters. */
interface Part {
  family: string;
  file: string;
  ranges: readonly (readonly [number, number])[];
}

const locate = createRequire(import.meta.url);

/** Parses `U+41-5A,U+E9` into pairs of first and last code point. */
function rangesOf(text: string): [number, number][] {
  return text.split(',').map((range) => {
    const [first = '', last = first] = range.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

interface Package {
  name: string;
  weight: number;
  /** The only subset to use; all if undefined. */
  only?: string;
  /** WOFF for emoji: this canvas draws their WOFF2 files empty. */
  format: 'woff' | 'woff2';
}

/** In the order of preference: the first font knows its scripts best. */
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

/** Characters that join, colour or select emoji. They are in nearly every emoji file, so they do not identify one. */
const joins = /^(?:\p{Emoji_Modifier}|\p{Variation_Selector}|\p{Join_Control}|[\u{e0020}-\u{e007f}])$/u;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const pointOf = (character: string): number => character.codePointAt(0) ?? 0;

let known: Part[][] | undefined;

function ours(): Part[][] {
  known ??= packages.map(partsOf);
  return known;
}

/** The parts of the first package that has parts with all of these code points. */
function partsWith(points: readonly string[]): readonly Part[] {
  for (const parts of ours()) {
    const found = parts.filter((part) => points.every((one) => holds(part, pointOf(one))));
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * The parts needed for a whole character of one or more code points. An emoji may be in several files, and only a
 * file with all of its code points can draw a joined one.
 */
function partsFor(grapheme: string): readonly Part[] {
  const points = [...grapheme];
  const whole = partsWith(points);
  if (whole.length > 0) return whole;
  return points.filter((one) => !joins.test(one)).flatMap((one) => partsWith([one]));
}

/** Registers the part once per process. If it cannot be read, the system's fonts are used. */
function register({ family, file }: Part): void {
  if (registered.has(family)) return;
  registered.add(family);
  try {
    GlobalFonts.register(readFileSync(file), family);
  } catch {
    // A name in another font is better than no recording.
  }
}

/** Fallbacks for missing characters: plain fonts first, because the system's own choice may be a serif. */
const ofTheSystem = '"Noto Sans", "DejaVu Sans", "Noto Sans CJK SC", "Noto Sans Thai", sans-serif';

/** Whether one of our fonts has this character. */
export const isOurs = (character: string): boolean => partsWith([character]).length > 0;

/**
 * The font families that a text needs, as a value for `font`. Reads their files at the first use. The system's fonts
 * draw missing characters (Chinese, Japanese, Korean) if it has any, otherwise a box is drawn.
 */
export function familiesFor(text: string): string {
  const needed = new Set<Part>();
  for (const grapheme of new Set(Array.from(segmenter.segment(text), ({ segment }) => segment))) {
    for (const part of partsFor(grapheme)) needed.add(part);
  }
  for (const part of needed) register(part);
  const inOrder = ours()
    .flat()
    .filter((part) => needed.has(part));
  return [...inOrder.map(({ family }) => `"${family}"`), ofTheSystem].join(', ');
}
