import { checkBoundaries } from './boundaries.mjs';
import { checkDependencies } from './dependencies.mjs';
import { checkNames } from './names.mjs';
import { checkSizes } from './sizes.mjs';
import { checkTables } from './tables.mjs';
import { checkWords } from './words.mjs';

/** Every structure check by name; each takes a project and returns its findings. */
export const checks = {
  'who imports whom': checkDependencies,
  'SQL, settings, clock and chance': checkBoundaries,
  'who writes which table': checkTables,
  'names that mean one thing': checkNames,
  sizes: checkSizes,
  'words that must not be there': checkWords,
};

export function describe({ file, line, rule, problem, mend }) {
  return `${file}:${line}  ${rule}: ${problem}; ${mend}`;
}
