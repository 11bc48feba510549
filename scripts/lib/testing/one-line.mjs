import { stripVTControlCharacters } from 'node:util';

const LONGEST = 500;

/** A failed test and the start of its error in one line, without the stack, for the list at the end of a run. */
export function inOneLine(names, why) {
  const [said] = stripVTControlCharacters(why).split(/\n\s+at /);
  return [names.join(', '), said.replace(/\s+/g, ' ').trim()].filter(Boolean).join(': ').slice(0, LONGEST);
}
