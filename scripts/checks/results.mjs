import { print } from '../lib/progress.mjs';
import { structureResults } from '../lib/structure.mjs';

// Prints a line of JSON for each structure check, `{ name, findings }`, and one that says that none is missing.
for await (const result of structureResults()) print(JSON.stringify(result));
print(JSON.stringify({ isComplete: true }));
