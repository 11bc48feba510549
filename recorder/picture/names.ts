import { isOurs } from './fonts.ts';

/** Longest drawn name in characters, in a tile of any width. */
const longest = 120;

/** Combining accents. Long sequences of them would be drawn as boxes over other lines. */
const accent = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20df\ufe20-\ufe2f]/gu;
const heap = /([\u0300-\u036f]{2})[\u0300-\u036f]+/gu;

/** Normalizes a name to one drawable line without control characters and direction overrides. */
export function drawable(name: string): string {
  return name
    .slice(0, longest * 8)
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(
      /(?!\p{Join_Control})[\p{Cc}\p{Cn}\p{Co}\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu,
      '',
    )
    .replace(accent, (one) => (isOurs(one) ? one : ''))
    .replace(heap, '$1')
    .trim();
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** The direction of the first letter, as a browser chooses it for `dir="auto"`. */
export function textDirectionOf(text: string): 'ltr' | 'rtl' {
  const first = text.match(/\p{L}/u)?.[0];
  return first !== undefined && rightToLeft.test(first) ? 'rtl' : 'ltr';
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Cuts a text to a width by `measure` and adds an ellipsis if something is missing. */
export function shortenName(text: string, width: number, measure: (text: string) => number): string {
  const whole = [...segmenter.segment(text)].map(({ segment }) => segment);
  const characters = whole.slice(0, longest);
  if (whole.length === characters.length && measure(text) <= width) return text;
  const cut = (count: number): string => `${characters.slice(0, count).join('').trimEnd()}…`;
  let [least, most] = [0, characters.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (measure(cut(middle)) <= width) least = middle;
    else most = middle - 1;
  }
  return cut(least);
}
