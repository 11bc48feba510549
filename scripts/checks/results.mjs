import { print } from '../lib/progress.mjs';
import { structureResults } from '../lib/structure.mjs';

// Prints a line of JSON for each structure check: `{ name, findings }`.
for await (const result of structureResults()) print(JSON.stringify(result));
