import { join } from 'node:path';
import { writeOrCheck } from '../../../contract/generate.ts';
import { root } from '../paths.mjs';
import { findFaults, readLicences } from './licences.mjs';
import { describeLicences } from './page.mjs';

const licences = readLicences();
writeOrCheck(join(root, 'docs/licences.md'), describeLicences(licences));
const faults = findFaults(licences);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
