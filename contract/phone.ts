// No schemas, so that the page has these rules, too.

/** In UTF-16 code units; nobody writes a longer one. */
const longestWritten = 100;
const decimal = /^\p{Nd}$/u;

/** The digit that a decimal digit of any script stands for: Unicode has ten of them in a row, from zero. */
function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && decimal.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

const extension = /^(.*?\d.*?)(?:[;,]?\s*(?:extension|extn|ext|x|доб|вн)\s*[.:=]?|#)\s*(\d{1,8})$/u;
/** The zero of `+44 (0)20 …` is dialled within the country only. */
const nationalZero = /^([^\d+]*\+[^\d+]*\d{1,3}[^\d+]*?)\(0\)/;
const separators = /[\s()[\]./\p{Pd}\u2212\u00b7]/gu;
/** E.164 has at most 15 digits, and no country fewer than 7; a number without `+` may begin with a prefix such as 00. */
const number = /^(?:\+\d{7,15}|\d{3,17})$/;

/**
 * Reads a phone number as people and other systems write it: with any spaces, dots, slashes, brackets, hyphens,
 * invisible marks, digits of any script, as a `tel:` address, with an extension (docs/decisions/0137).
 * @returns its stored form: the digits, after `+` if it is international, and an extension; undefined for no number
 * @example readPhone('+44 (0)20 7946-0018 x 12') // '+442079460018 ext. 12'
 */
export function readPhone(text: string): string | undefined {
  if (text.length > longestWritten) return undefined;
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\p{Nd}/gu, latinDigit)
    .trim()
    .toLowerCase()
    .replace(/^tel:/, '');
  const [, main = plain, inside] = extension.exec(plain) ?? [];
  const digits = main.replace(nationalZero, '$1').replace(separators, '');
  if (!number.test(digits)) return undefined;
  return inside === undefined ? digits : `${digits} ext. ${inside}`;
}

export const isPhone = (text: string): boolean => readPhone(text) !== undefined;
