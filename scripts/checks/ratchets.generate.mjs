import { join } from 'node:path';
import { writeOrCheck } from '../../contract/generate.ts';
import { root } from '../lib/paths.mjs';
import { coloredStates } from './forced-colors.mjs';
import { pixels } from './pixels.mjs';
import { readProject } from './project.mjs';
import { loweredList } from './ratchet.mjs';

const project = readProject(root);
for (const ratchet of [pixels, coloredStates]) {
  const list = loweredList(project, ratchet);
  writeOrCheck(join(root, ratchet.list), `${JSON.stringify(list, null, 2)}\n`);
}
