import { stripVTControlCharacters } from 'node:util';

const LONGEST = 500;

/** What failed and how why begins, for the list at the end of a run: without the stack, and as much as fits a line. */
export function inOneLine(names, why) {
  const [said] = stripVTControlCharacters(why).split(/\n\s+at /);
  return [names.join(', '), said.replace(/\s+/g, ' ').trim()].filter(Boolean).join(': ').slice(0, LONGEST);
}
