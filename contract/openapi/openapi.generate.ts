import { join } from 'node:path';
import { writeOrCheck } from '../generate.ts';
import { buildOpenApi } from './openapi.ts';

writeOrCheck(join(import.meta.dirname, '../openapi.json'), `${JSON.stringify(buildOpenApi(), null, 2)}\n`);
