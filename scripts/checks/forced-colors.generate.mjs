import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeOrCheck } from '../../contract/generate.ts';
import { root } from '../lib/paths.mjs';
import { countColoredStates, listOfColoredStates } from './forced-colors.mjs';
import { readProject } from './project.mjs';

const path = join(root, listOfColoredStates);
const known = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
/** The list may only shrink; without a list, all that is there is allowed. */
const allowed = Object.entries(countColoredStates(readProject(root)))
  .map(([sheet, count]) => [sheet, known ? Math.min(count, known[sheet] ?? 0) : count])
  .filter(([, count]) => count > 0);
writeOrCheck(path, `${JSON.stringify(Object.fromEntries(allowed), null, 2)}\n`);
