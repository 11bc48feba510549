import { join } from 'node:path';
import { writeOrCheck } from '../generate.ts';
import { buildJsonSchemas } from './json-schemas.ts';

for (const [name, schema] of buildJsonSchemas()) {
  const path = join(import.meta.dirname, '../schemas', `${name}.json`);
  writeOrCheck(path, `${JSON.stringify(schema, null, 2)}\n`);
}
