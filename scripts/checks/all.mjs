import { checkBoundaries } from './boundaries.mjs';
import { checkComponentTexts } from './component-texts.mjs';
import { checkDecisions } from './decisions.mjs';
import { checkDependencies } from './dependencies.mjs';
import { checkFaces } from './faces.mjs';
import { checkForcedColors } from './forced-colors.mjs';
import { checkFragments } from './fragments.mjs';
import { checkNames } from './names.mjs';
import { checkPixels } from './pixels.mjs';
import { checkSides } from './sides.mjs';
import { checkSizes } from './sizes.mjs';
import { checkTables } from './tables.mjs';
import { checkTexts } from './texts.mjs';
import { checkWords } from './words.mjs';

/** Every structure check by name; each takes a project and returns its findings. */
export const checks = {
  'imports between layers and features': checkDependencies,
  'SQL, settings, clock and randomness': checkBoundaries,
  'no pieces of SQL between stores': checkFragments,
  'one writer for each table': checkTables,
  'unique exported names': checkNames,
  'names of a face': checkFaces,
  sizes: checkSizes,
  'start and end in styles': checkSides,
  'pixels and colours of pages': checkPixels,
  'states in forced colours': checkForcedColors,
  'retired words and leftovers': checkWords,
  'status and citations of decisions': checkDecisions,
  'texts of every language': checkTexts,
  'no texts in components': checkComponentTexts,
};

export function describe({ file, line, rule, problem, fix }) {
  return `${file}:${line}  ${rule}: ${problem}. Fix: ${fix}.`;
}
