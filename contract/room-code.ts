/**
 * Without vowels, so that codes are no words, and without characters that are taken for others: 0 and O, 1, I and L.
 * The function `room_code` of the database uses the same characters (docs/decisions/0087).
 */
const characters = 'bcdfghjkmnpqrstvwxz23456789';
const length = 9;
const code = new RegExp(`^[${characters}]{${length}}$`);

/** Cyrillic letters that look like one of a code: a person who reads a code from a board types them. */
const lookalikes: Readonly<Record<string, string>> = {
  в: 'b',
  к: 'k',
  м: 'm',
  н: 'h',
  р: 'p',
  с: 'c',
  т: 't',
  х: 'x',
};

/** The code of a room in what a person typed: case, spaces and hyphens do not matter. Undefined for other text. */
export function codeIn(typed: string): string | undefined {
  const text = typed
    .toLowerCase()
    .replace(/[\s\u2010-\u2015-]/g, '')
    .replace(/[вкмнрстх]/g, (letter) => lookalikes[letter] ?? letter);
  return code.test(text) ? text : undefined;
}

/** As people read it: in groups of three, such as `kdm-4tz-9wx`. */
export const shownCode = (stored: string): string => stored.replace(/(...)(?=.)/g, '$1-');
